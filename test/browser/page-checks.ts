import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Fails if the page is wider than the window. Tables scroll in their own frames. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}
