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

const SANDBOX = 'test-corp.sandbox.example'
const EMAIL = 'domains@tests.example'
const SEARCH_LIMIT_MS = 30_000

describe.skipIf(chromiumPath === null)('the pages of domains in a browser', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  let account: ServiceAccount
  beforeAll(async () => {
    service = await startService()
    account = await service.account({ email: EMAIL, credits: 60 })
    await account.analyze(SANDBOX).untilTerminal()
    await account.analyze('lumenquay.com', { depth: 'quick' }).untilTerminal()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, EMAIL)
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  test('the field opens the page of a domain, and says why a text is no domain', async () => {
    await page.goto('/app/domains')
    await page
      .getByRole('region', { name: 'Recent domains' })
      .getByRole('link', { name: SANDBOX })
      .waitFor()
    await expectAccessible(page)
    const field = page.getByLabel('Domain', { exact: true })
    await field.fill('no domain')
    await field.press('Enter')
    await page.getByText('The domain contains white space.').waitFor()
    await field.fill(` ${SANDBOX.toUpperCase()}. `)
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: SANDBOX }).waitFor()
  })

  test('the page of the operator opens from the page of its domain', async () => {
    await page.goto('/app/domains/lumenquay.com')
    await page.getByText('No other domain of this operator is known.').waitFor()
    await page
      .getByRole('region', { name: 'Current operator' })
      .getByRole('link', { name: 'Saltmarsh Media Group, Inc.' })
      .click()
    await page.getByRole('region', { name: 'Domains of the operator' }).waitFor()
  })

  test('the history shows each difference in words, and the chosen view survives a reload', async () => {
    await page.goto(`/app/domains/${SANDBOX}`)
    const entries = page.getByRole('list', { name: 'Timeline of the domain' }).locator('> li')
    await expect.poll(() => entries.count()).toBe(3)
    expect(await entries.nth(0).textContent()).toContain(
      'Confidence rose by 5 points, from 90% to 95%',
    )
    expect(await entries.nth(0).textContent()).toContain(
      'Name servers added: ns1.sandbox.example; removed: ns1.old-host.example',
    )
    expect(await entries.nth(1).textContent()).toContain(
      'Operator changed from Former Holder Ltd to',
    )
    expect(await entries.nth(2).textContent()).toContain('First entry')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Table' }).focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('region', { name: 'History of the domain' })
    await table.getByText('Registrar changed from Former Registrar LLC to').waitFor()
    await page.reload()
    await table.getByText('Registrar changed from Former Registrar LLC to').waitFor()
    expect(await entries.count()).toBe(0)
    await expectAccessible(page)
  })

  test('older entries follow on request, without a gap', async () => {
    await service.platform.pool.query(
      `insert into domain_runs select (jsonb_populate_record(r, jsonb_build_object('job_id', r.job_id || n, 'analyzed_at', r.analyzed_at - n * interval '1 hour'))).*
       from domain_runs r, generate_series(1, 24) n where domain = 'lumenquay.com'`,
    )
    await page.goto('/app/domains/lumenquay.com')
    const entries = page.getByRole('list', { name: 'Timeline of the domain' }).locator('> li')
    await expect.poll(() => entries.count()).toBe(20)
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => entries.count()).toBe(25)
    await page.getByText('25 entries in all').waitFor()
  })

  test('external history states its price, is bought once on confirmation, and a reload spends nothing', async () => {
    await page.goto('/app/domains/lumenquay.com')
    await page.getByRole('button', { name: 'Import external history' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You have 60 credits.').waitFor()
    expect(await account.ledger()).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Import for 50 credits' }).dblclick()
    await page.getByText('External records are included').waitFor()
    const spent = (await account.ledger()).filter(({ reason }) => reason === 'external_history')
    expect(spent).toMatchObject([{ delta: -50, balance_after: 10 }])
    await page.reload()
    await page.getByRole('button', { name: 'Import external history' }).waitFor()
    expect(
      (await account.ledger()).filter(({ reason }) => reason === 'external_history'),
    ).toHaveLength(1)
  })

  test('subdomains are searched only on a press, and can be filtered', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/app/domains/${SANDBOX}`)
    const section = page.getByRole('region', { name: 'Subdomains', exact: true })
    await section.getByRole('button', { name: 'Show subdomains' }).waitFor()
    expect(asked.filter((path) => /subdomains|portfolio/.test(path))).toEqual([])
    await section.getByRole('button', { name: 'Show subdomains' }).press('Enter')
    await section
      .getByRole('status')
      .filter({ hasText: / names$/ })
      .waitFor({ timeout: SEARCH_LIMIT_MS })
    const rows = section.getByRole('row')
    const all = await rows.count()
    expect(all).toBeGreaterThan(2)
    expect(await section.locator(':focus').count(), 'the focus stays in the section').toBe(1)
    await section.getByLabel('Filter names and addresses').fill('www')
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await expectAccessible(page)
  })

  test('the operator is a link, and an analysis of somebody else shows its day only', async () => {
    await page.goto('/app/domains/lumenquay.com')
    const section = page.getByRole('region', { name: 'Current operator' })
    await section.getByRole('link', { name: 'Saltmarsh Media Group, Inc.' }).waitFor()
    const other = await visitSignedIn(browser, service, 'reader@tests.example')
    await other.page.goto('/app/domains/lumenquay.com')
    await other.page.getByText('Stored answer of this service').waitFor()
    const times = other.page.getByRole('list', { name: 'Timeline of the domain' }).locator('time')
    expect(await times.first().getAttribute('datetime')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(await other.page.locator('main').innerText()).not.toMatch(/\d:\d\d|ago|just now/)
    await other.close()
  })

  test('the other domains of the operator are listed, and an unknown operator is explained', async () => {
    await page.goto(`/app/domains/${SANDBOX}`)
    const section = page.getByRole('region', { name: 'Other domains of the operator' })
    await section.getByRole('button', { name: 'Look in registration data' }).click()
    await page.getByText('1 domain of').waitFor()
    await page.goto('/app/domains/test-unknown.sandbox.example')
    await page.getByText('No operator is known').waitFor()
  })

  test('a domain that nobody analyzed leads to its analysis, and hostile text in an address stays text', async () => {
    await page.goto('/app/domains/never-seen.com')
    await page.getByText('Never analyzed').waitFor()
    const link = page.getByRole('link', { name: 'Analyze this domain' })
    expect(await link.getAttribute('href')).toBe('/app/?domain=never-seen.com')
    await page.goto(`/app/domains/${encodeURIComponent('<img src onerror>\u202e')}`)
    await page.getByRole('heading', { level: 1, name: '<img src onerror>[U+202E]' }).waitFor()
    await page.getByText('Not a domain name').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('a phone in dark colours shows the page without sideways scrolling', async () => {
    const phone = await visitSignedIn(browser, service, EMAIL, { isPhone: true, theme: 'dark' })
    for (const view of ['', '?view=table']) {
      await phone.page.goto(`/app/domains/${SANDBOX}${view}`)
      await phone.page.getByText('3 entries in all').waitFor()
      await expectNoSidewaysScroll(phone.page)
      await expectAccessible(phone.page)
    }
    expectNoViolations(phone)
    await phone.close()
  })
})
