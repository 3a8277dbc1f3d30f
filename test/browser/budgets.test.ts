import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { gzipBytesOf, loadedFiles, relativeTimesOfLoad } from './page-load.ts'

const SCRIPT_BYTES_MAX = 48_000
const STYLE_BYTES_MAX = 14_000
/**
 * Processor time in reference tasks. `npm run bench -- dashboard` checks when the page is painted:
 * here other tests use the processor at the same time.
 */
const SUM_MAX = 3
const LONGEST_MAX = 0.6
const EMAIL = 'budget@tests.example'

describe.skipIf(chromiumPath === null)('the budgets of the first load', () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.stop())

  test('scripts and styles stay within their sizes, and no chart or graph is loaded', async () => {
    const files = await loadedFiles(dashboard.browser, dashboard.service, EMAIL)
    const scripts = gzipBytesOf(files, 'script')
    const styles = gzipBytesOf(files, 'style')
    console.log(`first load: ${scripts} B of scripts and ${styles} B of styles (gzip)`)
    expect(scripts).toBeGreaterThan(0)
    expect(styles).toBeGreaterThan(0)
    expect(scripts).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
    expect(styles).toBeLessThanOrEqual(STYLE_BYTES_MAX)
    expect(
      files.map(({ path }) => path).filter((path) => /plot|chart|graph|force|correlat/i.test(path)),
    ).toEqual([])
  })

  test('a file of the first load is fetched once and then comes from the cache of the browser', async () => {
    const files = await loadedFiles(dashboard.browser, dashboard.service, EMAIL)
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)])
    for (const { path } of files.filter(({ kind }) => kind !== 'other')) {
      const { headers } = await fetch(dashboard.service.baseUrl + path, {
        headers: { connection: 'close' },
      })
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('the first load needs little processor time, and no task holds the page up', async () => {
    const { sum, longest } = await relativeTimesOfLoad(dashboard.browser, dashboard.service, EMAIL)
    console.log(`first load: ${sum.toFixed(2)} reference tasks, ${longest.toFixed(2)} at once`)
    expect(sum).toBeLessThanOrEqual(SUM_MAX)
    expect(longest).toBeLessThanOrEqual(LONGEST_MAX)
  })
})
