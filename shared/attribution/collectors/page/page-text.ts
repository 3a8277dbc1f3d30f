import type { PageLine } from './page-document.ts'
import { foldText } from './text.ts'

export const PAGE_TEXT_LENGTH_MAX = 16_000

export function pageText(lines: readonly PageLine[]): string {
  const parts: string[] = []
  let length = 0
  for (const { text } of lines) {
    if (length > PAGE_TEXT_LENGTH_MAX) break
    parts.push(text)
    length += text.length + 1
  }
  return foldLines(parts.join('\n'))
}

/**
 * Cuts the text of a page to its maximum length. Line breaks are kept, because they show the ends
 * of table cells and paragraphs.
 */
function foldLines(text: string): string {
  if (text.length <= PAGE_TEXT_LENGTH_MAX) return text
  return foldText(text.slice(PAGE_TEXT_LENGTH_MAX - 1, PAGE_TEXT_LENGTH_MAX), 1) === ''
    ? text.slice(0, PAGE_TEXT_LENGTH_MAX - 1)
    : cutWellFormed(text)
}

const cutWellFormed = (text: string): string =>
  text.slice(0, PAGE_TEXT_LENGTH_MAX).replace(/[\ud800-\udbff]$/u, '')
