import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const DOMAIN = 'test-changing.sandbox.example'
const CHECK_LIMIT_MS = 45_000

describe.skipIf(chromiumPath === null)('monitors in a browser', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'monitors@tests.example')
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  test('a domain is watched and checked, its change is seen and acknowledged, and the monitor is paused and deleted', async () => {
    await page.goto('/app/monitors')
    await page.getByText('No domain is watched yet').waitFor()
    await page.getByRole('button', { name: 'Watch domains' }).click()
    const form = page.getByRole('dialog', { name: 'Watch domains' })
    await form.getByLabel('Or paste lines').fill(`${DOMAIN}\nexam_ple.com`)
    await form.getByText('1 of 2 domains can be watched.').waitFor()
    await form.getByText('Settings', { exact: true }).click()
    await form.getByLabel('Label (optional)').fill('Customer A')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Watch 2 domains' }).click()
    const cost = page.getByRole('dialog', { name: 'Watch these domains?' })
    expect(await cost.textContent()).toContain('Names of the sandbox cost nothing.')
    await expectAccessible(page)
    await cost.getByRole('button', { name: 'Watch', exact: true }).click()
    await page.getByText('1 domain is watched. 1 was rejected.').waitFor()
    const rejected = page.getByRole('region', { name: 'Rejected domains' }).getByRole('row')
    expect(await rejected.nth(1).textContent()).toMatch(/^exam_ple\.com.*INVALID_DOMAIN$/)
    await expectAccessible(page)

    await page.getByLabel('With the label').fill('Customer A')
    await page.getByLabel('With the label').press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?label=Customer+A')
    await monitors().getByRole('link', { name: DOMAIN }).first().click()
    await page.getByRole('heading', { level: 1, name: `Monitor of ${DOMAIN}` }).waitFor()
    await page
      .getByRole('region', { name: 'State' })
      .getByText('Active')
      .waitFor({ timeout: CHECK_LIMIT_MS })

    await page.getByRole('button', { name: 'Check now' }).click()
    const question = page.getByRole('dialog', { name: 'Check this domain now?' })
    expect(await question.textContent()).toContain('costs one credit')
    await question.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('link', { name: 'Open the analysis' }).first().waitFor()
    const change = page.getByRole('listitem').filter({ hasText: 'New operator' }).first()
    await change.waitFor({ timeout: CHECK_LIMIT_MS })
    await expectAccessible(page)

    await page.goto('/app/changes?kind=operator_changed&severity=high&label=Customer+A&state=all')
    await change.getByText('High').waitFor()
    await change.getByText('Details').first().click()
    await change.getByRole('button', { name: 'Expected', exact: false }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Mark this change as expected?' })
    await dialog.getByLabel('Note (optional)').fill('The company was sold.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await change.getByText('Marked as expected').waitFor()
    await page.reload()
    await change.getByText('Marked as expected').waitFor()

    await page.goto('/app/monitors')
    await choose('Pause')
    await page.getByText('1 monitor paused.').waitFor()
    await monitors().getByText('Paused', { exact: true }).waitFor()
    await choose('Resume')
    await page.getByText('1 monitor resumed.').waitFor()
    await choose('Delete')
    await page
      .getByRole('dialog', { name: 'Delete this monitor?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await page.getByText('No domain is watched yet').waitFor()
  })

  const monitors = () => page.getByRole('list', { name: 'Monitors' })
  /** Chooses an action in the menu of the first monitor. */
  async function choose(action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${DOMAIN}` }).click()
    await monitors().getByRole('menuitem', { name: action, exact: true }).click()
  }

  test('the costs of 200 names are shown before they are watched', async () => {
    await page.goto('/app/monitors?watch=first-of-many.com')
    const form = page.getByRole('dialog', { name: 'Watch domains' })
    const lines = form.getByLabel('Or paste lines')
    expect(await lines.inputValue()).toBe('first-of-many.com')
    await lines.fill(Array.from({ length: 200 }, (_, index) => `many-${index}.com`).join('\n'))
    await form.getByRole('button', { name: 'Watch 200 domains' }).click()
    const cost = page.getByRole('dialog', { name: 'Watch these domains?' })
    await cost.getByText('5 included · 195 × 1 = 195 credits every 30 days').waitFor()
    await cost
      .getByText('up to 50 first analyses from your quota · up to 150 first analyses = 150 credits')
      .waitFor()
    await cost.getByText('Up to 345 credits now · you have 0').waitFor()
    await cost.getByText('Your credits may not cover all of it.').waitFor()
    await expectAccessible(page)
    await cost.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('')
    await page.goto('/app/billing')
    await page.getByRole('region', { name: 'The next 30 days' }).getByText('0 included').waitFor()
  })

  test('several monitors are paused, and one that fails is named', async () => {
    const account = await service.account()
    const { body } = await account.request('POST', '/monitors', {
      domains: [DOMAIN, 'test-corp.sandbox.example'],
    })
    const [first] = (body.data?.monitors ?? []) as { monitor_id: string }[]
    const other = await visitSignedIn(browser, service, account.email, { theme: 'dark' })
    await other.page.route(`**/app/api/monitors/${first?.monitor_id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await other.page.goto('/app/monitors')
    await other.page.getByRole('button', { name: /^2\s*All$/ }).waitFor()
    await other.page.getByLabel('Select all 2 shown').check()
    await other.page.getByRole('button', { name: 'Pause', exact: true }).click()
    const failed = other.page.getByRole('alert').filter({ hasText: '1 of 2 could not be paused' })
    await failed.getByText(DOMAIN).waitFor()
    await other.page.getByText('1 monitor paused.').waitFor()
    await other.page.getByRole('button', { name: /^1\s*Paused$/ }).click()
    await expect.poll(() => new URL(other.page.url()).search).toBe('?show=paused')
    const rows = other.page.getByRole('list', { name: 'Monitors' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(1)
    await expectAccessible(other.page)
    expectNoViolations(other)
    await other.close()
  })

  test('settings are saved, only the cadences of the plan are offered, and a CSV file is sent as it is', async () => {
    await page.goto('/app/monitors')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/monitors'),
    )
    await page.getByRole('button', { name: 'Watch domains' }).click()
    const form = page.getByRole('dialog', { name: 'Watch domains' })
    await form.getByLabel('Choose a CSV or TXT file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`domain,note\n${'x_y.example\n'.repeat(100)}${DOMAIN},"a, b"\n`),
    })
    await form.getByText('Settings', { exact: true }).click()
    await form.getByLabel('Most analyses a month').fill('3')
    const cadences = form.getByLabel('Check the public facts').getByRole('option')
    await expect
      .poll(() => cadences.allTextContents())
      .toEqual(['As usual for my plan', 'Every week'])
    await form.getByRole('button', { name: 'Watch 101 domains' }).click()
    await page
      .getByRole('dialog', { name: 'Watch these domains?' })
      .getByRole('button', { name: 'Watch', exact: true })
      .click()
    const request = await sent
    expect(new URL(request.url()).search).toBe('?monthly_credit_limit=3')
    expect(request.headers()['content-type']).toBe('text/csv')
    await page.getByText('1 domain is watched.').waitFor()

    await monitors().getByRole('link', { name: DOMAIN }).first().click()
    const settings = page.getByRole('region', { name: 'Settings' })
    expect(await settings.getByLabel('Most analyses a month').inputValue()).toBe('3')
    const offered = settings.getByLabel('Check the public facts').getByRole('option')
    await expect.poll(() => offered.allTextContents()).toEqual(['Every week'])
    await settings.getByText('Reported kinds of changes').click()
    await settings.getByLabel('Parked').uncheck()
    await settings.getByLabel('Most analyses a month').fill('1001')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Enter a whole number from 0 to 1,000.').waitFor()
    await settings.getByLabel('Most analyses a month').fill('0')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Saved.').waitFor()
    await page.reload()
    await settings.getByText('(13 of 19)').waitFor()
    expect(await settings.getByLabel('Most analyses a month').inputValue()).toBe('0')
  })

  test('the address of the feed is shown once, works without a session, and is gone after it was deleted', async () => {
    await page.goto('/app/changes')
    await page.getByRole('button', { name: 'Create the address' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete the address' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Create the address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Address of your feed' })
    const address = await dialog.getByLabel('Address of the feed').inputValue()
    expect(await dialog.textContent()).toContain('Whoever has it can read your changes.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(address)
    const path = new URL(address).pathname
    expect((await service.request('GET', path)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete the address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The feed has no address any more.').waitFor()
    expect((await service.request('GET', path)).status).toBe(404)
  })

  test('a monitor that does not exist, or belongs to another account, is explained', async () => {
    await page.goto('/app/monitors/mon_01arz3ndektsv4rrffq69g5fav')
    await page.getByText('There is no such monitor').waitFor()
    await page.goto('/app/monitors/%3Cimg%20src=x%3E')
    await page.getByText('There is no such monitor').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })
})
