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

/**
 * Returns texts of three or more lines in a box narrower than six letters, and fields that are as
 * narrow. Runs in the page, so it uses nothing from outside.
 */
export function narrowTexts(): string[] {
  const [lettersMin, linesMax] = [6, 2]
  const problems: string[] = []
  for (const element of document.querySelectorAll('main *, header *')) {
    if (!element.checkVisibility() || element.closest('svg, .sr-only, pre') !== null) continue
    const style = getComputedStyle(element)
    const letter = Number.parseFloat(style.fontSize)
    const named = `${element.tagName.toLowerCase()} "${(element.textContent ?? '').slice(0, 30)}"`
    const { width } = element.getBoundingClientRect()
    const isField =
      element.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select') &&
      element.clientHeight > 1
    if (isField && width < lettersMin * letter) problems.push(`${named} is ${width} px wide`)
    const lines = new Set<number>()
    let textWidth = 0
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        lines.add(Math.round(rect.top))
        textWidth = Math.max(textWidth, rect.width)
      }
    }
    const isSquashed = lines.size > linesMax && textWidth < lettersMin * letter
    if (isSquashed) problems.push(`${named} has ${lines.size} lines, ${textWidth} px wide`)
  }
  return problems
}
