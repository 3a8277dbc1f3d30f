import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../../../shared/platform/db/client.ts'

test.each([
  ['2026-11-20T13:38:26.578019+00:00', '2026-11-20T13:38:26.578Z'],
  ['2026-11-20 13:38:26.5+00', '2026-11-20T13:38:26.500Z'],
  ['2026-11-20 13:38:26+00', '2026-11-20T13:38:26.000Z'],
  ['2026-11-20T15:38:26.578+02:00', '2026-11-20T13:38:26.578Z'],
  ['2026-11-20 08:08:26.578-05:30', '2026-11-20T13:38:26.578Z'],
  ['2026-11-20 15:38:26+02', '2026-11-20T13:38:26.000Z'],
])('the Postgres timestamp %s gives %s', (text, iso) => {
  expect(isoTime(text)).toBe(iso)
})

test('null gives null', () => {
  expect(isoTime(null)).toBeNull()
})

test('any timestamp keeps its milliseconds', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString()
        return (
          isoTime(iso.replace('Z', '+00:00')) === iso &&
          isoTime(iso.replace('T', ' ').replace('Z', '000+00')) === iso
        )
      },
    ),
  )
})
