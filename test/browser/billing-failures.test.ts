import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
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

describe.skipIf(chromiumPath === null)('usage and billing without the service', () => {
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

  test('a page that cannot reach the service says so and recovers', async () => {
    const { page, context } = visitor
    await context.route('**/app/api/billing/usage', (route) => route.abort())
    await page.goto('/app/billing')
    const usage = page.getByRole('region', { name: 'Usage of this period' })
    await usage.getByText('The service cannot be reached').waitFor()
    await context.unroute('**/app/api/billing/usage')
    await usage.getByRole('button', { name: 'Try again' }).click()
    await usage.getByText('Quota').waitFor()
    await expectAccessible(page)
    expectNoViolations(visitor)
  })
})
