import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { isDue } from './schedules.ts'

// 2026-11-20 is a Friday. Cloudflare counts weekdays from 1 (Sunday), so Friday is 6.
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
  ['0 7 * * mon', '2026-11-23T07:00:00Z', true],
  ['0 7 * * mon', '2026-11-22T07:00:00Z', false],
  ['0 7 * * 1', '2026-11-22T07:00:00Z', true],
  ['0 7 * * Mon-Fri', '2026-11-20T07:00:00Z', true],
  ['0 7 * * mon-fri', '2026-11-21T07:00:00Z', false],
  ['0 7 1 JAN,dec *', '2026-12-01T07:00:00Z', true],
  ['* * * *', '2026-11-20T14:07:00Z', false],
])('the cron %s at %s is due: %s', (cron, at, due) => {
  expect(isDue(cron, new Date(at))).toBe(due)
})

test('the weekly schedules run on Sunday and on Monday', () => {
  const { triggers } = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true })
  const weekly = (triggers.crons ?? []).filter((cron: string) => !cron.endsWith('*'))
  const week = Array.from(
    { length: 7 * 24 * 60 },
    (_, minute) => new Date(Date.UTC(2026, 10, 16, 0, minute)),
  )
  expect(
    weekly.map((cron: string) =>
      week.filter((at) => isDue(cron, at)).map((at) => at.toISOString()),
    ),
  ).toEqual([['2026-11-22T04:23:00.000Z'], ['2026-11-16T07:00:00.000Z']])
})
