import { ACCENT, PAGE, RULE, type Sheets } from './sheets.ts'

/** Below this a share is said to be below it. */
export const LEAST_SHARE = 0.0001

/** A share as people read it; small ones keep a digit, so that "0 %" means nothing at all. */
export function percent(share: number): string {
  if (share > 0 && share < LEAST_SHARE) return `< ${percent(LEAST_SHARE)}`
  const value = share * 100
  return `${value >= 99.95 || value === 0 ? value.toFixed(0) : value >= 10 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(value < 1 ? 2 : 1)} %`
}

/** An instant to the second, as UTC. */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** The title of a section, kept together with what follows within `below` points. */
export function heading(sheets: Sheets, text: string, below: number): void {
  sheets.need(26 + below)
  sheets.y -= 26
  sheets.text(sheets.set.line(text, 'bold'), { x: PAGE.left, y: sheets.y, size: 10.5, color: ACCENT })
  sheets.rule(sheets.y - 5)
  sheets.y -= 9
}

/** A bar of which `share` is filled. */
export function bar(sheets: Sheets, x: number, y: number, width: number, height: number, share: number): void {
  sheets.box(x, y, width, height, RULE)
  if (share > 0) sheets.box(x, y, Math.max(1, width * Math.min(1, share)), height, ACCENT)
}
