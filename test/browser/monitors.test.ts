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
    await page.getByLabel('Or paste lines').fill(`${DOMAIN}\nexam_ple.com`)
    await page.getByText('1 of 2 domains can be watched.').waitFor()
    await page.getByLabel('Label (optional)').fill('Customer A')
    await page.getByRole('button', { name: 'Watch 2 domains' }).click()
    const cost = page.getByRole('dialog', { name: 'Watch these domains?' })
    expect(await cost.textContent()).toContain('It starts up to 1 analysis')
    await expectAccessible(page)
    await cost.getByRole('button', { name: 'Watch' }).click()
    await page.getByText('1 domain is watched. 1 was rejected.').waitFor()
    const rejected = page.getByRole('region', { name: 'Rejected domains' }).getByRole('row')
    expect(await rejected.nth(1).textContent()).toMatch(/^exam_ple\.com.*INVALID_DOMAIN$/)
    await expectAccessible(page)

    await page.getByLabel('With the label').fill('Customer A')
    await page.getByLabel('With the label').press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?label=Customer+A')
    await page.getByRole('region', { name: 'Monitors' }).getByRole('link', { name: DOMAIN }).click()
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

    await page.goto('/app/changes?kind=operator_changed&severity=high&label=Customer+A')
    await change.getByText('High').waitFor()
    await change.getByRole('button', { name: 'Expected', exact: false }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Mark this change as expected?' })
    await dialog.getByLabel('Note (optional)').fill('The company was sold.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await change.getByText('Marked as expected').waitFor()
    await page.reload()
    await change.getByText('Marked as expected').waitFor()

    await page.goto('/app/monitors')
    await page.getByRole('button', { name: `Pause ${DOMAIN}` }).click()
    await page
      .getByRole('region', { name: 'Monitors' })
      .getByText('Paused', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: `Resume ${DOMAIN}` }).click()
    await page.getByRole('button', { name: `Pause ${DOMAIN}` }).waitFor()
    await page.getByRole('button', { name: `Delete ${DOMAIN}` }).click()
    await page
      .getByRole('dialog', { name: 'Delete this monitor?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await page.getByText('No domain is watched yet').waitFor()
  })

  test('settings are saved, a cadence that the plan lacks is explained, and a CSV file is sent as it is', async () => {
    await page.goto('/app/monitors')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/monitors'),
    )
    await page.getByLabel('Choose a CSV or TXT file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`domain,note\n${'x_y.example\n'.repeat(100)}${DOMAIN},"a, b"\n`),
    })
    await page.getByLabel('Most analyses a month').fill('3')
    await page.getByLabel('Check the public facts').selectOption('Hourly')
    await page.getByRole('button', { name: 'Watch 101 domains' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Watch' }).click()
    expect(new URL((await sent).url()).search).toBe('?cadence=hourly&monthly_credit_limit=3')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your plan does not include checks this often' })
      .waitFor()
    await page.getByLabel('Check the public facts').selectOption('As usual for my plan')
    const sentAgain = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Watch 101 domains' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Watch' }).click()
    const request = await sentAgain
    expect(new URL(request.url()).search).toBe('?monthly_credit_limit=3')
    expect(request.headers()['content-type']).toBe('text/csv')
    await page.getByText('1 domain is watched.').waitFor()

    await page.getByRole('region', { name: 'Monitors' }).getByRole('link', { name: DOMAIN }).click()
    const settings = page.getByRole('region', { name: 'Settings' })
    expect(await settings.getByLabel('Most analyses a month').inputValue()).toBe('3')
    await settings.getByLabel('Check the public facts').selectOption('Hourly')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings
      .getByRole('alert')
      .filter({ hasText: 'Your plan does not include checks this often' })
      .waitFor()
    await settings.getByLabel('Check the public facts').selectOption('Weekly')
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
