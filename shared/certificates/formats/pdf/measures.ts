import { ACCENT, PAGE, RULE, type Sheets } from './sheets.ts'

export const LEAST_SHARE = 0.0001

/** Only 0 itself becomes "0 %"; less than LEAST_SHARE becomes "< 0.01 %". */
export function percent(share: number): string {
  if (share > 0 && share < LEAST_SHARE) return `< ${percent(LEAST_SHARE)}`
  const value = share * 100
  if (value >= 99.95 || value === 0) return `${value.toFixed(0)} %`
  return value >= 10
    ? `${value.toFixed(1).replace(/\.0$/, '')} %`
    : `${value.toFixed(value < 1 ? 2 : 1)} %`
}

/** Returns a text such as "2026-01-31 12:00:00 UTC". */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** Starts a new page if fewer than `below` points (1/72 inch) would remain under the title. */
export function heading(sheets: Sheets, text: string, below: number): void {
  sheets.need(26 + below)
  sheets.y -= 26
  sheets.write(text, { x: PAGE.left, size: 10.5, weight: 'bold', color: ACCENT })
  sheets.rule(sheets.y - 5)
  sheets.y -= 9
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
