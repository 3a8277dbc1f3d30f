import { describe, expect, test } from 'vitest'
import { csvOf } from '../../../workers/dashboard/parts/csv-file.ts'
import { ledgerCsv } from '../../../workers/dashboard/screens/billing/ledger-csv.ts'
import {
  causeOf,
  type Entry,
  groupInWords,
  ledgerGroups,
} from '../../../workers/dashboard/screens/billing/ledger-groups.ts'

let made = 0
function entry(reason: Entry['reason'], delta: number, more: Partial<Entry> = {}): Entry {
  made += 1
  return {
    entry_id: `led_${made}`,
    delta,
    reason,
    balance_after: 100,
    subject_id: `job_${made}`,
    job_id: `job_${made}`,
    domain: 'example.com',
    started_by: null,
    created_at: '2026-11-26T10:00:00.000Z',
    ...more,
  }
}

const ofList = { started_by: 'blk_1' }

describe('groups of the ledger', () => {
  test('the entries of a list are one group with its sum, also with refunds between others', () => {
    const groups = ledgerGroups([
      entry('refund', 1, ofList),
      entry('purchase', 100),
      entry('analysis', -1, ofList),
      entry('analysis', -1, ofList),
    ])
    expect(groups.map(({ delta, listId, entries }) => [delta, listId, entries.length])).toEqual([
      [-1, 'blk_1', 3],
      [100, null, 1],
    ])
    expect(groups.map((group) => groupInWords(group, 60))[0]).toBe('List of 60')
    expect(groups.map((group) => groupInWords(group, null))[0]).toBe('List')
  })

  test('places of monitors are one group a day', () => {
    const groups = ledgerGroups([
      entry('monitor', -1),
      entry('monitor', -1),
      entry('monitor', -1, { created_at: '2026-11-25T10:00:00.000Z' }),
      entry('analysis', -1, { started_by: 'mon_1' }),
      entry('analysis', -1, { started_by: 'mon_2' }),
    ])
    expect(groups.map((group) => [group.delta, groupInWords(group, null)])).toEqual([
      [-2, '2 monitors beyond your plan, 30 days each'],
      [-1, '1 monitor beyond your plan, 30 days each'],
      [-2, '2 analyses of monitors'],
    ])
  })

  test('single analyses stay apart', () => {
    expect(ledgerGroups([entry('analysis', -1), entry('analysis', -1)])).toHaveLength(2)
  })

  test.each([
    [entry('refund', 1, ofList), 'list'],
    [entry('refund', 1), 'refund'],
    [entry('analysis', -1, { started_by: 'mon_1' }), 'monitor'],
    [entry('monitor', -1), 'monitor'],
    [entry('auto_recharge', 100), 'purchase'],
    [entry('correlation', -5), 'correlation'],
  ])('%o has the cause %s', (each, cause) => {
    expect(causeOf(each)).toBe(cause)
  })
})

test('a CSV of the ledger has a line for each entry and runs no formula', () => {
  const rows = ledgerCsv([
    entry('analysis', -1, { domain: '=cmd"|x', entry_id: 'led_a', subject_id: 'job_a' }),
  ])
  expect(csvOf(rows)).toBe(
    '\ufefftime,entry,cause,reason,domain,subject,"started by",credits,balance\r\n' +
      `"2026-11-26T10:00:00.000Z",led_a,"Single analyses",Analysis,"'=cmd""|x",job_a,,-1,100\r\n`,
  )
})
