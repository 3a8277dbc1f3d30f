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
import { untilLoaded } from './dashboard.ts'
import { MARKUP } from './hostile-names.ts'
import { HOSTILE_MONITOR_PATH, serveHostileMonitors } from './monitor-samples.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'

const NARROW = { width: 360, height: 740 }

describe.skipIf(chromiumPath === null)('monitors in a browser', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'monitors@tests.example')
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  test('hostile names, labels and evidence stay text, and the layout holds on a narrow phone', async () => {
    const phone = await visitSignedIn(browser, service, 'monitors@tests.example', {
      isPhone: true,
      theme: 'dark',
    })
    await serveHostileMonitors(phone.page)
    await phone.page.setViewportSize(NARROW)
    for (const path of ['/app/monitors', HOSTILE_MONITOR_PATH, '/app/changes']) {
      await phone.page.goto(path)
      await phone.page.getByText(MARKUP).first().waitFor()
      await untilLoaded(phone.page)
      await phone.page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await phone.page.locator('main img, main script').count()).toBe(0)
      expect(await phone.page.locator('main').innerText()).not.toContain('\u202e')
      await expectNoSidewaysScroll(phone.page)
      await expectAccessible(phone.page)
    }
    await phone.page.goto('/app/monitors')
    await phone.page.getByRole('button', { name: 'Watch domains' }).click()
    await phone.page.getByLabel('Or paste lines').fill('a.com')
    await phone.page.getByRole('button', { name: 'Watch 1 domain' }).click()
    await phone.page
      .getByRole('dialog', { name: 'Watch these domains?' })
      .getByRole('button', { name: 'Watch', exact: true })
      .click()
    await phone.page
      .getByRole('region', { name: 'Rejected domains' })
      .getByText('[U+202E]')
      .waitFor()
    expect(await phone.page.locator('main img').count()).toBe(0)
    await expectNoSidewaysScroll(phone.page)
    expectNoViolations(phone)
    await phone.close()
  })
})
