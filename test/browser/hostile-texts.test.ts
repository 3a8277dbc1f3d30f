import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, DESKTOP, expectNoViolations, PHONE, type Visitor, visit } from './browser.ts'
import { cookiesOf, type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import { HOSTILE_TEXTS, MARK, seedHostileAccount } from './hostile-account.ts'
import { sidewaysScroll } from './page-checks.ts'
import { allScreens, MISSING_SCREENS, type Screen } from './screens.ts'
import type { SeededAccount } from './seeded-account.ts'

const OPEN_LIMIT_MS = 120_000
/**
 * Limit for the height of a screen, so that an attacker's long texts cannot push all other content
 * away. A screen with a dozen jobs is lower than this.
 */
const HEIGHT_MAX_PX = 12_000
const PROBLEM_CHARACTERS_MAX = 300
const ADDRESS_CHARACTERS = 200
/**
 * Parts of hostile texts as the page must show them: as text, with a code such as [U+202E] for each
 * invisible character.
 */
const READABLE = ['<img id=', '<script id=', 'invoice[U+202E]gnp.exe', 'escape[U+001B]']

describe.skipIf(chromiumPath === null)('hostile texts on every screen', () => {
  let dashboard: Dashboard
  let seeded: SeededAccount
  let visitor: Visitor

  beforeAll(async () => {
    dashboard = await startDashboard()
    seeded = await seedHostileAccount(dashboard)
    visitor = await visit(dashboard.browser, dashboard.service)
    await visitor.context.addCookies(await cookiesOf(dashboard.service, seeded.account.email))
  }, OPEN_LIMIT_MS)
  afterAll(() => dashboard.stop())

  async function look(
    screens: readonly Screen[],
  ): Promise<{ problems: Record<string, string[]>; text: string }> {
    const { page } = visitor
    const problems: Record<string, string[]> = {}
    const texts: string[] = []
    for (const { name, path } of screens) {
      await page.setViewportSize(DESKTOP)
      await page.goto(path)
      const found: string[] = await untilLoaded(page).then(
        () => [],
        (error: unknown) => [String(error).slice(0, PROBLEM_CHARACTERS_MAX)],
      )
      found.push(...(await madeFromText(page)))
      await openEverything(page)
      found.push(...(await madeFromText(page)), ...(await sidewaysScroll(page)))
      await page.setViewportSize(PHONE)
      found.push(...(await sidewaysScroll(page)).map((finding) => `phone: ${finding}`))
      found.push(...visitor.violations.splice(0))
      if (found.length > 0) problems[name] = [...new Set(found)]
      texts.push(await page.locator('body').innerText())
    }
    return { problems, text: texts.join('\n') }
  }

  test(
    'on no screen does a hostile text become an element, run a script, or break the layout: it is readable as text',
    async () => {
      const { problems, text } = await look(allScreens(seeded))
      expect(problems).toEqual({})
      for (const shown of READABLE) expect(text).toContain(shown)
      expect(text).not.toMatch(/INTERNAL|UNREADABLE/)
    },
    OPEN_LIMIT_MS,
  )

  test(
    'hostile values in the address are only text',
    async () => {
      const screens = Object.entries(HOSTILE_TEXTS).map(([name, text], index) => {
        const value = encodeURIComponent(text.slice(0, ADDRESS_CHARACTERS))
        const addresses = [
          `/app/entities?q=${value}`,
          `/app/entities/${value}`,
          `/app/jobs?domain=${value}&status=${value}&offset=${value}`,
          `/app/?domain=${value}`,
          `/app/monitors?label=${value}&domain=${value}&status=${value}&offset=${value}`,
          `/app/changes?label=${value}&domain=${value}&kind=${value}&severity=${value}`,
        ]
        const { length } = addresses
        const path = addresses[index % length] ?? ''
        return { name: `${name} ${path.slice(0, 15)}`, path }
      })
      expect((await look([...screens, ...MISSING_SCREENS])).problems).toEqual({})
    },
    OPEN_LIMIT_MS,
  )

  test('the failure note shows a hostile error of the service as text', async () => {
    const { page, context } = visitor
    await context.route('**/app/api/auth/keys', (route) =>
      route.fulfill({
        status: 422,
        headers: { 'x-request-id': HOSTILE_TEXTS.attribute },
        json: {
          data: null,
          error: {
            code: HOSTILE_TEXTS.script,
            message: HOSTILE_TEXTS.markup,
            details: [{ path: HOSTILE_TEXTS.bidi, message: HOSTILE_TEXTS.huge }],
          },
          meta: null,
        },
      }),
    )
    await page.goto('/app/keys')
    await page.getByRole('alert').filter({ hasText: '<img id=' }).waitFor()
    expect([...(await madeFromText(page)), ...(await sidewaysScroll(page))]).toEqual([])
    await context.unroute('**/app/api/auth/keys')
    expectNoViolations(visitor)
  })
})

/**
 * Returns the problems of a page: elements and scripts that came from a hostile text, and texts
 * that still deceive a reader.
 */
async function madeFromText(page: Page): Promise<string[]> {
  return page.evaluate(
    ([mark, heightMax]) => {
      const problems: string[] = []
      if (Reflect.get(globalThis, 'hostile') !== undefined) problems.push('a script ran')
      const made = document.querySelectorAll(
        `[id="${mark}"], [onerror], [onload], [onfocus], [onmouseover]`,
      )
      for (const element of made) problems.push(`element ${element.outerHTML.slice(0, 100)}`)
      for (const element of document.querySelectorAll('[href], [src], [action], [formaction]')) {
        for (const name of ['href', 'src', 'action', 'formaction']) {
          const value = element.getAttribute(name) ?? ''
          const isOurs =
            value === '' ||
            new URL(value, location.href).origin === location.origin ||
            value[0] === '#'
          const isRevealed =
            element.getAttribute('rel')?.includes('noopener') === true && /^https?:/.test(value)
          if (!isOurs && !isRevealed) problems.push(`${name} ${value.slice(0, 100)}`)
        }
      }
      const deceiving = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u0007\u001B\u007F\u0085\u2028]/
      if (deceiving.test(document.body.innerText))
        problems.push('a deceiving character is shown as it is')
      if (deceiving.test(document.title)) problems.push('a deceiving character is in the title')
      for (const element of document.querySelectorAll('[title], [aria-label], option, text')) {
        const value = `${element.getAttribute('title') ?? ''}${element.getAttribute('aria-label') ?? ''}${element.textContent}`
        if (deceiving.test(value))
          problems.push(`deceiving: ${element.tagName} ${JSON.stringify(value.slice(0, 80))}`)
      }
      const { scrollHeight } = document.documentElement
      if (scrollHeight > Number(heightMax)) problems.push(`${scrollHeight} px high`)
      return problems
    },
    [MARK, HEIGHT_MAX_PX] as const,
  )
}

/** Opens everything on the page that a click opens: details, further text, and hidden links. */
async function openEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const more = [...document.querySelectorAll('main button')].filter(
      (button) =>
        button.textContent === 'Reveal link' || button.getAttribute('aria-expanded') === 'false',
    )
    for (const button of more) if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
