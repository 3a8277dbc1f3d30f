import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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

describe.skipIf(chromiumPath === null)('lists in a browser', () => {
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
    await page.getByText('1 analysis from your quota; 49 are left after that.').waitFor()
    await expectAccessible(page)

    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await page.getByLabel('Depth').selectOption('quick')
    await page.getByLabel('Name (optional)').fill('Suppliers <b>2026</b>')
    await page.getByRole('button', { name: 'Send 5 lines' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this list?' })
    expect(await dialog.textContent()).toContain('1 analysis from your quota')
    await dialog.getByRole('button', { name: 'Send the list' }).dblclick()

    await page.getByRole('heading', { level: 1, name: 'Suppliers <b>2026</b>' }).waitFor()
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const lines = linesOf(page)
    await page.getByText('The list has ended.').waitFor({ timeout: LIST_LIMIT_MS })
    expect(await page.getByText('5 of 5 lines have ended').count()).toBe(1)
    await expect.poll(() => lines.count()).toBe(5)
    expect(await lines.nth(1).textContent()).toContain('Refused: The domain is an email address')
    expect(await lines.nth(3).textContent()).toMatch(
      /^Line 4test-corp\.sandbox\.exampleTest Corporation.*95%very likely$/,
    )
    expect(await lines.nth(0).textContent()).toContain('fennandoakbakery.comx')
    expect(await lines.nth(0).getByRole('link').getAttribute('href')).toMatch(/^\/app\/jobs\/job_/)
    await expectAccessible(page)

    await page.getByRole('button', { name: /^Refused 2/ }).click()
    await page.getByLabel('Filter by domain').fill('exam_ple')
    await page.reload()
    await page.getByText('1 of 5 lines', { exact: true }).waitFor()
    expect(await lines.first().textContent()).toContain('underscore')
    expect(await saved(page, 'Save these lines as CSV')).toMatchObject({
      name: expect.stringMatching(/^Suppliers-b-2026-b_\d{4}-\d\d-\d\d\.csv$/),
      text: expect.stringMatching(/^\ufeffline,domain,.*\r\n5,exam_ple\.com,,rejected,.*\r\n$/),
    })

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    const address = page.url().split('?')[0]
    await page.goto('/app/bulk')
    const lists = page.getByRole('list', { name: 'Lists', exact: true })
    expect(await lists.getByRole('listitem').first().textContent()).toMatch(
      /^Suppliers <b>2026<\/b>5 domains · \d answeredEnded/,
    )
    await lists.getByRole('link').first().click()
    await page.getByText('The list has ended.').waitFor()
    expect(page.url()).toBe(address)
  })

  test('a pasted ticket becomes a list, whose answers are shown, grouped and saved while it runs', async () => {
    await service.platform.breakPart({ target: 'lumenquay.com', mode: 'slow', rate: 1, ms: 20_000 })
    onTestFinished(() => service.platform.mendAll())
    await page.goto('/app/')
    await page
      .getByLabel('Domain', { exact: true })
      .fill(
        'Please check hxxps://test-corp[.]sandbox[.]example/login, mail@test-imitation.sandbox.example\n' +
          'and 203.0.113.9. Attached: report.zip. Also lumenquay.com!',
      )
    await page.getByText('3 domains found').waitFor()
    await page.getByText('1 IP address is left out').waitFor()
    await page.getByText('This looks like the name of a file.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Analyze 3 as a list · from your quota' }).click()
    await page.getByRole('heading', { level: 1, name: 'List of 3 domains' }).waitFor()
    const lines = linesOf(page)
    await lines.filter({ hasText: /lumenquay\.com(?:Waiting|Running)/ }).waitFor()
    await lines.filter({ hasText: 'Imitates Test Corporation' }).waitFor()
    await lines.filter({ hasText: '95%very likely' }).waitFor()
    const soFar = await saved(page, 'Save CSV so far')
    expect(soFar.name).toMatch(/^list_.*_so-far\.csv$/)
    expect(soFar.text).toContain('"Test Corporation",0.95,verified')

    await page.getByRole('button', { name: 'Imitates another company 1' }).click()
    await expect.poll(() => lines.count()).toBe(1)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Group by operator' }).click()
    const groups = page.getByRole('list', { name: 'Lines by operator' })
    expect(await groups.getByRole('heading').first().textContent()).toBe('Test Corporation1 domain')
    await page.getByRole('button', { name: 'Mark as ours: Test Corporation' }).click()
    await page.getByRole('button', { name: /^Ours 1/ }).waitFor()
    await page.reload()
    const mark = page.getByRole('button', { name: 'Mark as ours: Test Corporation' })
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: /^Ours 1/ }).click()
    await page.getByText('1 of 3 lines', { exact: true }).waitFor()
    await expectAccessible(page)
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
    await dialog.getByText('Now 1 line waits. Lines that have not started are refunded.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: 'Stop the list' }).count()).toBe(0)
    await page.getByText('The list has ended.').waitFor({ timeout: LIST_LIMIT_MS })
    await expect
      .poll(() => linesOf(page).last().textContent())
      .toBe('Line 1listed-1.comStopped before it started, refunded')
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
      .getByRole('list', { name: 'Lines of the list' })
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
    await page.getByRole('heading', { level: 1, name: 'List of 1 domain' }).waitFor()
  })

  test('a list that does not exist, or belongs to another account, is explained', async () => {
    await page.goto('/app/bulk/blk_01arz3ndektsv4rrffq69g5fav')
    await page.getByText('There is no such list').waitFor()
    await page.goto('/app/bulk/%3Cimg%20src=x%3E')
    await page.getByText('There is no such list').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('a text pasted on the page of lists is read as a text, and line by line on request', async () => {
    await page.goto('/app/bulk')
    await page
      .getByLabel('Or paste lines')
      .fill('Dear team,\nsee hxxp://a-one[.]com and b-two(.)org.\nKind regards, Ann')
    await page.getByText('2 lines: 2 can be sent, 0 refused.').waitFor()
    await page.getByText('The list was read as a text').waitFor()
    await page.getByRole('button', { name: 'Read it line by line' }).click()
    await page.getByText('3 lines: 0 can be sent, 3 refused.').waitFor()
    await page.getByRole('button', { name: 'Find the domains in the text' }).click()
    await page.getByText('2 lines: 2 can be sent, 0 refused.').waitFor()
  })

  test('an account that has used everything sees what a list needs, and cannot send it', async () => {
    await service.account({ email: 'used-up@tests.example', quota_used: 50 })
    const poor = await visitSignedIn(browser, service, 'used-up@tests.example')
    await poor.page.goto('/app/')
    await poor.page.getByLabel('Domain', { exact: true }).fill('a-one.com b-two.org')
    await poor.page.getByText('Your quota and credits do not cover this.').waitFor()
    await poor.page.getByRole('link', { name: 'Buy credits' }).waitFor()
    const button = poor.page.getByRole('button', { name: /^Analyze 2 as a list/ })
    expect(await button.isDisabled()).toBe(true)
    await expectAccessible(poor.page)
    expectNoViolations(poor)
    await poor.close()
  })
})

const linesOf = (page: Page) =>
  page.getByRole('list', { name: 'Lines of the list' }).getByRole('listitem')

/** Presses the button and returns the file that the page then saves. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const parts = await (await download.createReadStream()).toArray()
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') }
}
