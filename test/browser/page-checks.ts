import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Fails if the page stays wider than the window, and names the widest elements. Tables scroll in
 * their own frames.
 */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect.poll(() => sidewaysScroll(page)).toEqual([])

/** Returns a problem if the page is wider than its window, with the elements that stick out. */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = window.innerWidth
    if (document.documentElement.scrollWidth <= width + 1) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    const shown = wide
      .slice(0, 5)
      .map(({ tagName, className }) => `${tagName.toLowerCase()}.${className}`)
    return [
      `${document.documentElement.scrollWidth} px wide in a window of ${width} px: ${shown.join(' | ')}`,
    ]
  })
}
