import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { chromiumPath, PHONE, visit } from './browser.ts'
import { cookiesOf, startDashboard, untilLoaded } from './dashboard.ts'
import { allScreens, publicScreens } from './screens.ts'
import { type SeededAccount, seedAccount } from './seeded-account.ts'

/**
 * Writes the screenshots in `docs/pictures`, from an account on the simulated internet.
 * Run it after a change of the design: `node --import tsx test/browser/pictures.ts [SCREEN…]`.
 */
const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const EMAIL = 'analyst@example-security.com'
const WINDOW = { width: 1280, height: 940 }
const WEBP_QUALITY = 80
/**
 * Time until fonts have loaded and graphs have stopped moving. The page has no sign that shows
 * this.
 */
const REST_MS = 600

/** Screens without a picture, because each looks like another screen or is rarely seen. */
const LEFT_OUT = ['feedback', 'jobs of a status', 'quick job', 'webhook delivery']
const IN_DARK = ['deep job', 'correlation']
const ON_PHONE = ['analyze', 'deep job', 'imitation', 'jobs', 'changes', 'share']

const RUNNING_LIST = 'list running'
/** The last two answer slowly, so the list still runs in the picture. */
const LISTED = [
  'morrowdalefoods.com',
  'morrowdalefoods-refund.top',
  'vintara.com',
  'vintaraplay.com',
  'haldensee.ch',
  'tallowbyfoods.com',
  'kettleridgegazette.com',
  'silentquarry.net',
  'hangingmoss.com',
  'slowdripcoffee.org',
]
const ANSWERS_SHOWN = 5

async function main(): Promise<void> {
  if (chromiumPath === null) throw new Error('Install chromium, or set CHROMIUM_PATH.')
  const wanted = process.argv.slice(2)
  const { browser, service, stop, ...rest } = await startDashboard()
  try {
    const seeded = await seedAccount({ browser, service, stop, ...rest }, EMAIL)
    const cookies = await cookiesOf(service, EMAIL)
    await mkdir(FOLDER, { recursive: true })
    if (wanted.length === 0) await removeOldPictures()
    const views = [
      { view: '', options: {}, isOf: (name: string) => !LEFT_OUT.includes(name) },
      {
        view: '-dark',
        options: { theme: 'dark' as const },
        isOf: (name: string) => IN_DARK.includes(name),
      },
      {
        view: '-phone',
        options: { isPhone: true },
        isOf: (name: string) => ON_PHONE.includes(name),
      },
    ]
    for (const { view, options, isOf } of views) {
      const visitor = await visit(browser, service, options)
      await visitor.context.addCookies(cookies)
      await visitor.page.setViewportSize(view === '-phone' ? PHONE : WINDOW)
      for (const screen of [...publicScreens(seeded), ...allScreens(seeded)]) {
        if (!isOf(screen.name) || (wanted.length > 0 && !wanted.includes(screen.name))) continue
        await visitor.page.goto(screen.path)
        await untilLoaded(visitor.page)
        await keepPicture(visitor.page, `${screen.name}${view}`)
      }
      if (view === '' && (wanted.length === 0 || wanted.includes(RUNNING_LIST)))
        await showRunningList(visitor.page, seeded)
      await visitor.close()
    }
  } finally {
    await stop()
  }
}

/** Sends a list and takes its picture while its last lines run. */
async function showRunningList(page: Page, { account }: SeededAccount): Promise<void> {
  const body = { domains: LISTED, depth: 'quick', name: 'Reported shops' }
  const { text } = await account.request('POST', '/analyze/bulk', body)
  const { bulk_job_id: id } = JSON.parse(text)
  await page.goto(`/app/bulk/${id}`)
  const lines = page.getByRole('list', { name: 'Lines of the list' })
  await lines
    .getByText('%')
    .nth(ANSWERS_SHOWN - 1)
    .waitFor()
  await keepPicture(page, RUNNING_LIST)
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const bytes = await takePicture(page)
  const file = `${name.replaceAll(' ', '-')}.webp`
  await writeFile(path.join(FOLDER, file), bytes)
  console.log(`${file} ${(bytes.length / 1_000).toFixed(0)} kB`)
}

async function removeOldPictures(): Promise<void> {
  const files = await readdir(FOLDER)
  for (const file of files.filter((name) => name.endsWith('.webp')))
    await rm(path.join(FOLDER, file))
}

/**
 * Takes a picture in the WebP format. The focus is removed first, because its ring would be
 * visible.
 */
async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  )
  await page.waitForTimeout(REST_MS)
  const debuggerSession = await page.context().newCDPSession(page)
  const { data } = await debuggerSession.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
  })
  await debuggerSession.detach()
  return Buffer.from(data, 'base64')
}

await main()
process.exit(0)
