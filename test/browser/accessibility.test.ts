import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrastFindings, seriousFindings } from './axe.ts'
import { chromiumPath, DESKTOP, expectNoViolations, PHONE, type Visitor, visit } from './browser.ts'
import { cookiesOf, type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import { sidewaysScroll } from './page-checks.ts'
import { allScreens, COMMON_SCREENS, MISSING_SCREENS, type Screen } from './screens.ts'
import { type SeededAccount, seedAccount } from './seeded-account.ts'

const OPEN_LIMIT_MS = 120_000

describe.skipIf(chromiumPath === null)('accessibility of every screen', () => {
  let dashboard: Dashboard
  let seeded: SeededAccount
  let cookies: Awaited<ReturnType<typeof cookiesOf>>
  let emptyCookies: Awaited<ReturnType<typeof cookiesOf>>
  const visitors: Visitor[] = []

  beforeAll(async () => {
    dashboard = await startDashboard()
    seeded = await seedAccount(dashboard)
    cookies = await cookiesOf(dashboard.service, seeded.account.email)
    emptyCookies = await cookiesOf(dashboard.service, 'empty@tests.example')
  }, OPEN_LIMIT_MS)
  afterAll(async () => {
    for (const visitor of visitors) expectNoViolations(visitor)
    await dashboard.stop()
  })

  async function opened(
    who: Awaited<ReturnType<typeof cookiesOf>>,
    options: Parameters<typeof visit>[2] = {},
  ): Promise<Page> {
    const visitor = await visit(dashboard.browser, dashboard.service, options)
    await visitor.context.addCookies(who)
    visitors.push(visitor)
    return visitor.page
  }

  /**
   * Opens each screen by its address, as from a bookmark, also at the width of a phone. `inDark`:
   * in the dark theme too. Returns the problems by screen.
   */
  async function problemsOf(
    page: Page,
    screens: readonly Screen[],
    { more = structure, inDark = false } = {},
  ) {
    const problems: Record<string, string[]> = {}
    for (const { name, path } of screens) {
      await page.setViewportSize(DESKTOP)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await untilLoaded(page)
      const found = [...(await more(page)), ...(await seriousFindings(page))]
      if (inDark) {
        await page.emulateMedia({ colorScheme: 'dark' })
        found.push(...(await contrastFindings(page)).map((finding) => `dark: ${finding}`))
      }
      await page.setViewportSize(PHONE)
      found.push(...(await sidewaysScroll(page)).map((finding) => `phone: ${finding}`))
      if (found.length > 0) problems[name] = found
    }
    return problems
  }

  test(
    'no screen of a used account has a serious finding or scrolls sideways on a phone',
    async () => {
      expect(await problemsOf(await opened(cookies), allScreens(seeded), { inDark: true })).toEqual(
        {},
      )
    },
    OPEN_LIMIT_MS,
  )

  test(
    'no screen of an empty account has a serious finding or scrolls sideways on a phone',
    async () => {
      expect(await problemsOf(await opened(emptyCookies), COMMON_SCREENS)).toEqual({})
    },
    OPEN_LIMIT_MS,
  )

  test(
    'a page of a thing that does not exist says so in words',
    async () => {
      expect(
        await problemsOf(await opened(cookies), MISSING_SCREENS, { more: explanation }),
      ).toEqual({})
    },
    OPEN_LIMIT_MS,
  )

  test('the open menu of a phone has no serious finding', async () => {
    const page = await opened(cookies, { isPhone: true })
    await page.goto('/app/jobs')
    await untilLoaded(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByText('Account', { exact: true }).click()
    await page.getByRole('link', { name: 'API keys' }).waitFor()
    expect([...(await seriousFindings(page)), ...(await sidewaysScroll(page))]).toEqual([])
  })

  test('the pages before the sign-in have no serious finding', async () => {
    const page = await opened([])
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      for (const path of [
        '/app/',
        '/app/confirm',
        '/app/confirm?token_hash=pkce_none&type=email',
      ]) {
        await page.goto(path)
        await untilLoaded(page)
        expect([path, await seriousFindings(page)]).toEqual([path, []])
      }
    }
  })

  test('the command palette is used by keyboard alone and gives the focus back', async () => {
    const page = await opened(cookies)
    await page.goto('/app/keys')
    await untilLoaded(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('webh')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/webhooks')
    await untilLoaded(page)
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body))
      .toBe(true)
  })

  test('a page starts at its heading, and the skip link leads past the navigation', async () => {
    const page = await opened(cookies)
    await page.goto('/app/jobs')
    await untilLoaded(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#content')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
      .toBe(true)
  })
})

/**
 * Returns problems with the title, the first heading, the landmarks, the order of headings, and the
 * names of controls.
 */
async function structure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const count = (selector: string) => document.querySelectorAll(selector).length
    if (!/^.+ · Domain Attribution$/.test(document.title)) problems.push(`title ${document.title}`)
    if (count('h1') !== 1) problems.push(`${count('h1')} h1`)
    if (count('main') !== 1) problems.push(`${count('main')} main`)
    let level = 1
    for (const heading of document.querySelectorAll(
      'main h1, main h2, main h3, main h4, main h5',
    )) {
      const next = Number(heading.tagName.slice(1))
      if (next > level + 1) problems.push(`h${next} after h${level}: ${heading.textContent}`)
      level = next
    }
    for (const control of document.querySelectorAll('button, a[href]')) {
      const name = `${control.getAttribute('aria-label') ?? ''}${control.textContent}`.trim()
      if (name === '') problems.push(`no name: ${control.outerHTML.slice(0, 120)}`)
    }
    return problems
  })
}

/**
 * Returns the problems of a screen about something that does not exist. The screen must keep its
 * menu and heading, and must explain that nothing was found.
 */
async function explanation(page: Page): Promise<string[]> {
  const text = await page.locator('main').innerText()
  const isExplained =
    /no such|not exist|never analy|not found|not known|is known|no domains|mistyped|unknown|cannot|invalid|not a domain|valid domain/i.test(
      text,
    )
  return [
    ...(await structure(page)),
    ...(isExplained ? [] : [`no explanation: ${text.slice(0, 200)}`]),
  ]
}
