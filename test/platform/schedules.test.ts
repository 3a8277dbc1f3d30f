import { expect, test } from 'vitest'
import { isDue } from './schedules.ts'

// 2026-11-20 is a Friday. In cron expressions of Cloudflare, Sunday is weekday 1, so Friday is weekday 6.
test.each([
  ['* * * * *', '2026-11-20T14:07:00Z', true],
  ['7 * * * *', '2026-11-20T14:07:00Z', true],
  ['8 * * * *', '2026-11-20T14:07:00Z', false],
  ['*/5 * * * *', '2026-11-20T14:10:00Z', true],
  ['*/5 * * * *', '2026-11-20T14:07:00Z', false],
  ['3/5 * * * *', '2026-11-20T14:08:00Z', true],
  ['0 9-17 * * *', '2026-11-20T17:00:00Z', true],
  ['0 9-17 * * *', '2026-11-20T18:00:00Z', false],
  ['0 8 * * 2', '2026-11-20T08:00:00Z', false],
  ['0 8 * * 2,6', '2026-11-20T08:00:00Z', true],
  ['30 3 1 * *', '2026-12-01T03:30:00Z', true],
  ['30 3 1 12 *', '2026-11-01T03:30:00Z', false],
  ['* * * *', '2026-11-20T14:07:00Z', false],
])('the cron %s at %s is due: %s', (cron, at, due) => {
  expect(isDue(cron, new Date(at))).toBe(due)
})
