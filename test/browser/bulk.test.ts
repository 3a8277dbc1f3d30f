import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
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
import { MARKUP } from './hostile-names.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'

const LIST_LIMIT_MS = 30_000
const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

describe.skipIf(chromiumPath === null)('bulk analysis in a browser', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'lists@tests.example')
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  test('a file with refused lines is checked, sent once and followed until its files can be downloaded', async () => {
    await page.goto('/app/bulk')
    const list =
      'domain,note\nfennandoakbakery.com,x\nperson@example.com,y\n\nFennAndOakBakery.com.,twice\ntest-corp.sandbox.example\nexam_ple.com\n'
    await page.getByLabel('Choose a CSV or TXT file').setInputFiles(csv('list.csv', list))
    await page.getByText('5 lines: 3 can be sent, 2 refused, 1 repeated.').waitFor()
    const refused = page.getByRole('region', { name: 'Refused lines' }).getByRole('row')
    expect(await refused.nth(1).textContent()).toMatch(/^2person@example\.com.*email address/)
    expect(await refused.nth(2).textContent()).toMatch(/^5exam_ple\.com.*underscore/)
    await page.getByText('Your quota covers 2 analyses of at most 2.').waitFor()
    await expectAccessible(page)

    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await page.getByLabel('Depth').selectOption('quick')
    await page.getByLabel('Name (optional)').fill('Suppliers <b>2026</b>')
    await page.getByRole('button', { name: 'Send 5 lines' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this list?' })
    expect(await dialog.textContent()).toContain('costs at most 2')
    await dialog.getByRole('button', { name: 'Send the list' }).dblclick()

    await page.getByRole('heading', { level: 1, name: 'Suppliers <b>2026</b>' }).waitFor()
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const lines = page.getByRole('region', { name: 'Lines of the list' }).getByRole('row')
    await page.getByText('The list has ended.').waitFor({ timeout: LIST_LIMIT_MS })
    expect(await page.getByText('5 of 5 lines have ended').count()).toBe(1)
    await expect.poll(() => lines.count()).toBe(6)
    expect(await lines.nth(2).textContent()).toContain('INVALID_DOMAIN')
    expect(await lines.nth(4).textContent()).toBe(
      '4test-corp.sandbox.exampleTest Corporation95%completed',
    )
    expect(await lines.nth(1).getByRole('link').getAttribute('href')).toMatch(/^\/app\/jobs\/job_/)
    await expectAccessible(page)

    await page.getByLabel('Show', { exact: true }).selectOption('Failed, rejected or stopped')
    await page.getByLabel('Filter by domain').fill('exam_ple')
    await page.reload()
    await page.getByText('1 of 5 lines', { exact: true }).waitFor()
    expect(await lines.nth(1).textContent()).toContain('underscore')

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^blk_\w+\.csv$/)

    const address = page.url().split('?')[0]
    await page.goto('/app/bulk')
    const lists = page.getByRole('region', { name: 'Lists', exact: true })
    expect(await lists.getByRole('row').nth(1).textContent()).toMatch(
      /^Suppliers <b>2026<\/b>.*55completed$/,
    )
    await lists.getByRole('link').first().click()
    await page.getByText('The list has ended.').waitFor()
    expect(page.url()).toBe(address)
  })

  test('a list that has not ended can be stopped', async () => {
    const { pool } = service.platform
    const { rows } = await pool.query(`select id from accounts where email = 'lists@tests.example'`)
    const id = newIdentifier('blk')
    // No queue message follows, so the list waits.
    await pool.query('select submit_bulk_job($1)', [
      {
        bulk_job_id: id,
        account_id: rows[0].id,
        playground: false,
        depth: 'quick',
        accepted: 1,
        items: [{ domain: 'listed-1.com', registrable_domain: 'listed-1.com' }],
        lists_per_hour: 99,
        lines_per_day: 9_999,
      },
    ])
    await page.goto(`/app/bulk/${id}`)
    await page.getByRole('button', { name: 'Stop the list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stop this list?' })
    expect(await dialog.textContent()).toContain('Lines that have not started are refunded.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: 'Stop the list' }).count()).toBe(0)
    await page.getByText('The list has ended.').waitFor({ timeout: LIST_LIMIT_MS })
    const lines = page.getByRole('region', { name: 'Lines of the list' }).getByRole('row')
    await expect.poll(() => lines.last().textContent()).toBe('1listed-1.comNot analysed–stopped')
    await expectAccessible(page)
  })

  test('a file that is too large and a list that is too long are refused in the page and never sent', async () => {
    await page.goto('/app/bulk')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    const file = page.getByLabel('Choose a CSV or TXT file')
    await file.setInputFiles(csv('large.csv', 'a.com\n'.repeat(700_000)))
    await page.getByRole('alert').filter({ hasText: 'more than 4 MiB' }).waitFor()
    await file.setInputFiles(csv('long.csv', 'a.com\n'.repeat(10_001)))
    await page.getByRole('alert').filter({ hasText: 'more than 10,000 lines' }).waitFor()
    expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Remove the file' }).click()
    await page.getByLabel('Or paste lines').fill('\n;;\n')
    await page.getByText('This list has no lines').waitFor()
    expect(sent).toBe(0)
  })

  test('hostile names stay text, and the layout holds on a phone', async () => {
    const phone = await visitSignedIn(browser, service, 'lists@tests.example', {
      isPhone: true,
      theme: 'dark',
    })
    await phone.page.goto('/app/bulk')
    const hostile = [
      MARKUP,
      'a\u202emoc.live\u202c',
      `${'x'.repeat(10_000)}.com`,
      '"><script>1</script>',
    ]
    await phone.page
      .getByLabel('Choose a CSV or TXT file')
      .setInputFiles(csv(`\u202e<b>${'n'.repeat(150)}.csv`, [...hostile, 'example.com'].join('\n')))
    const refused = phone.page.getByRole('region', { name: 'Refused lines' })
    await refused.getByText(MARKUP).waitFor()
    await refused.getByText('a[U+202E]moc.live[U+202C]').waitFor()
    expect(await phone.page.locator('main img, main script, main b').count()).toBe(0)
    await expectNoSidewaysScroll(phone.page)
    await refused.getByRole('button', { name: 'Show all' }).click()
    await expectNoSidewaysScroll(phone.page)

    await phone.page.getByRole('button', { name: 'Send 5 lines' }).click()
    await phone.page.getByRole('button', { name: 'Send the list' }).click()
    await phone.page
      .getByRole('region', { name: 'Lines of the list' })
      .getByText('a[U+202E]moc.live[U+202C]')
      .waitFor()
    expect(await phone.page.locator('main img, main script').count()).toBe(0)
    await expectNoSidewaysScroll(phone.page)
    await expectAccessible(phone.page)
    expectNoViolations(phone)
    await phone.close()
  })

  test('a refused callback address is explained in the dialog, and the list can be sent without it', async () => {
    await page.goto('/app/bulk')
    await page.getByLabel('Or paste lines').fill('test-corp.sandbox.example')
    await page.getByLabel('Callback address').fill('https://127.0.0.1/hook')
    await page.getByRole('button', { name: 'Send 1 line' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this list?' })
    await dialog.getByRole('button', { name: 'Send the list' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'VALIDATION_ERROR' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Callback address').fill('')
    await page.getByRole('button', { name: 'Send 1 line' }).click()
    await dialog.getByRole('button', { name: 'Send the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'List of domains' }).waitFor()
  })

  test('a list that does not exist, or belongs to another account, is explained', async () => {
    await page.goto('/app/bulk/blk_01arz3ndektsv4rrffq69g5fav')
    await page.getByText('There is no such list').waitFor()
    await page.goto('/app/bulk/%3Cimg%20src=x%3E')
    await page.getByText('There is no such list').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })
})
