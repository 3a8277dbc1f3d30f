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
    await page.getByText('3 domains, 2 refused.').waitFor()
    const refused = page.getByRole('list', { name: 'Refused, and left out of the correlation' })
    expect(await refused.getByRole('listitem').allTextContents()).toEqual([
      'not_valid.com: The domain contains an underscore, which is not allowed.',
      '10.0.0.1: This is an IP address, not a domain.',
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
    expect(await node(/^vintara/).count()).toBe(2)
    const fact = node(
      /Android signing certificate \+2 more 14:6D:E9:.*, shared by 2 domains, anybody can copy/,
    )
    expect(await fact.count()).toBe(1)
    const top = await graph().boundingBox()
    expect(top?.y).toBeLessThan(600)
    const alone = page.getByRole('list', { name: 'Domains without links' })
    await alone.getByRole('button', { name: 'lakeside-rowing.org' }).waitFor()
    await expectAccessible(page)
  })

  test('a keyboard user walks from a domain over a shared fact to another domain', async () => {
    await node(/^vintara\.com,/).waitFor()
    expect(await graph().locator('[tabindex="0"]').count()).toBe(1)
    await page.getByLabel('Help for the graph').focus()
    await page.keyboard.press('Tab')
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await expect.poll(focused).toMatch(/^vintara\.com, group 1, Vintara.*shared facts/)
    await page.keyboard.press('End')
    await expect.poll(focused).toMatch(/shared by 2 domains/)
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
    expect(await details().getByText('same operator').count()).toBe(0)
    await node(/^vintara\.com,/).focus()
    await page.keyboard.press('Escape')
    expect(await details().count()).toBe(0)
    const before = await graph().getAttribute('viewBox')
    await page.keyboard.press('+')
    await expect.poll(() => graph().getAttribute('viewBox')).not.toBe(before)
    await page.keyboard.press('0')
    await expect.poll(() => graph().getAttribute('viewBox')).toBe(before)
  })

  test('a fact names the domains that share it, and who could copy it', async () => {
    await node(/Android signing certificate/).click()
    await details().getByText('Anybody can copy this').waitFor()
    await details().getByText('G-V1NTARA777').waitFor()
    await expectAccessible(page)
    const holders = details().getByRole('list', { name: 'Domains that share it' })
    await holders.getByRole('button', { name: 'vintaraplay.com' }).click()
    await details().getByRole('link', { name: 'vintaraplay.com' }).waitFor()
    expect(await node(/^vintaraplay\.com,/).getAttribute('aria-pressed')).toBe('true')
  })

  test('a domain leads to its answer', async () => {
    const answer = details().getByRole('link', { name: 'Open the answer' })
    expect(await answer.getAttribute('href')).toMatch(/\/jobs\/job_/)
    await details().getByRole('button', { name: 'Close' }).click()
    expect(await details().count()).toBe(0)
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
    expect(svg.name).toMatch(/^vintara\.com\+2_\d{4}-\d\d-\d\d_correlation\.svg$/)
    expect(elementsOf(svg.bytes.toString())).toMatchObject({ svg: 1 })
    expect(svg.bytes.toString()).toMatch(/Domain Attribution · \d+ \w+ \d+ · http/)
    expect(svg.bytes.toString()).toContain('lakeside-rowing.org')
    const graphml = await save('Save GraphML')
    expect(graphml.name).toMatch(/\.graphml$/)
    expect(elementsOf(graphml.bytes.toString())).toMatchObject({ graphml: 1, graph: 1 })
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

  test('a domain without links leads to its neighbors, with the price of a new correlation', async () => {
    await account.analyze('saltmarshmedia.com').untilTerminal()
    const { body } = await account.request('POST', '/correlate', {
      domains: ['lumenquay.com', 'lakeside-rowing.org'],
    })
    await page.goto(`/app/correlate/${body.data?.correlation_id}`)
    const alone = page.getByRole('list', { name: 'Domains without links' })
    await alone.getByRole('button', { name: 'lumenquay.com' }).click({ timeout: 30_000 })
    await details().getByRole('button', { name: 'Add its neighbors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add neighbors' })
    const neighbor = dialog.getByRole('checkbox', { name: 'saltmarshmedia.com' })
    await dialog.getByText('at most 4 credits').waitFor()
    await expectAccessible(page)
    await neighbor.uncheck()
    const compare = (count: number) =>
      dialog.getByRole('button', { name: `Compare ${count} domains` })
    expect(await compare(2).isDisabled()).toBe(true)
    await neighbor.check()
    await compare(3).click()
    await page.getByText('Of 3 domains, 2 domains fall into one group').waitFor({ timeout: 30_000 })
    await node(/^saltmarshmedia\.com,/).waitFor()
  })

  test('an account without credits learns so before it presses anything', async () => {
    const { email } = await service.account()
    const penniless = await visitSignedIn(browser, service, email)
    await penniless.page.goto('/app/correlate?domains=vintara.com,vintaraplay.com')
    await penniless.page.getByRole('link', { name: 'Buy credits' }).waitFor()
    const start = penniless.page.getByRole('button', { name: 'Start the correlation' })
    expect(await start.isDisabled()).toBe(true)
    await expectAccessible(penniless.page)
    await penniless.close()
  })

  test('an unknown correlation says so calmly and offers the next step', async () => {
    await page.goto('/app/correlate/cor_00000000000000000000000000')
    await page.getByText('There is no such correlation').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'Compare domains' }).click()
    await page.getByRole('heading', { level: 1, name: 'Correlate domains' }).waitFor()
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
    const { email } = await service.account({ credits: 1 })
    const poor = await visitSignedIn(browser, service, email)
    await poor.page.goto('/app/correlate?domains=vintara.com,unknown-one.com,shop.example')
    await poor.page.getByText('This may be too few.').waitFor()
    const start = async () => {
      await poor.page.getByRole('button', { name: 'Start the correlation' }).click()
      await poor.page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    }
    await start()
    await poor.page
      .getByRole('list', { name: 'Refused, and left out of the correlation' })
      .getByText('shop.example')
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
