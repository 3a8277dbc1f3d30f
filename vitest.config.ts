import { defineConfig } from 'vitest/config'
import { LaneReporter } from './test/lane-reporter.ts'
import { LaneSequencer } from './test/lane-sequencer.ts'
import { laneOf, testsOf } from './test/lanes.ts'
import { findChangedFiles } from './test/platform/changed-files.ts'

/**
 * `npm test` and `npm run test:long` set it. Without it, every file is found, at its small size.
 */
const lane = laneOf(process.env.TEST_LANE)

const common = {
  testTimeout: lane === 'long' ? 120_000 : 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  setupFiles: ['test/platform/unexpected-errors.ts'],
  // A worker process loads the modules once, and its test files share a service (`sharedService`).
  isolate: false,
  env: { TEST_SIZE: process.env.TEST_SIZE ?? (lane === 'long' ? 'full' : 'small') },
}

const onService = {
  ...common,
  // A page that shares two cores with a second test file may need some seconds to show a change.
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['test/platform/global-setup.ts'],
}
const SERVICE_FOLDERS = ['platform', 'http', 'flows', 'faults', 'browser']

/** Three files keep two cores busy, because each also waits for a page or an answer. */
const FILES_AT_ONCE = 3

export default defineConfig({
  test: {
    maxWorkers: FILES_AT_ONCE,
    reporters: ['default', new LaneReporter(lane)],
    sequence: { sequencer: LaneSequencer },
    experimental: { vcsProvider: { findChangedFiles } },
    forceRerunTriggers: [
      '**/package.json',
      '**/vitest.config.*',
      '**/wrangler.toml',
      '**/migrations/**',
    ],
    // Files that wait for deadlines run first and only beside each other: a file that computes
    // would take the processor from them, and an answer would come after its deadline.
    projects: [
      {
        test: {
          ...onService,
          name: 'waits',
          include: testsOf(lane, SERVICE_FOLDERS, { waits: true }),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onService,
          name: 'service',
          include: testsOf(lane, SERVICE_FOLDERS, { waits: false }),
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: 'pure',
          include: testsOf(lane, ['unit', 'structure', 'internet']),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
