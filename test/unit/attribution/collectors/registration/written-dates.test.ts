import { expect, test } from 'vitest'
import { parseDate } from '../../../../../shared/attribution/collectors/registration/dates.ts'

const dates: [written: string, day: string | null][] = [
  ['14 באוגוסט 2019', '2019-08-14'],
  ['14 אוגוסט 2019', '2019-08-14'],
  ['14 tháng 8 năm 2019', '2019-08-14'],
  ['14 Tháng 8, 2019', '2019-08-14'],
  ['14 สิงหาคม 2562', '2019-08-14'],
  ['14 ส.ค. 2562', null],
  ['14/08/2562', '2019-08-14'],
  ['2562-08-14 10:11:12', '2019-08-14'],
  ['14 ágúst 2019', '2019-08-14'],
  ['14. júní 2019', '2019-06-14'],
  ['14 अगस्त 2019', '2019-08-14'],
  ['Aug-14-2019', '2019-08-14'],
  ['August 14-2019', '2019-08-14'],
  ["14 Aug '19", '2019-08-14'],
  ['14 août ’19', '2019-08-14'],
  ['Aug-1996', '1996-08-01'],
  ['tháng 8 năm 2019', null],
  ['14 tháng 18 năm 2019', null],
  ['2999-08-14', null],
]
test.each(dates)('%s is the day %s', (written, day) => {
  expect(parseDate(written)?.slice(0, 10) ?? null).toBe(day)
})
