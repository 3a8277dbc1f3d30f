import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, sharedService } from '../platform/service.ts'
import { seriousFindings } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  expectNoViolations,
  sharedChromium,
  type Visitor,
  visitSignedIn,
} from './browser.ts'

describe.skipIf(chromiumPath === null)('analyses in the dashboard', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'analyst@tests.example')
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  const analyze = async (domain: string, depth: 'quick' | 'deep' = 'deep') => {
    await page.goto('/app/')
    await page.getByLabel('Domain', { exact: true }).fill(domain)
    if (depth === 'quick') {
      await page.getByText('Options: deep').click()
      await page.getByLabel('Depth').selectOption(depth)
    }
    await page.getByRole('button', { name: 'Analyze' }).click()
    await page.waitForURL(/\/app\/jobs\/job_/)
  }
  const section = (name: string) => page.getByRole('region', { name, exact: true })

  test('an answer names the operator with its confidence, reasons by source, and what could not be checked', async () => {
    await analyze('https://thorncastle-group.com/about')
    await section('Answer').getByRole('link', { name: 'Thorncastle Group plc' }).first().waitFor()
    await expect.poll(() => section('Answer').textContent()).toContain('very likely')
    await section('Reasons').getByText('Show all reasons by source').click()
    await section('Reasons')
      .getByRole('heading', { name: /^Registration/ })
      .waitFor()
    expect(await section('Reasons').textContent()).toContain(
      'names Thorncastle Group plc as the registrant organization',
    )
    expect(await section('Sources').textContent()).toContain('No language model is configured')
    const address = page.url()
    await page.reload()
    await section('Answer').getByRole('link', { name: 'Thorncastle Group plc' }).first().waitFor()
    expect(page.url()).toBe(address)
  })

  test('the certificate is downloaded as PDF and as JSON', async () => {
    for (const [name, start] of [
      ['Certificate (PDF)', '%PDF'],
      ['JSON', '{'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ])
      const stream = await download.createReadStream()
      const [first] = await stream.take(1).toArray()
      expect(String(first).startsWith(start)).toBe(true)
    }
  })

  test('raw evidence is loaded when it is opened, and its addresses cannot be opened by accident', async () => {
    const evidence = section('Raw evidence')
    await evidence.getByText('Show the evidence').click()
    await evidence.getByText('Web site').first().click()
    await evidence
      .getByText(/^hxxps:\/\/thorncastle-group\[\.\]com/)
      .first()
      .waitFor()
    expect(await evidence.getByRole('link').count()).toBe(0)
    await evidence.getByRole('button', { name: 'Reveal link' }).first().click()
    const link = evidence.getByRole('link').first()
    expect([await link.getAttribute('rel'), await link.getAttribute('href')]).toEqual([
      'noopener noreferrer nofollow ugc',
      expect.stringMatching(/^https:\/\/(?:www\.)?thorncastle-group\.com/),
    ])
  })

  test('progress appears source by source while a deep analysis runs', async () => {
    await service.platform.breakPart({ target: 'lumenquay.com', mode: 'slow', rate: 1, ms: 2_500 })
    onTestFinished(() => service.platform.mendAll())
    await analyze('lumenquay.com')
    const bar = page.getByRole('progressbar', { name: 'Progress of the analysis' })
    await bar.waitFor()
    const sources = section('Sources')
    await expect
      .poll(() => sources.getByRole('listitem').filter({ hasText: 'Registrar: ' }).count())
      .toBeGreaterThan(0)
    expect(
      await sources.getByRole('listitem').filter({ hasText: 'Web site' }).textContent(),
    ).toContain('reading')
    await section('Answer').waitFor()
    expect(await bar.count()).toBe(0)
  })

  test('an invalid domain is explained at the field, and nothing is charged', async () => {
    await page.goto('/app/')
    await page.getByLabel('Domain', { exact: true }).fill('not a domain')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'domain' }).waitFor()
    expect(await page.getByLabel('Domain', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
    expect(page.url()).toMatch(/\/app\/$/)
  })

  test('a domain in the address fills the field, and only a press starts an analysis', async () => {
    const before = await service.platform.pool.query('select count(*) from jobs')
    await page.goto('/app/?domain=lumenquay.com&depth=quick')
    expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('lumenquay.com')
    expect(await page.getByLabel('Depth').inputValue()).toBe('quick')
    expect((await service.platform.pool.query('select count(*) from jobs')).rows).toEqual(
      before.rows,
    )
  })

  test('the main job works by keyboard alone: sign in, analyze, read, download, analyze again, find it in the list', async () => {
    const token = service.platform.identity.magicLink('analyst@tests.example')
    await page.goto(`/app/confirm?token_hash=${token}&type=email`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await tabTo(page, 'Sign in')
    await page.keyboard.press('Enter')
    await page.getByText('This account belongs to analyst@tests.example.').waitFor()
    await page.locator('button:focus', { hasText: 'Continue' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Domain', { exact: true }).waitFor()
    await page.keyboard.type('nordlyskraft.no')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/app\/jobs\/job_/)
    await section('Answer').waitFor()
    await tabTo(page, 'Export ▾')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await tabTo(page, 'Watch')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[role=menuitem]:focus', { hasText: 'Analyze again' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const first = page.url()
    await tabTo(page, 'Analyze again')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href !== first && url.pathname.startsWith('/app/jobs/job_'))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Type a domain/ }).waitFor()
    await page.keyboard.type('analyses')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/app\/jobs$/)
    await expect.poll(() => page.getByRole('link', { name: 'nordlyskraft.no' }).count()).toBe(2)
  })

  test('a failed analysis says why and that it cost nothing; an unknown one says that it is not there', async () => {
    const { rows } = await forceRows(
      service.platform.pool,
      `update jobs set status = 'failed', error_code = 'ANALYSIS_FAILED', error_message = 'The analysis stopped early.'
        where id = (select id from jobs where domain = 'nordlyskraft.no' order by id limit 1) returning id`,
      [],
    )
    await page.goto(`/app/jobs/${rows[0]?.id}`)
    await page.getByText('The analysis failed. It was not charged.').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('The analysis stopped early.')
    await page.goto('/app/jobs/job_01jz3c9m4wf5h8x2q6t7v0n1ke')
    await page.getByRole('heading', { name: 'There is no such analysis' }).waitFor()
  })

  test('an answer says its basis in words and shows its warnings before the answer, also in lists', async () => {
    await analyze('test-corp.sandbox.example')
    await section('Answer').getByText('Verified', { exact: true }).first().waitFor()
    expect(await section('Warnings').count()).toBe(0)
    await analyze('test-imitation.sandbox.example')
    const warnings = section('Answer').getByRole('region', { name: 'Warnings', exact: true })
    const item = warnings.getByRole('listitem')
    await item.waitFor()
    expect(await item.textContent()).toMatch(/^High: Imitates Test CorporationThe page imitates/)
    const text = (await section('Answer').textContent()) ?? ''
    expect(text.indexOf('Imitates')).toBeLessThan(text.indexOf('Nobody could be named'))
    expect(await seriousFindings(page)).toEqual([])
    for (const address of ['/app/', '/app/jobs', '/app/domains/test-imitation.sandbox.example']) {
      await page.goto(address)
      await page.getByText('Imitates Test Corporation').first().waitFor()
    }
    await page.goto('/app/domains/test-corp.sandbox.example')
    await page.getByText('Confirmed by a third party').first().waitFor()
  })
})

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (focused.trim() === name) return
  }
  throw new Error(`Tab never reached "${name}"`)
}
