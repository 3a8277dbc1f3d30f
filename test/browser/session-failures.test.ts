import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, confirmSignIn, signIn } from './browser.ts'
import { type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import {
  isSignedOut,
  opensScreen,
  openVisitors,
  pathOf,
  pressInAccountMenu,
} from './session-steps.ts'

const SLOW_TEST_MS = 90_000
const AGAIN_LIMIT_MS = 45_000
const AGAIN_PAUSE_MS = 500

describe.skipIf(chromiumPath === null)('the session in a browser', () => {
  let dashboard: Dashboard
  const { newEmail, visitor, signedIn, leave } = openVisitors(() => dashboard)

  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterEach(leave)
  afterAll(() => dashboard.stop())

  /** Presses "Try again" until no error is shown, as an impatient user does. */
  async function tryAgain(page: Page): Promise<void> {
    const press = () =>
      page.getByRole('button', { name: 'Try again' }).first().click({ timeout: 1_000 })
    const failures = async () => {
      await press().catch(() => null)
      return page.getByRole('alert').filter({ hasText: /./ }).count()
    }
    await expect.poll(failures, { timeout: AGAIN_LIMIT_MS, interval: AGAIN_PAUSE_MS }).toBe(0)
  }

  describe('going on and ending', () => {
    test(
      'while the identity provider is down, an expired session shows a failure and is not signed out',
      async () => {
        const { page } = await visitor()
        const { platform } = dashboard.service
        await page.goto(
          `/app/confirm?token_hash=${platform.identity.magicLink(newEmail(), 1)}&type=email`,
        )
        await confirmSignIn(page)
        await opensScreen(page, 'Analyze a domain')
        await platform.breakPart({ target: platform.identity.host, mode: 'down', rate: 1, ms: 0 })
        await expect
          .poll(() => page.evaluate(() => fetch('/session').then(({ status }) => status)), {
            timeout: 15_000,
          })
          .toBe(503)
        await page.goto('/app/jobs')
        await opensScreen(page, 'The service does not answer')
        await expect
          .poll(() => page.getByRole('alert').innerText())
          .toMatch(/UNAVAILABLE[\s\S]*Request/)
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
      await pressInAccountMenu(page, 'button', 'Sign out')
      await isSignedOut(page)
      await isSignedOut(other)
      await signIn(page, dashboard.service, email)
      await opensScreen(other, 'API keys')
      expect(pathOf(other)).toBe('/app/keys')
    })
  })

  describe('addresses', () => {
    test(
      'a screen opens by its address and stays after a reload',
      async () => {
        const { page } = await signedIn()
        for (const path of ['/app/', '/app/jobs?status=failed', '/app/settings']) {
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
  })

  describe('failures', () => {
    test(
      'without a connection, a screen says so, keeps the dashboard, and goes on after "Try again"',
      async () => {
        const { page, context } = await signedIn()
        for (const name of ['Analyses', 'API keys', 'Webhooks']) {
          await pressInAccountMenu(page, 'link', name)
          await opensScreen(page, name)
        }
        await context.setOffline(true)
        await pressInAccountMenu(page, 'link', 'Settings')
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
            json: {
              data: null,
              error: { code: 'INTERNAL', message: 'The service failed.' },
              meta: null,
            },
          })
        })
        await pressInAccountMenu(page, 'link', 'API keys')
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
        await dashboard.service.platform.breakPart({
          target: 'postgres',
          mode: 'down',
          rate: 1,
          ms: 0,
        })
        await pressInAccountMenu(page, 'link', 'Webhooks')
        const alert = page.getByRole('alert').filter({ hasText: 'Request' })
        await alert.first().waitFor({ timeout: 40_000 })
        expect(await alert.first().innerText()).toMatch(/[A-Z]{3,}[\s\S]*Request [\w-]{8,64}/)
        await dashboard.service.platform.mendAll()
        await tryAgain(page)
        await opensScreen(page, 'Webhooks')
      },
      SLOW_TEST_MS,
    )

    // This test must be the last one, because it uses up the number of sign-in links that one
    // minute allows.
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
