import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  sharedChromium,
  type Visitor,
  visitSignedIn,
} from './browser.ts'
import { hostileResult, hundredDomains, storeCorrelation } from './correlation-samples.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'
import { relativeTimes } from './trace.ts'

/** Of one task, in reference tasks (`relativeTimes`). */
const LONGEST_MAX = 0.5

describe.skipIf(chromiumPath === null)('correlations in the dashboard', () => {
  let service: Service
  let browser: Browser
  let account: ServiceAccount
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    account = await service.account({ tier: 'team', credits: 50 })
    visitor = await visitSignedIn(browser, service, account.email)
    page = visitor.page
  })
  afterAll(async () => {
    await closeVisitors(browser)
    await service.stop()
  })

  const graph = () => page.getByRole('group', { name: /^Graph of/ })
  const node = (name: RegExp) => graph().getByRole('button', { name })
  const details = () => page.getByRole('complementary', { name: 'Details' })

  test('hostile names are shown as text, cannot run and cannot widen the page', async () => {
    const id = await storeCorrelation(service, account.userId, hostileResult())
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/app/correlate/${id}`)
      await graph().waitFor()
      await node(/^c\.example\.com,.*imitates \[U\+202E\]/).waitFor()
      await node(/^a\.example\.com,/).focus()
      await page.keyboard.press('Enter')
      await details()
        .getByRole('button', { name: /b\.example\.com/ })
        .press('Enter')
      await details()
        .getByRole('list', { name: 'Shared values' })
        .getByText('[U+202E]')
        .first()
        .waitFor()
      await expectNoSidewaysScroll(page)
      expect(await page.locator('#app script, #app img').count()).toBe(0)
      expect(await page.locator('#app').innerText()).not.toContain('\u202e')
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1_280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('100 domains with 4,950 links are drawn without a long task', async () => {
    const id = await storeCorrelation(service, account.userId, hundredDomains())
    await page.goto('/app/keys')
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    const { longest } = await relativeTimes(browser, page, async () => {
      await page.evaluate(
        (path) => history.pushState(null, '', path),
        `/app/correlate/${id}?links=all`,
      )
      // The DOM is queried directly, because Playwright's search by role would itself block the
      // page for too long.
      await page.waitForFunction(
        () =>
          document.querySelectorAll('[data-kind="domain"]').length === 100 &&
          document.querySelector('section[aria-label^="Groups"]') !== null,
      )
    })
    console.log(`100 domains: ${longest.toFixed(2)} reference tasks at once`)
    expect(longest).toBeLessThanOrEqual(LONGEST_MAX)
    await page.getByText(/^100 domains and \d+ shared facts are shown\. \d+ more/).waitFor()
    const drawing = () =>
      graph()
        .locator('[data-node]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('transform')))
    const first = await drawing()
    await page.reload()
    await page.waitForFunction(
      () => document.querySelectorAll('[data-kind="domain"]').length === 100,
    )
    expect(await drawing()).toEqual(first)
    await expectAccessible(page)
  })
})
