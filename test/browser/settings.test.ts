import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, sharedService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  expectNoViolations,
  sharedChromium,
  visitSignedIn,
} from './browser.ts'
import { LONG, SPOOFED } from './hostile-names.ts'

describe.skipIf(chromiumPath === null)('settings', () => {
  let service: Service
  let browser: Browser
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
  })
  afterAll(async () => {
    await closeVisitors(browser)
    await service?.stop()
  })

  const opened = (email: string, options: Parameters<typeof visitSignedIn>[3] = {}) =>
    visitSignedIn(browser, service, email, options)

  /**
   * Changes rows by SQL. It is used for rows that no API call can create, such as a hostile error
   * of a receiver.
   */
  const change = (statement: string, ...values: unknown[]) =>
    service.platform.pool.query(statement, values)

  test('a mail preference is saved at once, and goes back when the change fails', async () => {
    const visitor = await opened('settings@tests.example', { theme: 'dark' })
    const { page, context } = visitor
    await change(
      'update accounts set name = $2 where email = $1',
      'settings@tests.example',
      `${SPOOFED} ${LONG}`,
    )
    await page.goto('/app/settings')
    await page.getByText('[U+202E]gnp.exe').first().waitFor()
    expect(await page.getByLabel('API key of the provider').count()).toBe(0)
    const digest = page.getByLabel('Weekly digest')
    await digest.uncheck()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => digest.isChecked()).toBe(false)

    await context.route('**/app/api/auth/email-preferences', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await digest.click()
    await page.getByText('The service cannot be reached').waitFor()
    expect(await digest.isChecked()).toBe(false)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^account_\d{4}-\d\d-\d\d_export\.json$/)
    expect(await page.locator('img').count()).toBe(0)
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('a key of a model provider is tested, saved without a trace in the page, and deleted', async () => {
    const { email } = await service.account({ tier: 'team' })
    const visitor = await opened(email)
    const { page } = visitor
    await page.goto('/app/settings')
    const field = page.getByLabel('API key of the provider')
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
      'password',
      'off',
    ])
    await field.fill('sk-ant-test-key-1234')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await page.getByText('The key for Anthropic works and is saved.').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await page.content()).not.toContain('sk-ant-test-key-1234')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete the key for Anthropic' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There is no own key').waitFor()
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('closing the account needs a typed confirmation and ends every session', async () => {
    const { email, request } = await service.account()
    const visitor = await opened(email)
    const { page } = visitor
    await page.goto('/app/settings')
    await page.getByRole('button', { name: 'Close my account' }).click()
    const dialog = page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: 'Close my account' })
    await dialog.getByLabel('Type close my account to confirm').fill('close my')
    expect(await close.isDisabled()).toBe(true)
    await dialog.getByLabel('Type close my account to confirm').fill('close my account')
    await close.click()
    await page.getByRole('heading', { level: 1, name: 'Your account is closed' }).waitFor()
    await expectAccessible(page)
    expect((await request('GET', '/jobs')).status).toBe(401)
    expect(await visitor.context.cookies()).toEqual([])
    await page.goto('/app/keys')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expectNoViolations(visitor)
    await visitor.close()
  })
})
