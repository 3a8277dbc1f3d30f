import { readFile } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  expectNoViolations,
  sharedChromium,
  type Visitor,
  visitSignedIn,
} from './browser.ts'
import { hostileResult, storeCorrelation } from './correlation-samples.ts'

describe.skipIf(chromiumPath === null)('correlations in the dashboard', () => {
  let service: Service
  let browser: Browser
  let account: ServiceAccount
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await startService()
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

  test('pasted names are checked, priced and correlated, and the charge matches the ledger', async () => {
    await page.goto('/app/correlate?domains=vintara.com,lakeside-rowing.org')
    const field = page.getByRole('textbox', { name: 'Domains or web addresses' })
    expect(await field.inputValue()).toBe('vintara.com\nlakeside-rowing.org')
    await field.fill(
      'https://VINTARA.com/about, vintaraplay.com vintara.com\nlakeside-rowing.org; not_valid.com 10.0.0.1',
    )
    await page.getByText('3 domains, 1 listed more than once, 2 refused.').waitFor()
    const refused = page.getByRole('list', { name: 'Refused, and left out of the correlation' })
    expect(await refused.getByRole('listitem').allTextContents()).toEqual([
      'not_valid.com has characters that a domain name cannot have',
      '10.0.0.1 is an IP address, not a domain name',
    ])
    await page.getByText('The account has 50 credits.').waitFor()
    await page.getByRole('button', { name: 'Start the correlation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start the correlation?' })
    await dialog.getByText('4 credits').waitFor()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Charged 4 credits').waitFor()
    await page.getByText('Of 3 domains, 2 domains fall into one group').waitFor({ timeout: 30_000 })
    expect(await account.ledger()).toMatchObject([
      { delta: -4, reason: 'correlation' },
      { delta: 50 },
    ])
    await graph().waitFor()
    expect(await graph().getByRole('button').count()).toBe(3)
    await expectAccessible(page)
  })

  test('a keyboard user walks through the graph, pins details and follows a link', async () => {
    await node(/^vintara\.com,/).waitFor()
    expect(await graph().locator('[tabindex="0"]').count()).toBe(1)
    await page.getByRole('button', { name: 'Save GraphML' }).focus()
    await page.keyboard.press('Tab')
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await expect.poll(focused).toMatch(/^vintara\.com, group 1, Vintara.*1 links/)
    await page.keyboard.press('End')
    await expect.poll(focused).toMatch(/^lakeside-rowing\.org, in no group/)
    await page.keyboard.press('Home')
    const reached = new Set([await focused()])
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press('Home')
      await page.keyboard.press(key)
      reached.add(await focused())
    }
    expect(reached.size).toBeGreaterThan(1)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    expect(await node(/^vintara\.com,/).getAttribute('aria-pressed')).toBe('true')
    await details()
      .getByRole('button', { name: /vintaraplay\.com/ })
      .press('Enter')
    await details().getByText('Google Analytics account').waitFor()
    await details().getByText('G-V1NTARA777').waitFor()
    await node(/^vintara\.com,/).focus()
    await page.keyboard.press('Escape')
    expect(await details().getByRole('button', { name: 'Unpin' }).count()).toBe(0)
    const before = await graph().getAttribute('viewBox')
    await page.keyboard.press('+')
    await expect.poll(() => graph().getAttribute('viewBox')).not.toBe(before)
    await page.keyboard.press('0')
    await expect.poll(() => graph().getAttribute('viewBox')).toBe(before)
  })

  test('the table shows the same links, and its address can be reloaded', async () => {
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('textbox', { name: 'Domain contains' }).fill('vintaraplay')
    await page.getByText('1 of 1 linked pairs').waitFor()
    await page.reload()
    await page.getByRole('cell', { name: /G-V1NTARA777/ }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Domain contains' }).inputValue()).toBe(
      'vintaraplay',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Graph', exact: true }).click()
  })

  test('the graph can be saved as SVG, PNG and GraphML', async () => {
    await graph().waitFor()
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const svg = await save('Save SVG')
    expect(svg.name).toMatch(/^cor_\w+\.svg$/)
    expect(elementsOf(svg.bytes.toString())).toMatchObject({ svg: 1, rect: 1 })
    expect(svg.bytes.toString()).toContain('lakeside-rowing.org')
    const graphml = await save('Save GraphML')
    expect(graphml.name).toMatch(/\.graphml$/)
    expect(elementsOf(graphml.bytes.toString())).toMatchObject({ graphml: 1, node: 3, edge: 1 })
    const png = await save('Save PNG')
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(png.bytes.readUInt32BE(16)).toBe(2_400)
  })

  test('the page lists the earlier correlations that cost credits', async () => {
    await page.goto('/app/correlate')
    await page.getByRole('heading', { name: 'Earlier correlations' }).waitFor()
    const links = page.getByRole('link', { name: /^cor_[0-9a-z]{26}$/ })
    await links.first().waitFor()
    expect(await links.count()).toBe(1)
  })

  test('a failed correlation says why and that it was refunded', async () => {
    const id = await storeCorrelation(service, account.userId, hostileResult())
    await forceRows(
      service.platform.pool,
      `update correlations set status = 'failed', result = null, error_code = 'TOO_FEW_DOMAINS', error_message = 'Fewer than two domains could be analyzed.' where id = $1`,
      [id],
    )
    await page.goto(`/app/correlate/${id}`)
    await page
      .getByText('The correlation failed: Fewer than two domains could be analyzed.')
      .waitFor()
    await page.getByText('Its credits were refunded.').waitFor()
  })

  test('an account with too few credits gets the refusal of the service, and can correct its list', async () => {
    const poor = await visitSignedIn(browser, service, 'poor@tests.example')
    await poor.page.goto('/app/correlate?domains=vintara.com,unknown-one.com,name.notatld')
    await poor.page.getByText('This may be too few.').waitFor()
    const start = async () => {
      await poor.page.getByRole('button', { name: 'Start the correlation' }).click()
      await poor.page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    }
    await start()
    await poor.page
      .getByRole('list', { name: 'Refused, and left out of the correlation' })
      .getByText('name.notatld')
      .first()
      .waitFor()
    await poor.page.getByText('2 domains, 1 refused.').waitFor()
    await start()
    await poor.page.getByRole('link', { name: 'Buy credits' }).waitFor()
    expectNoViolations(poor)
    await poor.close()
  })

  test('no page violated its policy', () => {
    expectNoViolations(visitor)
  })
})

/** Counts the elements of an SVG or XML document by name. Fails if an element is not closed. */
function elementsOf(document: string): Record<string, number> {
  const counts: Record<string, number> = {}
  let open = 0
  const parser = new Parser(
    {
      onopentag(name) {
        counts[name] = (counts[name] ?? 0) + 1
        open += 1
      },
      onclosetag() {
        open -= 1
      },
    },
    { xmlMode: true },
  )
  parser.end(document)
  expect(open).toBe(0)
  return counts
}
