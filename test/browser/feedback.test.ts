import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'
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

const DOMAIN = 'test-corp.sandbox.example'
const NARROW = { width: 360, height: 740 }
const ANALYSIS_LIMIT_MS = 30_000

describe.skipIf(chromiumPath === null)('feedback in a browser', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await startService({ env: { FEEDBACK_PER_DAY: '4' } })
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'feedback@tests.example')
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  const section = () => page.getByRole('region', { name: 'Is this answer right?' })
  const dialog = () => page.getByRole('dialog')

  test('a wrong answer is reported in two steps with the keyboard, changed, reviewed, and deleted', async () => {
    await page.goto(`/app/?domain=${DOMAIN}`)
    await page.getByRole('button', { name: 'Analyze', exact: true }).click()
    await section().waitFor({ timeout: ANALYSIS_LIMIT_MS })
    await section().getByRole('button', { name: 'Report on this answer' }).press('Enter')
    await dialog().getByText('Step 1 of 2').waitFor()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Wrong' }).press('Enter')
    await dialog().getByText('no language model reads it').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Step 2 of 2/)

    await dialog().getByRole('button', { name: 'Send report' }).click()
    await dialog().getByText('Name the operator, choose').waitFor()
    await dialog().getByLabel('Who is it?').fill('Kork Trading <b>Ltd</b>')
    await dialog().getByLabel('Addresses that show it').fill('http://insecure.example/')
    await dialog().getByRole('button', { name: 'Send report' }).click()
    await dialog().getByText('Each address must begin with https://.').waitFor()
    await expectAccessible(page)
    await dialog().getByLabel('Addresses that show it').fill('https://a:b@example.com/')
    await dialog().getByRole('button', { name: 'Send report' }).click()
    await dialog().getByText('must be an https address without user name').waitFor()
    await dialog().getByLabel('Addresses that show it').fill('https://www.example.com/imprint\n')
    await dialog().getByLabel('Note (optional)').fill('See the imprint.')
    await dialog().getByRole('button', { name: 'Send report' }).press('Enter')

    await section().getByText('Received').waitFor()
    await section().getByText('Kork Trading <b>Ltd</b>').waitFor()
    await expectAccessible(page)
    await page.reload()
    await section().getByText('See the imprint.').waitFor()

    await section().getByRole('button', { name: 'Change' }).click()
    await dialog().getByRole('button', { name: 'Outdated' }).click()
    expect(await dialog().getByLabel('Who is it?').inputValue()).toBe('Kork Trading <b>Ltd</b>')
    await dialog().getByLabel('What is it to the domain?').selectOption('nobody')
    expect(await dialog().getByLabel('Who is it?').count()).toBe(0)
    await dialog().getByRole('button', { name: 'Send report' }).click()
    await section().getByText('Nobody operates the domain').waitFor()

    await service.platform.pool.query(
      `update feedback set status = 'declined', resolution_note = 'The registry names them.', resolved_at = now()`,
    )
    await section().getByRole('link', { name: 'All your reports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor()
    await page.getByLabel('Status').selectOption('declined')
    await page.getByText('The registry names them.').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(NARROW)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: DOMAIN }).click()
    await section().getByRole('button', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await section().getByRole('button', { name: 'Report on this answer' }).waitFor()
  })

  test('a day without a report left is explained with the time to wait, and the form keeps its texts', async () => {
    const send = async (note: string) => {
      await section()
        .getByRole('button', { name: /Report on this answer|Change/ })
        .click()
      await dialog().getByRole('button', { name: 'Not sure' }).click()
      await dialog().getByLabel('Note (optional)').fill(note)
      await dialog().getByRole('button', { name: 'Send report' }).click()
    }
    for (const note of ['third', 'fourth']) {
      await send(note)
      await section().getByText(note).waitFor()
    }
    await send('fifth')
    await dialog().getByText('You can try again in 24 hours.').waitFor()
    await dialog().getByText('RATE_LIMITED').waitFor()
    expect(await dialog().getByLabel('Note (optional)').inputValue()).toBe('fifth')
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Back' }).click()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await section().getByText('fourth').waitFor()
  })

  test('an accepted report has no button to change it', async () => {
    await service.platform.pool.query(
      `update feedback set status = 'accepted', resolved_at = now()`,
    )
    await page.reload()
    await section().getByText('It can no longer change.').waitFor()
    expect(await section().getByRole('button').count()).toBe(0)
  })

  test('"Watch this domain" opens the form of monitors with the domain filled in', async () => {
    await page.goto(`/app/domains/${DOMAIN}`)
    await page.getByRole('link', { name: 'Watch this domain' }).click()
    expect(await page.getByLabel('Or paste lines').inputValue()).toBe(DOMAIN)
  })
})
