import { expect, test } from 'vitest'
import { changeFor, factsFor, stateFor } from '../../../shared/monitors/facts-for-monitor.ts'
import {
  type ConfirmedChange,
  isIncomplete,
  judgeReading,
} from '../../../shared/monitors/judge-reading.ts'

const FACTS = { redirect: 'elsewhere.example', parked: true, mail: ['mx.example'] }

const change = (part: Partial<ConfirmedChange>): ConfirmedChange => ({
  kinds: [],
  isUnparked: false,
  before: {},
  after: {},
  detectedAt: 0,
  confirmedAt: 0,
  ...part,
})

test('only a passive monitor lacks the facts of the site', () => {
  expect(factsFor({ passive: false }, FACTS)).toEqual(FACTS)
  expect(factsFor({ passive: true }, FACTS)).toEqual({ mail: ['mx.example'] })
})

test.each<[string, Partial<ConfirmedChange>, string[]]>([
  ['a new redirect', { kinds: ['redirect_changed'], after: { redirect: 'a.example' } }, []],
  ['a parked page', { kinds: ['parked'], after: { parked: true } }, []],
  ['a site that came back', { kinds: ['returned'], after: { redirect: 'a.example' } }, []],
  [
    'a site that came back, and new mail hosts',
    { kinds: ['returned', 'mail_changed'], after: { parked: true, mail: ['mx.example'] } },
    ['mail_changed'],
  ],
  [
    'mail hosts that came back',
    { kinds: ['returned'], after: { mail: ['mx.example'] } },
    ['returned'],
  ],
  [
    'networks that came back, and a new alias',
    {
      kinds: ['returned', 'hosting_changed'],
      before: { networks: [64502], alias: 'old.example' },
      after: { networks: [64501], alias: 'new.example' },
    },
    ['returned', 'hosting_changed'],
  ],
  [
    'networks that came back, a new alias and a new redirect',
    {
      kinds: ['redirect_changed', 'returned', 'hosting_changed'],
      before: { redirect: null, networks: [64502], alias: 'old.example' },
      after: { redirect: 'a.example', networks: [64501], alias: 'new.example' },
    },
    ['returned', 'hosting_changed'],
  ],
  [
    'a site that came back, and a new alias',
    {
      kinds: ['returned', 'hosting_changed'],
      before: { parked: false, alias: 'old.example' },
      after: { parked: true, alias: 'new.example' },
    },
    ['hosting_changed'],
  ],
  [
    'a transfer lock that was removed again',
    { kinds: ['returned'], before: { locks: ['client'] }, after: { locks: [] } },
    ['returned'],
  ],
  [
    'a site that came back, and a new transfer lock',
    {
      kinds: ['returned'],
      before: { locks: [] },
      after: { redirect: 'a.example', locks: ['client'] },
    },
    [],
  ],
  [
    'a site that came back with a new registration without locks',
    {
      kinds: ['returned', 'domain_reregistered'],
      before: { locks: ['client'] },
      after: { redirect: 'a.example', locks: [], registered_at: '2026-01-01' },
    },
    ['domain_reregistered'],
  ],
  [
    'new name servers and a new redirect',
    {
      kinds: ['nameservers_changed', 'redirect_changed'],
      after: { nameservers: ['b.example'], redirect: null },
    },
    ['nameservers_changed'],
  ],
])('a passive monitor hears of %s only what is no fact of the site', (_, part, kinds) => {
  const heard = changeFor({ passive: true }, change({ ...part, isUnparked: true }))
  expect(heard.kinds).toEqual(kinds)
  expect(heard).toMatchObject({ isUnparked: false })
  expect(Object.keys(heard.after)).not.toEqual(expect.arrayContaining(['redirect']))
  expect(changeFor({ passive: false }, change(part)).kinds).toEqual(part.kinds)
})

test('a passive reading forgets the facts of the site and waits for none of them', () => {
  const at = Date.UTC(2026, 0, 1)
  const first = judgeReading(null, { facts: FACTS, at, resolver: 'one' }, [0, 600]).state
  const moved = { ...FACTS, parked: false }
  const known = judgeReading(first, { facts: moved, at: at + 1, resolver: 'one' }, [60, 600]).state
  expect(known.suspicions).toHaveProperty('parked')
  expect(stateFor({ passive: false }, known)).toEqual(known)

  const reading = { mail: ['mx.example'] }
  const flags = { isSlow: true, isRegistryAsked: true }
  const passive = stateFor({ passive: true }, known)
  expect([isIncomplete(known, reading, flags), isIncomplete(passive, reading, flags)]).toEqual([
    true,
    false,
  ])
  const judged = judgeReading(passive, { facts: reading, at: at + 2, resolver: 'two' }, [60, 600])
  expect(judged).toMatchObject({ change: null, confirm: null })
  expect(judged.state).toMatchObject({ facts: reading, suspicions: {} })
})
