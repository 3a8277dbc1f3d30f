import { defineConfig } from 'vitest/config'
import { findChangedFiles } from './test/platform/changed-files.ts'

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  setupFiles: ['test/platform/unexpected-errors.ts'],
}

export default defineConfig({
  test: {
    // Two cores: what runs beside a test file (workerd, Postgres) needs room too.
    maxWorkers: 2,
    experimental: { vcsProvider: { findChangedFiles } },
    forceRerunTriggers: ['**/package.json', '**/vitest.config.*', '**/wrangler.toml', '**/migrations/**'],
    projects: [
      // Pure parts keep nothing that another file could find: a worker loads them once.
      {
        test: { ...common, name: 'pure', isolate: false, include: ['test/{unit,structure,internet}/**/*.test.ts'] },
      },
      {
        test: {
          ...common,
          name: 'service',
          include: ['test/{platform,http,flows,faults}/**/*.test.ts'],
          globalSetup: ['test/platform/global-setup.ts'],
        },
      },
      // Tests of the dashboard in Chromium. A machine without Chromium skips them and says so.
      {
        test: {
          ...common,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // A page that shares two cores with a second test file may need some seconds to show a change.
          expect: { poll: { timeout: 15_000 } },
          // On a busy machine a click can meet a page in the middle of a change. The report names each test that needed its second try.
          retry: 1,
          globalSetup: ['test/platform/global-setup.ts'],
        },
      },
    ],
  },
})
