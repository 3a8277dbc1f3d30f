import type { Browser } from 'playwright-core'
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
import { expectNoSidewaysScroll } from './page-checks.ts'

describe.skipIf(chromiumPath === null)('usage and billing', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'buyer@tests.example')
  })
  afterAll(async () => {
    await closeVisitors(browser)
    await service?.stop()
  })

  test('a purchase on the payment page brings credits and a ledger entry', async () => {
    const { page } = visitor
    await page.goto('/app/billing')
    await page.getByText('There is no entry yet').waitFor()
    await page.getByRole('button', { name: 'Buy 500 credits' }).click()
    await page.getByText('45.00 USD').waitFor()
    expect(new URL(page.url()).origin).not.toBe(new URL(service.baseUrl).origin)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()

    await page.getByText('Thank you. 500 credits were added. The balance is 500.').waitFor()
    const row = page
      .getByRole('region', { name: 'Ledger' })
      .getByRole('listitem')
      .filter({ hasText: 'Credit pack bought' })
    await row.getByText('+500').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await row.waitFor()
    expect(await page.getByText('Thank you').count()).toBe(0)
    expect(await service.audit()).toEqual([])
  })

  test('a purchase that is left charges nothing and says so', async () => {
    const { page } = visitor
    await page.goto('/app/billing')
    await page.getByRole('button', { name: 'Buy 100 credits' }).click()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.getByText('Nothing was charged or saved').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Ledger' }).getByRole('listitem').count())
      .toBe(1)
  })

  test('the recharge needs a card, asks before it may charge, and can be switched off', async () => {
    const { page } = visitor
    await page.goto('/app/billing')
    await page.getByLabel('Recharge automatically').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Save a card first').waitFor()

    await page.getByRole('button', { name: 'Save a card' }).click()
    await page.getByRole('button', { name: 'Save a card that works' }).click()
    await page.getByText('Your card is saved').waitFor()
    await page.getByText('Visa ending in 4242').waitFor()

    await page.getByLabel('Recharge automatically').check()
    await page.getByLabel('When this many credits').fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a whole number from 1 to 10,000').waitFor()
    await page.getByLabel('When this many credits').fill('25')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Allow these charges?' })
    await question
      .getByText('When 25 credits or fewer are left, Visa ending in 4242 is charged')
      .waitFor()
    await question.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Recharge automatically').isChecked()).toBe(true)
    await page.getByLabel('Recharge automatically').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { rows } = await service.platform.pool.query(
      `select recharge_enabled, recharge_threshold::integer from accounts where email = 'buyer@tests.example'`,
    )
    expect(rows).toEqual([{ recharge_enabled: false, recharge_threshold: 25 }])
  })

  test('the portal opens for an account that has bought something, and returns here', async () => {
    const { page } = visitor
    await page.goto('/app/billing')
    await page.getByRole('button', { name: 'Invoices and payment methods' }).click()
    await page.getByRole('button', { name: 'Return' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage and billing' }).waitFor()
  })

  test('the usage has a table with the same numbers, and the ledger links to the job', async () => {
    const account = await service.account({ credits: 5, purchased: true, quota_used: 50 })
    const job = await account.analyze('example.com', { depth: 'quick' }).untilTerminal()
    const other = await visitSignedIn(browser, service, account.email, {
      theme: 'dark',
      isPhone: true,
    })
    await other.page.goto('/app/billing')
    const usage = other.page.getByRole('region', { name: 'Usage of this period' })
    await usage.getByText('50 of 50 used, 0 left').waitFor()
    await usage.getByText('Show the days as a table').click()
    const days = usage.getByRole('region', { name: 'Usage by day' })
    await expect
      .poll(() => days.getByRole('row').last().getByRole('cell').allTextContents())
      .toContain('1')
    await expectNoSidewaysScroll(other.page)
    await expectAccessible(other.page)
    const spent = other.page
      .getByRole('region', { name: 'Ledger' })
      .getByRole('listitem')
      .filter({ hasText: 'Analysis' })
    await spent.getByText('\u22121').waitFor()
    await spent.getByRole('link').click()
    await expect.poll(() => new URL(other.page.url()).pathname).toBe(`/app/jobs/${job.job_id}`)
    expectNoViolations(other)
    await other.close()
  })
})
