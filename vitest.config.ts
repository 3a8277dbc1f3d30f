import { defineConfig } from 'vitest/config'

const common = { testTimeout: 60_000, hookTimeout: 60_000, restoreMocks: true }

export default defineConfig({
  test: {
    // Two cores: what runs beside a test file (workerd, Postgres) needs room too.
    maxWorkers: 2,
    projects: [
      // Pure parts keep nothing that another file could find: a worker loads them once.
      {
        test: { ...common, name: 'pure', isolate: false, include: ['test/{unit,structure,internet}/**/*.test.ts'] },
      },
      {
        test: {
          ...common,
          name: 'service',
          // Faults are drawn at random and processes are killed: a busy machine may need a second try.
          retry: 2,
          include: ['test/{platform,http,flows,faults}/**/*.test.ts'],
          globalSetup: ['test/platform/global-setup.ts'],
        },
      },
    ],
  },
})
