import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
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

const TASK_MS_MAX = 50

const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
})

/**
 * Returns the processor time of the longest task on a main thread, from a trace of Chromium.
 * Wall-clock time, as in `longtask` entries, would include the work of other programs.
 */
function longestTaskMs(trace: Buffer): number {
  const { traceEvents: events } = Trace.parse(JSON.parse(trace.toString()))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const isMain = ({ name, args }: (typeof events)[number]) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(threadOf))
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)),
  )
  expect(tasks.length).toBeGreaterThan(20)
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

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
      await page.getByRole('heading', { name: 'Domains in no group' }).waitFor()
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

  test('100 domains with 4,950 links are drawn without a task of more than 50 ms of processor time', async () => {
    const id = await storeCorrelation(service, account.userId, hundredDomains())
    await page.goto('/app/keys')
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
    await page.evaluate(
      (path) => history.pushState(null, '', path),
      `/app/correlate/${id}?links=all`,
    )
    // The DOM is queried directly, because Playwright's search by role would itself block the page
    // for too long.
    await page.waitForFunction(
      () =>
        document.querySelectorAll('[data-node]').length === 100 &&
        document.querySelector('section[aria-label="Domains in no group"]') !== null,
    )
    const longest = longestTaskMs(await browser.stopTracing())
    expect(longest).toBeLessThanOrEqual(TASK_MS_MAX)
    await page.getByText('100 domains, 4,950 of 4,950 links shown').waitFor()
    const drawing = () =>
      graph()
        .locator('[data-node]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('transform')))
    const first = await drawing()
    await page.reload()
    await page.waitForFunction(() => document.querySelectorAll('[data-node]').length === 100)
    expect(await drawing()).toEqual(first)
    await expectAccessible(page)
  })
})
