import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath, confirmSignIn, signIn } from './browser.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import {
  isSignedOut,
  opensScreen,
  openVisitors,
  pathOf,
  pressInAccountMenu,
} from './session-steps.ts'

/**
 * Largest number of clicks from the mailed link to the first answer: on "Sign in", on "Continue",
 * on the field and on "Analyze".
 */
const CLICKS_MAX = 4

describe.skipIf(chromiumPath === null)('the session in a browser', () => {
  let dashboard: Dashboard
  const { newEmail, visitor, leave } = openVisitors(() => dashboard)

  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterEach(leave)
  afterAll(() => dashboard.stop())

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

  describe('signing in', () => {
    test('the mailed link signs in, although a mail scanner has opened it twice before', async () => {
      const { page } = await visitor()
      const email = newEmail()
      await page.goto('/app/')
      await askForLink(page, email)
      const link = await mailedLink(email)
      for (const _ of [1, 2])
        expect((await fetch(link, { headers: { connection: 'close' } })).status).toBe(200)
      await page.goto(link)
      await page.reload()
      await page.goto(link)
      await confirmSignIn(page)
      await opensScreen(page, 'Analyze a domain')
      await pressInAccountMenu(page, 'button', 'Sign out')
      await isSignedOut(page)
    })

    test('the link of another person names that person, who can be left before anything else', async () => {
      const attacker = newEmail()
      const { page } = await visitor()
      const token = dashboard.service.platform.identity.magicLink(attacker)
      await page.goto(`/app/confirm?token_hash=${token}&type=email`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText(`This account belongs to ${attacker}.`).waitFor()
      expect(pathOf(page)).toBe('/app/confirm')
      expect(await page.getByRole('navigation').count()).toBe(0)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Not you? Sign out' }).click()
      await isSignedOut(page)
      await page.reload()
      await isSignedOut(page)
    })

    test('a link that was used, or that never existed, says so and leads to a new one', async () => {
      const email = newEmail()
      const token = dashboard.service.platform.identity.magicLink(email)
      const first = await visitor()
      await first.page.goto(`/app/confirm?token_hash=${token}&type=email`)
      await confirmSignIn(first.page)
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
      await page.goto(
        `/app/confirm?token_hash=${dashboard.service.platform.identity.magicLink(newEmail())}&type=email`,
      )
      await confirmSignIn(page)
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
      await confirmSignIn(page)
      await opensScreen(page, 'Analyses')
      expect(pathOf(page)).toBe('/app/jobs?status=failed')
    })

    test('a stored destination of another site is not followed', async () => {
      const { page } = await visitor()
      const email = newEmail()
      await page.goto('/app/')
      await page.evaluate(
        (stored) => localStorage.setItem('destination', stored),
        JSON.stringify({ email, path: '//evil.example/app/' }),
      )
      await signIn(page, dashboard.service, email)
      await opensScreen(page, 'Analyze a domain')
      expect(pathOf(page)).toBe('/app/')
    })

    test('the page that another user opened before the sign-in is not shown', async () => {
      const { page } = await visitor()
      await page.goto('/app/entities/Thorncastle%20Group%20plc')
      await askForLink(page, newEmail())
      await signIn(page, dashboard.service, newEmail())
      await opensScreen(page, 'Analyze a domain')
      expect(pathOf(page)).toBe('/app/')
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  })
})

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
