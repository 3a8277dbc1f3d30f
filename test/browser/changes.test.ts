import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeChange, watchOne } from '../http/monitor-caller.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
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

describe.skipIf(chromiumPath === null)('the inbox of changes', () => {
  let service: Service
  let browser: Browser
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
  })
  afterAll(async () => {
    await closeVisitors(browser)
    await service.stop()
  })

  /** An account with a monitor that found changes of the domains. */
  async function found(
    domains: readonly string[],
    options: Parameters<typeof visitSignedIn>[3] = {},
  ): Promise<{ account: ServiceAccount; visitor: Visitor; page: Page; ids: string[] }> {
    const account = await service.account()
    const monitor = await watchOne(account, DOMAIN)
    const ids: string[] = []
    for (const domain of domains) {
      ids.push(
        await storeChange(service, account, monitor, {
          domain,
          severity: 'medium',
          kinds: ['registrar_changed'],
          evidence: [
            {
              source: 'registration: registrar',
              before: 'Old Registrar Ltd',
              after: 'New Registrar GmbH',
              collected_at: '2026-11-01T00:00:00.000Z',
            },
          ],
        }),
      )
    }
    const visitor = await visitSignedIn(browser, service, account.email, options)
    return { account, visitor, page: visitor.page, ids }
  }

  const numbered = (total: number) =>
    Array.from({ length: total }, (_, index) => `watched-${index + 1}.com`)
  const rowsOf = (page: Page) => page.getByRole('list', { name: 'Changes' }).locator('> li')

  test('twenty changes are acknowledged with one check box and one key', async () => {
    const { account, visitor, page } = await found(numbered(20))
    await page.goto('/app/changes')
    await expect.poll(() => rowsOf(page).count()).toBe(20)
    expect(await rowsOf(page).first().textContent()).toContain(
      'registration: registrar: Old Registrar Ltd→New Registrar GmbH',
    )
    await expectAccessible(page)
    await page.getByLabel('Select all 20 shown').check()
    await page.getByText('20 selected').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('e')
    await page.getByText('20 changes marked as expected.').waitFor()
    await page.getByText('No open change').waitFor()
    await page.getByLabel('State').selectOption('Acknowledged')
    await expect.poll(() => new URL(page.url()).search).toBe('?state=acknowledged')
    await expect.poll(() => rowsOf(page).count()).toBe(20)
    const summary = await account.request('GET', '/monitors/summary')
    expect(summary.body.data).toMatchObject({ open_changes: 0 })
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('j and k move, x selects, e acknowledges the current row, and the next one gets the focus', async () => {
    const { visitor, page } = await found(numbered(3))
    await page.goto('/app/changes')
    await expect.poll(() => rowsOf(page).count()).toBe(3)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused()).toBe('Select watched-3.com: New registrar')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('e')
    await page.getByText('1 change marked as expected.').waitFor()
    await expect.poll(focused).toBe('Select watched-2.com: New registrar')

    await page.getByLabel('Domain').focus()
    await page.keyboard.type('e')
    expect(await rowsOf(page).count()).toBe(2)
    await page.getByLabel('Domain').fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('Next change').waitFor()
    await expectAccessible(page)
    await help.getByLabel('Use these keys').uncheck()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.getByLabel('Select all 2 shown').check()
    await page.keyboard.press('e')
    expect(await rowsOf(page).count()).toBe(2)
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('a note goes with all selected changes, and a change that fails is named and stays selected', async () => {
    const { account, visitor, page, ids } = await found(numbered(3))
    await page.route(`**/app/api/changes/${ids[1]}/acknowledge`, (route) =>
      route.fulfill({
        status: 404,
        json: {
          data: null,
          error: { code: 'NOT_FOUND', message: 'There is no such change.' },
          meta: null,
        },
      }),
    )
    await page.goto('/app/changes')
    await page.getByLabel('Select all 3 shown').check()
    await page.getByRole('button', { name: 'Unexpected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark 3 changes as unexpected?' })
    await dialog.getByLabel('Note (optional)').fill('We asked nobody.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const failed = page.getByRole('alert').filter({ hasText: '1 of 3 could not be acknowledged' })
    await failed.waitFor()
    expect(await failed.innerText()).toContain('watched-2.com: There is no such change. NOT_FOUND')
    await page.getByText('2 changes marked as unexpected.').waitFor()
    expect(await rowsOf(page).count()).toBe(1)
    await page.getByText('1 selected').waitFor()
    const { rows } = await service.platform.pool.query(
      'select note from changes where account_id = $1 and verdict is not null',
      [account.userId],
    )
    expect(rows).toEqual([{ note: 'We asked nobody.' }, { note: 'We asked nobody.' }])
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('the inbox fits narrow windows', async () => {
    const { visitor, page } = await found(['a'.repeat(60).concat('.example.com'), DOMAIN], {
      theme: 'dark',
    })
    await page.goto('/app/changes')
    await rowsOf(page).first().waitFor()
    await page.getByText('Details').first().click()
    for (const width of [320, 360, 460, 700]) {
      await page.setViewportSize({ width, height: 740 })
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
    expectNoViolations(visitor)
    await visitor.close()
  })
})
