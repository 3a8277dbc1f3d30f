import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Fails if the page can be scrolled sideways, and names the widest elements. A wide table may
 * scroll inside its own frame.
 */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect.poll(() => sidewaysScroll(page)).toEqual([])

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
