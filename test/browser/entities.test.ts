import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { expectNoSidewaysScroll } from './page-checks.ts'

describe.skipIf(chromiumPath === null)('operators in the dashboard', () => {
  let service: Service
  let browser: Browser
  let account: ServiceAccount
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await startService()
    browser = await sharedChromium()
    account = await service.account({ tier: 'team', credits: 50 })
    await account.analyze('vintara.com').untilTerminal()
    visitor = await visitSignedIn(browser, service, account.email)
    page = visitor.page
  })
  afterAll(async () => {
    await closeVisitors(browser)
    await service.stop()
  })

  test('a search starts after a pause of typing, is kept in the address and lists domains with their confidence', async () => {
    await page.goto('/app/entities')
    await page.getByText('Type at least two characters').waitFor()
    await page.getByRole('searchbox', { name: 'Name of the operator' }).fill('vintar')
    await page.getByRole('heading', { name: 'Vintara Interactive AB' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=vintar')
    await page.getByRole('link', { name: 'vintara.com' }).waitFor()
    await page.getByText('1 operator').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Vintara Interactive AB' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('vintar')
    await expectAccessible(page)
  })

  test('counts of registered domains are asked for only on request', async () => {
    expect(await page.getByText('registered under this name').count()).toBe(0)
    await page.getByRole('checkbox', { name: /Count the registered domains/ }).check()
    await page.getByText('registered under this name').waitFor()
    expect(new URL(page.url()).searchParams.get('portfolio')).toBe('1')
  })

  test('the page of an operator lists its domains and the own analyses, and leads to a correlation', async () => {
    await page.getByRole('link', { name: 'Vintara Interactive AB' }).click()
    await page.getByRole('heading', { level: 1, name: 'Vintara Interactive AB' }).waitFor()
    const portfolio = page.getByRole('region', { name: 'Domains of the operator' })
    await portfolio.getByRole('link', { name: 'vintara.se', exact: true }).waitFor()
    const own = page.getByRole('region', { name: 'Your analyses' })
    await own.getByRole('link', { name: 'vintara.com' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Correlate these domains' }).click()
    const field = page.getByRole('textbox', { name: 'Domains or web addresses' })
    expect((await field.inputValue()).split('\n').sort()).toEqual(['vintara.com', 'vintara.se'])
  })

  test('a name with reserved characters of an address reaches the service unchanged', async () => {
    const asked = page.waitForRequest(/\/portfolio$/)
    await page.goto(`/app/entities/${encodeURIComponent('A/S & 50% Ünknown?')}`)
    expect(new URL((await asked).url()).pathname).toBe(
      `/app/api/entities/${encodeURIComponent('A/S & 50% Ünknown?')}/portfolio`,
    )
    await page.getByRole('heading', { level: 1, name: 'A/S & 50% Ünknown?' }).waitFor()
  })

  test('the other domains of an operator are analyzed as one list, after a press that names the price', async () => {
    await page.goto('/app/entities/Vintara%20Interactive%20AB')
    await page.getByRole('button', { name: 'Analyze the other one' }).click()
    const dialog = page.getByRole('dialog', { name: 'Analyze 1 domain?' })
    await dialog.getByText('A failed analysis is refunded.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Analyze' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/app\/bulk\/blk_/)
  })

  test('of an operator with many domains, the buttons say how many of them are taken', async () => {
    const domains = Array.from({ length: 120 }, (_, index) => ({
      domain: `d${index}.com`,
      confidence: 0.9,
      basis: 'verified',
      registered_at: null,
    }))
    const found = {
      entity: 'Many',
      domains,
      total: 120,
      stated_count: 0,
      truncated: false,
      cached: true,
      fetched_at: new Date().toISOString(),
    }
    await page.route(/\/portfolio$/, (route) => route.fulfill({ json: { data: found } }))
    await page.goto('/app/entities/Many')
    await page.getByRole('link', { name: 'Correlate the first 100' }).waitFor()
    await page.getByRole('button', { name: 'Watch the first 100' }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch 100 domains' })
    await dialog.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    await expectAccessible(page)
    await page.unroute(/\/portfolio$/)
  })

  test('a search without a result explains what is listed, and shows the same call with the API', async () => {
    await page.goto('/app/entities?q=nobody-at-all')
    await page.getByText('No operator of this name is known').waitFor()
    await page.getByRole('button', { name: 'API' }).click()
    await page.getByText('/entities/search?q=nobody-at-all').waitFor()
  })

  test('hostile names are shown as text and fit on a phone', async () => {
    const hostile = `\u202eVintara</h3><script>alert(1)</script>${'x'.repeat(9_000)}`
    await service.platform.pool.query(`update entities set name = $1 where name like 'Vintara%'`, [
      hostile,
    ])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/app/entities?q=vintara')
    await page.getByRole('heading', { name: '[U+202E]Vintara</h3><script>' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/app/entities/Vintara')
    await page.getByRole('heading', { level: 1, name: '[U+202E]Vintara' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(await page.locator('#app script').count()).toBe(0)
    await expectAccessible(page)
  })

  test('no page violated its policy', () => {
    expectNoViolations(visitor)
  })
})

describe.skipIf(chromiumPath === null)('operators without a reverse WHOIS provider', () => {
  test('the page says that the provider is missing and shows the domains that are known', async () => {
    const service = await startService({ env: { REVERSE_WHOIS_API_KEY: '' } })
    const browser = await sharedChromium()
    const account = await service.account({ tier: 'team', credits: 5 })
    await account.analyze('vintara.com').untilTerminal()
    const visitor = await visitSignedIn(browser, service, account.email)
    await visitor.page.goto('/app/entities/Vintara%20Interactive%20AB')
    await visitor.page.getByText('The provider is not configured').waitFor()
    const known = visitor.page.getByRole('region', { name: 'Domains of the operator' })
    await known.getByRole('link', { name: 'vintara.com' }).waitFor()
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })
})
