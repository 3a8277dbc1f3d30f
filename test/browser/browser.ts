import { accessSync, constants } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Service } from '../platform/service.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Path of Chromium: CHROMIUM_PATH, or one of the usual paths. Null if this machine has no Chromium.
 */
export const chromiumPath = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find(isExecutable) ?? null

if (chromiumPath === null)
  console.log('Skipped the tests in a browser: install chromium, or set CHROMIUM_PATH.')

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return file !== ''
  } catch {
    return false
  }
}

/**
 * Starts Chromium without its sandbox, because Chromium refuses to run as root with a sandbox. It
 * does not use /dev/shm, because small machines have little shared memory.
 */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('there is no Chromium on this machine')
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

let shared: Promise<Browser> | null = null

/** The test files of one worker process share one Chromium, which ends with the process. */
export async function sharedChromium(): Promise<Browser> {
  shared ??= startChromium()
  return shared
}

/**
 * Closes all pages of a test file. Otherwise they would go on sending requests to the service after
 * the tests have ended.
 */
export async function closeVisitors(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** A browser user with cookies and storage of their own. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /**
   * Violations of the content security policy and of Trusted Types, and script errors. All tabs of
   * the user are included.
   */
  readonly violations: string[]
  tab(): Promise<Page>
  close(): Promise<void>
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

export async function visit(
  browser: Browser,
  service: Service,
  options: { theme?: 'light' | 'dark'; isPhone?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: service.baseUrl,
    colorScheme: options.theme ?? 'light',
    viewport: options.isPhone ? PHONE : DESKTOP,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const violations: string[] = []
  await context.exposeBinding('reportViolation', (_, text: string) => violations.push(text))
  await context.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample, sourceFile }) => {
        const report = Reflect.get(globalThis, 'reportViolation')
        report(`${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`)
      },
    )
  })
  context.on('weberror', (error) =>
    violations.push(`script: ${error.error().stack ?? error.error().message}`),
  )
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      violations.push(message.text())
  })
  return {
    context,
    page: await context.newPage(),
    violations,
    tab: () => context.newPage(),
    close: () => context.close(),
  }
}

/** Signs in on the page of a mailed link, and accepts the account that is shown then. */
export async function confirmSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in with a mailed link, as a user does. */
export async function signIn(page: Page, service: Service, email: string): Promise<void> {
  const token = service.platform.identity.magicLink(email)
  await page.goto(`/app/confirm?token_hash=${token}&type=email`)
  await confirmSignIn(page)
  await page.locator('main#content').waitFor()
}

export async function visitSignedIn(
  browser: Browser,
  service: Service,
  email: string,
  options: Parameters<typeof visit>[2] = {},
): Promise<Visitor> {
  const visitor = await visit(browser, service, options)
  await signIn(visitor.page, service, email)
  return visitor
}

export function expectNoViolations({ violations }: Visitor): void {
  expect(violations).toEqual([])
}
