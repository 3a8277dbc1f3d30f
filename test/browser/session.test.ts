import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, expectNoViolations, signIn, type Visitor, visit } from './browser.ts'
import { type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import { COMMON_SCREENS } from './screens.ts'

/** Clicks of a new user from the mailed link to the first answer: "Sign in", the field, "Analyze", and one more. */
const CLICKS_MAX = 4
const SLOW_TEST_MS = 90_000
const AGAIN_LIMIT_MS = 45_000
const AGAIN_PAUSE_MS = 500

describe.skipIf(chromiumPath === null)('the session in a browser', () => {
  let dashboard: Dashboard
  const visitors: Visitor[] = []
  let users = 0

  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterEach(async () => {
    await dashboard.service.platform.mendAll()
    const left = visitors.splice(0)
    for (const { close } of left) await close()
    for (const visitor of left) expectNoViolations(visitor)
  })
  afterAll(() => dashboard.stop())

  const newEmail = () => {
    users += 1
    return `user-${users}@tests.example`
  }
  async function visitor(): Promise<Visitor> {
    const opened = await visit(dashboard.browser, dashboard.service)
    visitors.push(opened)
    return opened
  }
  async function signedIn(email = newEmail()): Promise<Visitor> {
    const opened = await visitor()
    await signIn(opened.page, dashboard.service, email)
    return opened
  }
  /** Address of the link in the newest mail to a user. */
  async function mailedLink(email: string): Promise<string> {
    const mails = () => dashboard.service.platform.outbox.list(email)
    await expect.poll(() => mails().length).toBeGreaterThan(0)
    const link = /https?:\/\/\S+/.exec(mails().at(-1)?.text ?? '')?.[0]
    if (link === undefined) throw new Error('the mail has no link')
    return link
  }
  async function askForLink(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  }
  const isSignedOut = (page: Page) => page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  /** Presses "Try again" until no failure is shown, as an impatient user does. */
  async function tryAgain(page: Page): Promise<void> {
    const press = () => page.getByRole('button', { name: 'Try again' }).first().click({ timeout: 1_000 })
    const failures = async () => {
      await press().catch(() => null)
      return page.getByRole('alert').filter({ hasText: /./ }).count()
    }
    await expect.poll(failures, { timeout: AGAIN_LIMIT_MS, interval: AGAIN_PAUSE_MS }).toBe(0)
  }
  const opensScreen = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  describe('signing in', () => {
    test('the mailed link signs in, although a mail scanner has opened it twice before', async () => {
      const { page } = await visitor()
      const email = newEmail()
      await page.goto('/app/')
      await askForLink(page, email)
      const link = await mailedLink(email)
      for (const _ of [1, 2]) expect((await fetch(link, { headers: { connection: 'close' } })).status).toBe(200)
      await page.goto(link)
      await page.reload()
      await page.goto(link)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await opensScreen(page, 'Analyze a domain')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await isSignedOut(page)
    })

    test('a link that was used, or that never existed, says so and leads to a new one', async () => {
      const email = newEmail()
      const token = dashboard.service.platform.identity.magicLink(email)
      const first = await visitor()
      await first.page.goto(`/app/confirm?token_hash=${token}&type=email`)
      await first.page.getByRole('button', { name: 'Sign in' }).click()
      await opensScreen(first.page, 'Analyze a domain')
      const { page } = await visitor()
      for (const used of [token, 'pkce_never_existed']) {
        await page.goto(`/app/confirm?token_hash=${used}&type=email`)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
        await page.getByRole('link', { name: 'Sign in' }).click()
        await isSignedOut(page)
      }
    })

    test('a new user has the first answer with at most four clicks after opening the mailed link', async () => {
      const { page, context } = await visitor()
      await countClicks(context)
      const clicks = await clicksOf(page)
      await page.goto(`/app/confirm?token_hash=${dashboard.service.platform.identity.magicLink(newEmail())}&type=email`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Domain', { exact: true }).click()
      await page.keyboard.type('thorncastle-group.com')
      await page.getByRole('button', { name: 'Analyze', exact: true }).click()
      await page.getByText('Thorncastle Group plc').first().waitFor()
      expect(clicks()).toBeLessThanOrEqual(CLICKS_MAX)
    })

    test('an address without a session asks for a sign-in and comes back after it', async () => {
      const { page } = await visitor()
      const email = newEmail()
      await page.goto('/app/jobs?status=failed')
      await askForLink(page, email)
      await page.goto(await mailedLink(email))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await opensScreen(page, 'Jobs')
      expect(pathOf(page)).toBe('/app/jobs?status=failed')
    })

    test('a stored destination of another site is not followed', async () => {
      const { page } = await visitor()
      await page.goto('/app/')
      await page.evaluate(() => localStorage.setItem('destination', '//evil.example/app/'))
      await signIn(page, dashboard.service, newEmail())
      await opensScreen(page, 'Analyze a domain')
      expect(pathOf(page)).toBe('/app/')
    })
  })

  describe('secrets', () => {
    test('no token stays in the address, in storage, in readable cookies or in the history', async () => {
      const { page, context } = await visitor()
      const token = dashboard.service.platform.identity.magicLink(newEmail())
      const bodies: Promise<string>[] = []
      page.on('response', (response) => {
        if (!response.url().endsWith('.js')) bodies.push(response.text().catch(() => ''))
      })
      const carriers: string[] = []
      page.on('request', (request) => {
        const told = `${request.url()} ${request.headers().referer ?? ''}`
        if (told.includes(token)) carriers.push(new URL(request.url()).pathname.replace(/[\w.-]+$/, ''))
      })
      await page.goto(`/app/confirm?token_hash=${token}&type=email`)
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(page.url()).not.toContain(token)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await opensScreen(page, 'Analyze a domain')
      await page.goBack().catch(() => null)
      expect(page.url()).not.toContain(token)
      await page.goto('/app/keys')
      await untilLoaded(page)
      const readable = await page.evaluate(async () => ({
        cookies: document.cookie,
        local: JSON.stringify(localStorage),
        session: JSON.stringify(sessionStorage),
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
      }))
      expect(readable).toEqual({ cookies: '', local: '{}', session: '{}', databases: 0, caches: 0 })
      const answers = (await Promise.all(bodies)).join('\n')
      expect(answers).not.toMatch(/eyJ[\w-]{10,}\.|refresh_token|access_token/)
      // The files of the page itself are asked for with its address. No request of a script carries the token, except its exchange.
      expect([...new Set(carriers)].sort()).toEqual(['/app/', '/app/assets/'])
      const [cookie] = await context.cookies()
      expect(cookie).toMatchObject({
        name: '__Host-session',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
      })
      expect(answers).not.toContain(cookie?.value)
    })

    test('another site can neither frame the dashboard nor use the session', async () => {
      const { page, context } = await signedIn()
      const target = dashboard.service.baseUrl
      await context.route('https://evil.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<iframe src="${target}/app/keys"></iframe><form method="post" action="${target}/session/link" target="out"><input name="email" value="a@b.example"><button>Go</button></form><iframe name="out"></iframe>`,
        }),
      )
      const evil = await context.newPage()
      const asked: string[] = []
      evil.on('request', (request) => {
        if (request.url().startsWith(target))
          asked.push(`${request.method()} ${request.headers().cookie ?? 'no cookie'}`)
      })
      await evil.goto('https://evil.example/')
      await expect.poll(() => evil.frames()[1]?.url()).toMatch(/^chrome-error:/)
      const stolen = await evil.evaluate(
        (url) =>
          fetch(`${url}/app/api/jobs`, { credentials: 'include' }).then(
            (answer) => answer.text(),
            () => 'refused',
          ),
        target,
      )
      expect(stolen).toBe('refused')
      expect(asked.filter((request) => !request.endsWith('no cookie'))).toEqual([])
      await evil.close()
      await page.reload()
      await opensScreen(page, 'Analyze a domain')
    })
  })

  describe('going on and ending', () => {
    test('an expired session is renewed by itself, and the user notices nothing', async () => {
      const { page } = await visitor()
      const { platform } = dashboard.service
      await page.goto(`/app/confirm?token_hash=${platform.identity.magicLink(newEmail(), 1)}&type=email`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await opensScreen(page, 'Analyze a domain')
      const renewals = () => refreshes(dashboard)
      const before = renewals()
      await page.getByRole('link', { name: 'API keys' }).click()
      await opensScreen(page, 'API keys')
      await untilLoaded(page)
      await expect.poll(renewals).toBeGreaterThan(before)
      await page.reload()
      await opensScreen(page, 'API keys')
      expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    })

    test(
      'while the identity provider is down, an expired session shows a failure and is not signed out',
      async () => {
        const { page } = await visitor()
        const { platform } = dashboard.service
        await page.goto(`/app/confirm?token_hash=${platform.identity.magicLink(newEmail(), 1)}&type=email`)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await opensScreen(page, 'Analyze a domain')
        await platform.breakPart({ target: platform.identity.host, mode: 'down', rate: 1, ms: 0 })
        await expect
          .poll(() => page.evaluate(() => fetch('/session').then(({ status }) => status)), { timeout: 15_000 })
          .toBe(503)
        await page.goto('/app/jobs')
        await opensScreen(page, 'The service does not answer')
        await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/UNAVAILABLE[\s\S]*Request/)
        await platform.mendAll()
        await tryAgain(page)
        expect(pathOf(page)).toBe('/app/jobs')
      },
      SLOW_TEST_MS,
    )

    test('signing out in one tab signs out the other, and signing in again lets it go on', async () => {
      const email = newEmail()
      const { page, tab } = await signedIn(email)
      const other = await tab()
      await other.goto('/app/keys')
      await opensScreen(other, 'API keys')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await isSignedOut(page)
      await isSignedOut(other)
      await signIn(page, dashboard.service, email)
      await opensScreen(other, 'API keys')
      expect(pathOf(other)).toBe('/app/keys')
    })

    test('after signing out, no page of the history shows the account again', async () => {
      const { page, context } = await signedIn()
      await page.getByRole('link', { name: 'Settings' }).click()
      await opensScreen(page, 'Settings')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await isSignedOut(page)
      expect(await context.cookies()).toEqual([])
      await page.goBack()
      await isSignedOut(page)
      expect(await page.getByText(/@tests\.example/).count()).toBe(0)
    })

    test('an account that was closed elsewhere is signed out at the next request', async () => {
      const account = await dashboard.service.account()
      const { page } = await signedIn(account.email)
      // A request of the first screen must not find the closed account: it would sign out before the click.
      await untilLoaded(page)
      const closed = await account.request('DELETE', '/auth/me', undefined, {
        authorization: `Bearer ${account.bearerToken}`,
      })
      expect(closed.status).toBe(200)
      await page.getByRole('link', { name: 'API keys' }).click()
      await isSignedOut(page)
    })
  })

  describe('addresses', () => {
    test(
      'every screen opens by its address and stays after a reload',
      async () => {
        const { page } = await signedIn()
        for (const { path } of COMMON_SCREENS) {
          await page.goto(path)
          await untilLoaded(page)
          const title = await page.title()
          await page.reload()
          await untilLoaded(page)
          expect([path, pathOf(page), await page.title()]).toEqual([path, path, title])
        }
      },
      SLOW_TEST_MS,
    )

    test('back and forward show the screens in the order in which they were opened', async () => {
      const { page } = await signedIn()
      for (const [link, heading] of [
        ['Jobs', 'Jobs'],
        ['API keys', 'API keys'],
        ['Webhooks', 'Webhooks'],
      ] as const) {
        await page
          .getByRole('navigation', { name: 'Pages of the dashboard' })
          .getByRole('link', { name: link, exact: true })
          .click()
        await opensScreen(page, heading)
      }
      await page.goBack()
      await opensScreen(page, 'API keys')
      await page.goBack()
      await opensScreen(page, 'Jobs')
      await page.goForward()
      await opensScreen(page, 'API keys')
      expect(pathOf(page)).toBe('/app/keys')
    })
  })

  describe('failures', () => {
    test(
      'without a connection, a screen says so, keeps the dashboard, and goes on after "Try again"',
      async () => {
        const { page, context } = await signedIn()
        for (const name of ['API keys', 'Webhooks', 'Jobs']) {
          await page.getByRole('link', { name, exact: true }).click()
          await opensScreen(page, name)
        }
        await context.setOffline(true)
        await page.getByRole('link', { name: 'Settings' }).click()
        await expect
          .poll(
            () =>
              page
                .getByRole('alert')
                .filter({ hasText: /OFFLINE|connection/i })
                .count(),
            { timeout: 15_000 },
          )
          .toBeGreaterThan(0)
        await page.getByRole('navigation', { name: 'Pages of the dashboard' }).waitFor()
        await context.setOffline(false)
        await tryAgain(page)
        await opensScreen(page, 'Settings')
      },
      SLOW_TEST_MS,
    )

    test(
      'a failure of the service is shown with its request id, and "Try again" repeats it',
      async () => {
        const { page, context } = await signedIn()
        const ids: string[] = []
        await context.route('**/app/api/auth/keys', (route) => {
          const id = `req-${ids.length}-of-the-test`
          ids.push(id)
          return route.fulfill({
            status: 500,
            headers: { 'x-request-id': id },
            json: { data: null, error: { code: 'INTERNAL', message: 'The service failed.' }, meta: null },
          })
        })
        await page.getByRole('link', { name: 'API keys' }).click()
        const alert = page.getByRole('alert').filter({ hasText: 'INTERNAL' })
        await alert.waitFor({ timeout: 20_000 })
        expect(await alert.innerText()).toContain(ids.at(-1))
        await context.unroute('**/app/api/auth/keys')
        await alert.getByRole('button', { name: 'Try again' }).click()
        await alert.waitFor({ state: 'detached' })
        expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
      },
      SLOW_TEST_MS,
    )

    test(
      'while the database is down, the dashboard shows the code and the request id of the failure, and goes on later',
      async () => {
        const { page } = await signedIn()
        await dashboard.service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1, ms: 0 })
        await page.getByRole('link', { name: 'Webhooks' }).click()
        const alert = page.getByRole('alert').filter({ hasText: 'Request' })
        await alert.first().waitFor({ timeout: 40_000 })
        expect(await alert.first().innerText()).toMatch(/[A-Z]{3,}[\s\S]*Request [\w-]{8,64}/)
        await dashboard.service.platform.mendAll()
        await tryAgain(page)
        await opensScreen(page, 'Webhooks')
      },
      SLOW_TEST_MS,
    )

    // This test uses up the links of the minute, so it is the last one.
    test('a bad address is explained at its field, and too many links are refused with a time', async () => {
      const { page } = await visitor()
      await page.goto('/app/')
      const field = page.getByLabel('Email address')
      await field.fill('somebody@localhost')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
      for (let sent = 0; sent < 6; sent += 1) {
        await page.evaluate(() =>
          fetch('/session/link', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'many@tests.example' }),
          }),
        )
      }
      await field.fill('many@tests.example')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await expect
        .poll(() => page.getByRole('alert').filter({ hasText: 'RATE_LIMITED' }).innerText())
        .toMatch(/again in \d+ s/)
    })
  })
})

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

const refreshes = ({ service }: Dashboard) =>
  service.platform.outgoing
    .list(service.platform.identity.host)
    .filter(({ url }) => url.includes('grant_type=refresh_token')).length

async function countClicks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) void Reflect.get(globalThis, 'noteClick')()
      },
      { capture: true },
    )
  })
}

async function clicksOf(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('noteClick', () => {
    clicks += 1
  })
  return () => clicks
}
