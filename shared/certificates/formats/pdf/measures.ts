import { percentText } from '../../../attribution/answer/verdict.ts'
import { ACCENT, PAGE, RULE, type Sheets } from './sheets.ts'

const LEAST_SHARE = 0.005

/** "98%", as in the dashboard. Only 0 itself becomes "0%". */
export function percent(share: number): string {
  return share > 0 && share < LEAST_SHARE ? '<1%' : percentText(share)
}

/** Returns a text such as "2026-01-31 12:00:00 UTC". */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** Starts a new page if fewer than `below` points (1/72 inch) would remain under the title. */
export function heading(sheets: Sheets, text: string, below: number): void {
  sheets.need(26 + below)
  sheets.y -= 24
  sheets.within('H2', () =>
    sheets.write(text, { x: PAGE.left, size: 10.5, weight: 'bold', color: ACCENT }),
  )
  sheets.rule(sheets.y - 5)
  sheets.y -= 8
}

export function bar(
  sheets: Sheets,
  x: number,
  y: number,
  width: number,
  height: number,
  share: number,
): void {
  sheets.box(x, y, width, height, RULE)
  if (share > 0) sheets.box(x, y, Math.max(1, width * Math.min(1, share)), height, ACCENT)
}
