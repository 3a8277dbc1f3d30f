import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath, confirmSignIn, signIn } from './browser.ts'
import { type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import {
  isSignedOut,
  opensScreen,
  openVisitors,
  pathOf,
  pressInAccountMenu,
} from './session-steps.ts'

describe.skipIf(chromiumPath === null)('the session in a browser', () => {
  let dashboard: Dashboard
  const { newEmail, visitor, signedIn, leave } = openVisitors(() => dashboard)

  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterEach(leave)
  afterAll(() => dashboard.stop())

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
        if (told.includes(token))
          carriers.push(new URL(request.url()).pathname.replace(/[\w.-]+$/, ''))
      })
      await page.goto(`/app/confirm?token_hash=${token}&type=email`)
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(page.url()).not.toContain(token)
      await confirmSignIn(page)
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
      // The first address of the page contains the token, so requests for the page's own files
      // carry it in the Referer. No request of a script may carry it, except the exchange of the
      // token.
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
      await page.goto(
        `/app/confirm?token_hash=${platform.identity.magicLink(newEmail(), 1)}&type=email`,
      )
      await confirmSignIn(page)
      await opensScreen(page, 'Analyze a domain')
      const renewals = () => refreshes(dashboard)
      const before = renewals()
      await pressInAccountMenu(page, 'link', 'API keys')
      await opensScreen(page, 'API keys')
      await untilLoaded(page)
      await expect.poll(renewals).toBeGreaterThan(before)
      await page.reload()
      await opensScreen(page, 'API keys')
      expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    })

    test('after signing out, no page of the history shows the account again', async () => {
      const { page, context } = await signedIn()
      await pressInAccountMenu(page, 'link', 'Settings')
      await opensScreen(page, 'Settings')
      await pressInAccountMenu(page, 'button', 'Sign out')
      await isSignedOut(page)
      expect(await context.cookies()).toEqual([])
      await page.goBack()
      await isSignedOut(page)
      expect(await page.getByText(/@tests\.example/).count()).toBe(0)
    })

    test('signing out removes what the browser stores for the user', async () => {
      const { page } = await signedIn()
      await page.evaluate(() => localStorage.setItem('user:1:own-operators', '["Oak plc"]'))
      await pressInAccountMenu(page, 'button', 'Sign out')
      await isSignedOut(page)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })

    test('a session that ended while typing asks for a sign-in and keeps the text', async () => {
      const email = newEmail()
      const { page, context, tab } = await signedIn(email)
      const field = page.getByLabel('Domain', { exact: true })
      await field.fill('thorncastle-group.com')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Analyze', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session ended' })
      await dialog.waitFor()
      await expectAccessible(page)
      expect(await dialog.getByLabel('Email address').inputValue()).toBe(email)
      await dialog.getByRole('button', { name: 'Send me a link' }).click()
      await dialog.getByText('A link is on its way').waitFor()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByText('You are not signed in as the same user yet').waitFor()
      await signIn(await tab(), dashboard.service, email)
      await dialog.waitFor({ state: 'hidden' })
      expect(await field.inputValue()).toBe('thorncastle-group.com')
      await page.getByRole('button', { name: 'Analyze', exact: true }).click()
      await opensScreen(page, 'thorncastle-group.com')
    })

    test('another user who signs in sees nothing of the page before', async () => {
      const { page, context, tab } = await signedIn()
      await page.getByLabel('Domain', { exact: true }).fill('thorncastle-group.com')
      await context.clearCookies()
      await pressInAccountMenu(page, 'link', 'API keys')
      await page.getByRole('dialog', { name: 'Your session ended' }).waitFor()
      const other = newEmail()
      await signIn(await tab(), dashboard.service, other)
      await page.getByText(other).first().waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    })

    test('an account that was closed elsewhere is asked to sign in at the next request', async () => {
      const account = await dashboard.service.account()
      const { page } = await signedIn(account.email)
      // Waits for all requests of the first screen. If one of them found the closed account, the
      // page would sign out before the click.
      await untilLoaded(page)
      const closed = await account.request('DELETE', '/auth/me', undefined, {
        authorization: `Bearer ${account.bearerToken}`,
      })
      expect(closed.status).toBe(200)
      await pressInAccountMenu(page, 'link', 'API keys')
      await page.getByRole('dialog', { name: 'Your session ended' }).waitFor()
      await page.reload()
      await isSignedOut(page)
    })
  })

  describe('addresses', () => {
    test('back and forward show the screens in the order in which they were opened', async () => {
      const { page } = await signedIn()
      for (const [link, heading] of [
        ['Analyses', 'Analyses'],
        ['API keys', 'API keys'],
        ['Webhooks', 'Webhooks'],
      ] as const) {
        await pressInAccountMenu(page, 'link', link)
        await opensScreen(page, heading)
      }
      await page.goBack()
      await opensScreen(page, 'API keys')
      await page.goBack()
      await opensScreen(page, 'Analyses')
      await page.goForward()
      await opensScreen(page, 'API keys')
      expect(pathOf(page)).toBe('/app/keys')
    })
  })
})

const refreshes = ({ service }: Dashboard) =>
  service.platform.outgoing
    .list(service.platform.identity.host)
    .filter(({ url }) => url.includes('grant_type=refresh_token')).length
