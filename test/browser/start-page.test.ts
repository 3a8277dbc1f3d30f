import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, sharedService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  expectNoViolations,
  sharedChromium,
  type Visitor,
  visitSignedIn,
} from './browser.ts'
import { untilLoaded } from './dashboard.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'

const PHONE_WIDTHS = [320, 360, 460, 680]
/** Narrower boxes would show a few letters in each line. */
const TEXT_WIDTH_MIN_EM = 6

describe.skipIf(chromiumPath === null)('the start page', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'starter@tests.example')
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })
  const field = () => page.getByLabel('Domain', { exact: true })

  test('an example is analyzed by one press, for free', async () => {
    await page.goto('/app/')
    await page.getByText('50 of 50 analyses of this month are left.').waitFor()
    await page.getByRole('button', { name: 'An imitation' }).click()
    await page.waitForURL(/\/app\/jobs\/job_/)
    await page.goto('/app/')
    await page.getByText('50 of 50 analyses of this month are left.').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'test-imitation' })
    await expect.poll(() => row.textContent()).toContain('Imitates Test Corporation')
  })

  test.each([
    ['https://www.test-corp.sandbox.example/about', 'test-corp.sandbox.example'],
    ['Who runs test-corp[.]sandbox[.]example?', 'test-corp.sandbox.example'],
    ['ann@test-corp.sandbox.example', 'test-corp.sandbox.example'],
  ])('%j is analyzed as %s', async (text, domain) => {
    await page.goto('/app/')
    await field().fill(text)
    await page.getByText(`The domain in this text is ${domain}.`).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/app\/jobs\/job_/)
    await page.getByRole('heading', { level: 1, name: domain }).waitFor()
  })

  test('an IP address and a text without a domain are explained, and nothing is sent', async () => {
    await page.goto('/app/')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    for (const text of ['203.0.113.9', 'seen at 203.0.113.9 today']) {
      await field().fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'This is an IP address.' }).waitFor()
    }
    await field().fill('nothing to see')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'No domain was found' }).waitFor()
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toBe(0)
  })

  test('Shift and Enter begin a new line, and the field grows', async () => {
    await page.goto('/app/')
    await field().fill('a-one.com')
    const before = (await field().boundingBox())?.height ?? 0
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('b-two.org')
    await page.getByText('2 domains found').waitFor()
    expect((await field().boundingBox())?.height ?? 0).toBeGreaterThan(before)
    expect(page.url()).toMatch(/\/app\/$/)
  })

  test('a list is one row of the latest analyses', async () => {
    await page.goto('/app/')
    await field().fill('test-corp.sandbox.example, test-unknown.sandbox.example')
    await page.getByRole('button', { name: 'Analyze 2 as a list · free' }).click()
    await page.getByRole('heading', { level: 1, name: 'List of 2 domains' }).waitFor()
    await page.getByText('The list has ended.').waitFor({ timeout: 30_000 })
    await page.goto('/app/')
    await page.getByRole('link', { name: 'List of 2 domains' }).waitFor()
  })

  test('a failed analysis says why in its row', async () => {
    await forceRows(
      service.platform.pool,
      `update jobs set status = 'failed', error_code = 'ANALYSIS_FAILED',
        error_message = 'The name servers of the domain did not answer.'
        where domain = 'test-imitation.sandbox.example' returning id`,
      [],
    )
    await page.goto('/app/')
    const row = page.getByRole('listitem').filter({ hasText: 'test-imitation' })
    await row.getByText('Failed: The name servers of the domain did not answer.').waitFor()
    expect(await row.getByText('Nobody could be named').count()).toBe(0)
    await expectAccessible(page)
  })

  test.each(PHONE_WIDTHS)('at %i px, no text stands in a narrow box', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/app/', '/app/bulk']) {
      await page.goto(path)
      await untilLoaded(page)
      await expectNoSidewaysScroll(page)
      expect(await narrowTexts(page)).toEqual([])
    }
  })
})

/** Texts of two words or more whose box is narrower than TEXT_WIDTH_MIN_EM, and wraps. */
const narrowTexts = (page: Page): Promise<string[]> =>
  page.evaluate((widthMin) => {
    const isNarrow = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      return width > 1 && width < widthMin * size && height > 3 * size
    }
    return [...document.querySelectorAll('main p, main li, main span, main a, main bdi, main dd')]
      .filter((element) => element.children.length === 0 && isNarrow(element))
      .map(({ textContent }) => textContent.slice(0, 60))
  }, TEXT_WIDTH_MIN_EM)
