import { readFile } from 'node:fs/promises'
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
import { untilLoaded } from './dashboard.ts'

describe.skipIf(chromiumPath === null)('finding again in the dashboard', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await startService()
    browser = await sharedChromium()
    const account = await service.account({ tier: 'team', credits: 20 })
    for (const domain of ['vintara.com', 'lumenquay.com', 'test-unknown.sandbox.example'])
      await account.analyze(domain, { depth: 'quick' }).untilTerminal()
    await account.request('POST', '/analyze/bulk', {
      domains: ['vintara.se'],
      name: 'Nordic names',
    })
    visitor = await visitSignedIn(browser, service, account.email)
    page = visitor.page
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  const rows = () => page.getByRole('list', { name: 'Analyses' }).getByRole('listitem')

  test('a part of a domain or of an operator finds analyses while one types, without an error', async () => {
    await page.goto('/app/jobs')
    await untilLoaded(page)
    const all = await rows().count()
    expect(all).toBeGreaterThanOrEqual(3)
    const field = page.getByLabel('Domain or operator')
    for (const text of ['saltmarsh', 'LUMENQ']) {
      await field.fill(text)
      await expect.poll(() => new URL(page.url()).searchParams.get('domain')).toBe(text)
      await expect.poll(() => rows().count()).toBe(1)
      await rows().getByRole('link', { name: 'lumenquay.com' }).waitFor()
    }
    for (const text of ['xn', 'xn--', 'https://lumenquay.com/x']) {
      await field.fill(text)
      await expect.poll(() => new URL(page.url()).searchParams.get('domain')).toBe(text)
      expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    }
    await expect.poll(() => rows().count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows().count()).toBe(1)
    await expectAccessible(page)
  })

  test('a filter without a match says so and can be cleared', async () => {
    await page.goto('/app/jobs')
    await page.getByLabel('Warning').selectOption('orders_in_text')
    await page.getByLabel('Domain or operator').fill('nothing like this')
    await page.getByText('No analysis fits').waitFor()
    await expect.poll(() => page.url()).toContain('domain=')
    expect(new URL(page.url()).searchParams.get('warning')).toBe('orders_in_text')
    await page.getByRole('button', { name: 'API', exact: true }).click()
    await page.getByText(/curl .*jobs\?warning=orders_in_text/).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(() => rows().count()).toBeGreaterThan(2)
    expect(await page.getByLabel('Domain or operator').inputValue()).toBe('')
    await page.getByLabel('Outcome').selectOption('no_clear_entity')
    await rows()
      .filter({ hasText: 'test-unknown.sandbox.example' })
      .getByText('Nobody could be named')
      .waitFor()
  })

  test('the shown analyses are saved as CSV', async () => {
    await page.goto('/app/jobs?domain=lumenquay')
    await expect.poll(() => rows().count()).toBe(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save 1 as CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('lumenquay.com,lumenquay.com,"Saltmarsh Media Group, Inc."')
  })

  test('the palette finds analyses, operators and lists, and analyzes a pasted address', async () => {
    const option = (name: RegExp) => page.getByRole('option', { name })
    await page.goto('/app/keys')
    await untilLoaded(page)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Type a domain' })
    await field.fill('vintara')
    await option(/vintara\.com.*Analysis/s).waitFor()
    await option(/Vintara Interactive AB.*Operator/s).waitFor()
    await expectAccessible(page)
    await field.fill('nordic')
    await option(/Nordic names.*List/s).waitFor()
    await field.fill('hxxps://shop[.]example[.]com/login')
    await option(/Analyze shop\.example\.com/).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?domain=shop.example.com')
  })

  test('a printed page has no menu and no buttons, and its folded parts are open', async () => {
    await page.goto('/app/domains/vintara.com')
    await page.getByRole('list', { name: 'Timeline of the domain' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const shown = await page.evaluate(() => ({
      controls: [...document.querySelectorAll('button, nav, header nav, select')].filter((each) =>
        each.checkVisibility(),
      ).length,
      folded: document.querySelectorAll('main details:not([open])').length,
      background: getComputedStyle(document.body).backgroundColor,
      color: getComputedStyle(document.body).color,
    }))
    expect(shown).toEqual({
      controls: 0,
      folded: 0,
      background: 'rgb(255, 255, 255)',
      color: 'rgb(0, 0, 0)',
    })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })
})
