import { expect, test } from 'vitest'
import { dateOrderOf, parseDate } from '../../../../../shared/attribution/collectors/registration/dates.ts'

const dates: [written: string, instant: string | null][] = [
  ['2010-07-07T19:23:48Z', '2010-07-07T19:23:48Z'],
  ['2010-07-07T19:23:48.665400Z', '2010-07-07T19:23:48Z'],
  ['1999-02-17T00:00:00+13:00', '1999-02-17T00:00:00+13:00'],
  ['2011-07-21 18:03:50+03', '2011-07-21T18:03:50+03:00'],
  ['2010-08-29 10:22:50 (UTC+8)', '2010-08-29T10:22:50+08:00'],
  ['2000-08-29 (YYYY-MM-DD)', '2000-08-29T00:00:00Z'],
  ['2001/03/22', '2001-03-22T00:00:00Z'],
  ['2009/10/23 19:22:08 (JST)', '2009-10-23T19:22:08+09:00'],
  ['2007. 03. 02.', '2007-03-02T00:00:00Z'],
  ['2004.03.04', '2004-03-04T00:00:00Z'],
  ['30.6.2006 00:00:00', '2006-06-30T00:00:00Z'],
  ['21.07.2000 15:21:00', '2000-07-21T15:21:00Z'],
  ['31/12/2016', '2016-12-31T00:00:00Z'],
  ['16/09/03', '2003-09-16T00:00:00Z'],
  ['20140921', '2014-09-21T00:00:00Z'],
  ['20110426 17:57:27', '2011-04-26T17:57:27Z'],
  ['UANIC 20120730164230', '2012-07-30T16:42:30Z'],
  ['registrar AT ns.il 19960111 (Assigned)', '1996-01-11T00:00:00Z'],
  ['12-Feb-2006 18:08:52 UTC', '2006-02-12T18:08:52Z'],
  ['21-March-2002', '2002-03-21T00:00:00Z'],
  ['13-MAY-2009', '2009-05-13T00:00:00Z'],
  ['02-Mar-99', '1999-03-02T00:00:00Z'],
  ['2nd April, 2001', '2001-04-02T00:00:00Z'],
  ['30th April 2003 at 00:00:00.000', '2003-04-30T00:00:00Z'],
  ['Wednesday 30th Mar 2011', '2011-03-30T00:00:00Z'],
  ['Tue Dec 12 2000', '2000-12-12T00:00:00Z'],
  ['May 22 2002', '2002-05-22T00:00:00Z'],
  ['October  9 2012', '2012-10-09T00:00:00Z'],
  ['Fri Mar 29 22:03:53 GMT 2002', '2002-03-29T22:03:53Z'],
  ['Mar 25 01:57:22 PDT 2009', '2009-03-25T01:57:22-07:00'],
  ['18 Apr 2003 00:00 EAT', '2003-04-18T00:00:00+03:00'],
  ['2001-Aug-23.', '2001-08-23T00:00:00Z'],
  ['23 de agosto de 2012', '2012-08-23T00:00:00Z'],
  ['19990518 #162310', '1999-05-18T00:00:00Z'],
  ['before Aug-1996', '1996-08-01T00:00:00Z'],
  ['before 1 January 1996', '1996-01-01T00:00:00Z'],
  ['2005年5月30日', '2005-05-30T00:00:00Z'],
  ['0000-00-00', null],
  ['2011-02-30', null],
  ['-', null],
  ['see at www.register.example.net', null],
  ['+1.6502530000', null],
  ['192.0.2.1', null],
]

test.each(dates)('the date "%s" gives the instant %s', (written, instant) => {
  expect(parseDate(written)).toBe(instant)
})

test('one unambiguous date decides the order of day and month for all dates of a record', () => {
  expect(dateOrderOf(['03/02/2012', '12/18/2001'])).toBe('month first')
  expect(dateOrderOf(['03/02/2012', '28/04/2003'])).toBe('day first')
  expect(dateOrderOf(['03/02/2012'])).toBe('day first')
  expect(dateOrderOf(['03/02/2012'], 'ml')).toBe('month first')
  expect(dateOrderOf(['28/02/2012'], 'ml')).toBe('day first')
  expect(parseDate('03/02/2012', 'month first')).toBe('2012-03-02T00:00:00Z')
  expect(parseDate('03/02/2012', 'day first')).toBe('2012-02-03T00:00:00Z')
})
