import type { Page } from 'playwright-core'

/** A text that is narrower than this, in widths of its letters, has one or two letters in a line. */
const WIDTH_MIN_EM = 6
const LINES_MAX = 2

/** Returns the visible texts of the page that are squeezed into a narrow column. */
export async function narrowTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    ([widthMin, linesMax]) => {
      const found: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const { parentElement: parent, textContent } = text
        const words = textContent?.trim() ?? ''
        if (parent === null || words === '' || !parent.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const { width, height } = range.getBoundingClientRect()
        const style = getComputedStyle(parent)
        const size = Number.parseFloat(style.fontSize)
        // A text for screen readers only is one pixel wide.
        if (width <= 1 || parent.closest('.sr-only') !== null) continue
        const lines = height / (Number.parseFloat(style.lineHeight) || size * 1.5)
        if (width < widthMin * size && lines > linesMax)
          found.push(
            `${Math.round(width)} px wide, ${Math.round(lines)} lines: ${words.slice(0, 60)}`,
          )
      }
      return found
    },
    [WIDTH_MIN_EM, LINES_MAX + 0.5] as const,
  )
}
