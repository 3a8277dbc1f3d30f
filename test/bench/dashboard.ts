import { chromiumPath } from '../browser/browser.ts'
import { startDashboard } from '../browser/dashboard.ts'
import { gzipBytesOf, loadedFiles, medianTimes } from '../browser/page-load.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const ROUNDS = 9
const EMAIL = 'bench@tests.example'

/** Measures the first load of the dashboard on a processor that is slowed down four times. */
export async function benchDashboard(): Promise<BenchRow[]> {
  if (chromiumPath === null)
    return [shown('first load of the dashboard', 'not measured: there is no Chromium')]
  const { browser, service, stop } = await startDashboard()
  try {
    const files = await loadedFiles(browser, service, EMAIL)
    const { paintMs, blockedMs } = await medianTimes(browser, service, EMAIL, ROUNDS)
    return [
      bounded('scripts of the first load: kB (gzip)', gzipBytesOf(files, 'script') / 1_000, {
        most: 45,
      }),
      bounded('styles of the first load: kB (gzip)', gzipBytesOf(files, 'style') / 1_000, {
        most: 12,
      }),
      bounded(
        'largest contentful paint: median ms',
        paintMs,
        { most: 1_500 },
        'processor slowed down 4 times',
      ),
      bounded(
        'total blocking time: median ms',
        blockedMs,
        { most: 100 },
        'processor slowed down 4 times',
      ),
    ]
  } finally {
    await stop()
  }
}
