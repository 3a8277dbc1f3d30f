import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  expectNoViolations,
  sharedChromium,
  visitSignedIn,
} from './browser.ts'
import { LONG, MARKUP, SPOOFED } from './hostile-names.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'

describe.skipIf(chromiumPath === null)('keys and webhooks', () => {
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
    forceRows(service.platform.pool, statement, values)

  test('a new key is shown once, works, and is refused after it was revoked', async () => {
    const visitor = await opened('keys@tests.example')
    const { page } = visitor
    await page.goto('/app/keys')
    await page.getByText('There is no active key').waitFor()
    await page.getByLabel('Name of the key').fill(MARKUP)
    await page.getByLabel('May buy credits and change auto-recharge').uncheck()
    await page.getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your new key' })
    const key = await dialog.getByLabel('API key').inputValue()
    expect(key).toMatch(/^dak_\w{38}$/)
    await expectAccessible(page)
    expect((await service.request('GET', '/jobs', undefined, { 'x-api-key': key })).status).toBe(
      200,
    )

    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row', { name: MARKUP })
    await row.waitFor()
    await row.getByRole('cell', { name: 'No', exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await row.waitFor()
    expect(await page.content()).not.toContain(key)
    expect(
      await page.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
      ),
    ).not.toContain(key)

    await row.getByRole('button', { name: `Revoke ${MARKUP}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText(`The key ${MARKUP} is revoked.`).waitFor()
    await page.getByText('There is no active key').waitFor()
    expect((await service.request('GET', '/jobs', undefined, { 'x-api-key': key })).status).toBe(
      401,
    )
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('the limit of keys is explained, and a hostile name stays text', async () => {
    const { email, userId } = await service.account()
    await change(
      'update api_keys set name = $2 where account_id = $1',
      userId,
      `${SPOOFED} ${LONG}`,
    )
    const visitor = await opened(email, { theme: 'dark', isPhone: true })
    const { page } = visitor
    await page.goto('/app/keys')
    await page.getByText('[U+202E]gnp.exe').first().waitFor()
    await expectNoSidewaysScroll(page)
    for (const name of ['second', 'third']) {
      await page.getByLabel('Name of the key').fill(name)
      await page.getByRole('button', { name: 'Make a key' }).click()
      if (name === 'second') await page.getByRole('button', { name: 'I have stored it' }).click()
    }
    await page.getByText('KEY_LIMIT_REACHED').waitFor()
    await page.getByText('Revoke a key that no program uses').waitFor()
    await expectAccessible(page)
    expect(await page.locator('img').count()).toBe(0)
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('a signing secret is made, shown once and rotated after a question', async () => {
    const { email, request } = await service.account()
    const visitor = await opened(email)
    const { page } = visitor
    const shown = async () => {
      const dialog = page.getByRole('dialog', { name: 'Your new signing secret' })
      const secret = await dialog.getByLabel('Signing secret').inputValue()
      await dialog.getByRole('button', { name: 'I have stored it' }).click()
      await dialog.waitFor({ state: 'hidden' })
      return secret
    }
    await page.goto('/app/webhooks')
    await page.getByRole('button', { name: 'Make a secret' }).click()
    const first = await shown()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    const question = page.getByRole('dialog', { name: 'Rotate the secret?' })
    await question.getByText('The old one stops at once').waitFor()
    const overlap = question.getByLabel('The old secret signs for')
    await overlap.selectOption({ label: '24 hours' })
    await question.getByText('has the signatures of both secrets').waitFor()
    await question.getByRole('button', { name: 'Rotate', exact: true }).click()
    const second = await shown()
    expect([first, second]).toEqual([
      expect.stringMatching(/^whsec_/),
      expect.stringMatching(/^whsec_/),
    ])
    expect(second).not.toBe(first)
    await page.getByText(second.slice(0, 8)).waitFor()
    expect(await page.content()).not.toContain(second)
    expect((await request('GET', '/webhooks/secret')).body.data?.webhook_secret).toContain(
      second.slice(0, 8),
    )
    const { rows } = await service.platform.pool.query(
      `select webhook_secret_before_until > now() + interval '23 hours' as overlaps
        from accounts where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ overlaps: true }])
    expectNoViolations(visitor)
    await visitor.close()
  })

  async function deadLetter(account: ServiceAccount, domain: string): Promise<string> {
    const job = await account
      .analyze(domain, { callback_url: 'https://receiver-of-tests.com/events' })
      .untilTerminal()
    await change(
      `update webhook_deliveries set state = 'dead_lettered', next_attempt_at = null, lease_until = null, attempts = 8,
        dead_lettered_at = clock_timestamp(), last_error = $2 where subject_id = $1`,
      job.job_id,
      SPOOFED,
    )
    return job.job_id
  }

  test('a dead letter shows its error as text and is delivered again', async () => {
    const account = await service.account()
    const jobs = [
      await deadLetter(account, 'test-corp.sandbox.example'),
      await deadLetter(account, 'test-unknown.sandbox.example'),
    ]
    const visitor = await opened(account.email, { isPhone: true })
    const { page } = visitor
    await page.goto(`/app/webhooks?job=${jobs[0]}`)
    const rows = page.getByRole('list', { name: 'Deliveries' }).locator('> li')
    await rows.getByText('[U+202E]gnp.exe').first().waitFor()
    const lookup = page.getByRole('region', { name: 'Find a delivery' })
    await lookup.getByText('dead lettered').waitFor()
    await lookup.getByText('hxxps://receiver-of-tests[.]com/events').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    await rows.first().getByText('Attempts').click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByLabel('Status', { exact: true }).selectOption('Failed for good')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: `Send again: delivery for ${jobs[0]}` }).click()
    await page.getByText('1 delivery waits for a new attempt.').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    // Waits until the attempt has ended. An attempt that still runs would later set the delivery to
    // pending again.
    const attempted =
      'select from webhook_deliveries where subject_id = $1 and attempts > 0 and lease_until is null'
    await expect.poll(async () => (await change(attempted, jobs[0])).rowCount).toBe(1)
    await change(
      `update webhook_deliveries set state = 'dead_lettered', next_attempt_at = null, lease_until = null,
        dead_lettered_at = clock_timestamp() where subject_id = any($1)`,
      jobs,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Send all failed again' }).click()
    await page.getByText('2 deliveries wait for a new attempt.').waitFor()
    await page.getByText('No delivery fits these filters').waitFor()
    expectNoViolations(visitor)
    await visitor.close()
  })

  test('a test event shows the answer of the receiver, or why there is none', async () => {
    const { email } = await service.account()
    const visitor = await opened(email, { theme: 'dark', isPhone: true })
    const { page } = visitor
    await page.goto('/app/webhooks')
    await page.getByText('There is no delivery yet').waitFor()
    await page.getByLabel('Callback address').fill('https://receiver-of-tests.com/events')
    await page.getByLabel('Sample of').selectOption('Monitor found a change')
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText(/^(Answer \d{3}|No answer) after [\d,]+ ms$/).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expectNoViolations(visitor)
    await visitor.close()
  })
})
