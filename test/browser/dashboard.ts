import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createInternet } from '../internet/internet.ts'
import type { Receivers } from '../internet/receivers.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { type Service, startService } from '../platform/service.ts'
import { closeVisitors, sharedChromium } from './browser.ts'

export interface Dashboard {
  readonly service: Service
  readonly browser: Browser
  readonly receivers: Receivers
  stop(): Promise<void>
}

const LOADED_LIMIT_MS = 20_000

/**
 * Starts the service without a limit for sign-ins, because a test signs in more often than a user.
 */
export async function startDashboard(options: PlatformOptions = {}): Promise<Dashboard> {
  const internet = await createInternet()
  const [service, browser] = await Promise.all([
    startService({
      internet,
      ...options,
      env: { VERIFY_TOKEN_PER_MINUTE: '1000', ...options.env },
    }),
    sharedChromium(),
  ])
  return {
    service,
    browser,
    receivers: internet.receivers,
    async stop() {
      await closeVisitors(browser)
      await service.stop()
      await internet.close()
    },
  }
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Signs in without opening a page. The cookies also work in other browser profiles. */
export async function cookiesOf(service: Service, email: string): Promise<Cookies> {
  const response = await fetch(`${service.baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.baseUrl, connection: 'close' },
    body: JSON.stringify({ token: service.platform.identity.magicLink(email), type: 'email' }),
  })
  const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  const at = pair.indexOf('=')
  if (!response.ok || at < 0)
    throw new Error(`POST /session answered ${response.status} ${await response.text()}`)
  return [
    {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: new URL(service.baseUrl).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    },
  ]
}

/** Waits until the page has loaded. Throws after 20 s. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: LOADED_LIMIT_MS })
  const deadline = Date.now() + LOADED_LIMIT_MS
  // When one part of a page has loaded, another part can begin to load. So the page must be quiet
  // twice in a row.
  for (let quiet = 0; quiet < 2; ) {
    quiet = (await page.evaluate(loadingParts)) === 0 ? quiet + 1 : 0
    if (Date.now() > deadline) throw new Error(`${page.url()} is still being loaded`)
  }
}

/**
 * Returns the number of parts that still load. A part that loads shows an element with the role
 * `status`, with a label and without text. The element appears only after the next frame.
 */
async function loadingParts(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)))
  return [...document.querySelectorAll('[role=status][aria-label]')].filter(
    ({ textContent }) => textContent === '',
  ).length
}
