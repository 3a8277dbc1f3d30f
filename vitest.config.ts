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

export default defineConfig({
  test: {
    // Two cores: what runs beside a test file (workerd, Postgres) needs room too. A third of the
    // long lane waits.
    maxWorkers: lane === 'long' ? 3 : 2,
    reporters: ['default', new LaneReporter(lane)],
    sequence: { sequencer: LaneSequencer },
    experimental: { vcsProvider: { findChangedFiles } },
    forceRerunTriggers: [
      '**/package.json',
      '**/vitest.config.*',
      '**/wrangler.toml',
      '**/migrations/**',
    ],
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          include: testsOf(lane, ['unit', 'structure', 'internet']),
        },
      },
      {
        test: {
          ...common,
          name: 'service',
          include: testsOf(lane, ['platform', 'http', 'flows', 'faults', 'browser']),
          // A page that shares two cores with a second test file may need some seconds to show a
          // change.
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['test/platform/global-setup.ts'],
        },
      },
    ],
  },
})
