import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Kind } from '../../../shared/monitors/kinds.ts'
import { type Facts, type FactsPatch, patched, RESOLVERS, type Resolver } from './facts.ts'
import { otherResolver } from './player.ts'
import { READING_JUDGE as JUDGE } from './reading-judge.ts'
import {
  CHARITY,
  COMPANY,
  DNS_SERVFAIL,
  FIRST_READING_AT,
  GONE,
  MAGAZINE,
  nameServers,
  RDAP_503,
  SHOP,
  TRADE,
  WEB_TIMEOUT,
  WORKSHOP,
} from './sites.ts'

const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
const CONFIRM_SECONDS_MIN = 900
const CONFIRM_SECONDS_MAX = 3_600
/** Largest allowed size of a stored state, after any number of readings. */
const STATE_BYTES_MAX = 32 * 1024

const SITES = fc.constantFrom(COMPANY, SHOP, TRADE, MAGAZINE, WORKSHOP, CHARITY)

/** Faults after which some facts are unknown. None of them changes a fact. */
const UNKNOWN: readonly FactsPatch[] = [
  RDAP_503,
  DNS_SERVFAIL,
  WEB_TIMEOUT,
  { registration: { registrar: { name: null, iana_id: null } } },
  { registration: { registrant: { organization: 'REDACTED FOR PRIVACY' } } },
  { registration: { registrant: {} } },
  { registration: { created: null } },
  { registration: { expires: null } },
  { dns: { ns: 'failed' } },
  { dns: { soa: 'failed' } },
  { dns: { mx: 'failed' } },
  { dns: { addresses: 'failed' } },
  { networks: 'failed' },
  { certificate: 'failed' },
]

const RESOLVER = fc.constantFrom<Resolver>(...RESOLVERS)
/** Seconds until the next reading: minutes, an hour, days or weeks. */
const WAIT = fc.oneof(
  fc.integer({ min: 60, max: 7_200 }),
  fc.integer({ min: DAY_SECONDS, max: 30 * DAY_SECONDS }),
)

interface Read {
  facts: Facts
  at: number
  resolver: Resolver
}

const withoutExpiry = (kinds: readonly Kind[]): Kind[] =>
  kinds.filter((kind) => kind !== 'expires_soon')

function judgeAll(readings: readonly Read[]) {
  let state: Parameters<typeof JUDGE.judge>[0] = null
  return readings.map(({ facts, at, resolver }) => {
    const judged = JUDGE.judge(state, facts, at, resolver)
    state = judged.state
    return judged
  })
}

test('facts that are unknown or have their first value are never a change', () => {
  const reading = fc.record({ patches: fc.subarray([...UNKNOWN]), wait: WAIT, resolver: RESOLVER })
  fc.assert(
    fc.property(SITES, fc.array(reading, { minLength: 1, maxLength: 40 }), (facts, list) => {
      let at = FIRST_READING_AT
      const readings = list.map(({ patches, wait, resolver }) => {
        at += wait * SECOND_MS
        return { facts: patches.reduce(patched, facts), at, resolver }
      })
      expect(judgeAll(readings).flatMap(({ kinds }) => withoutExpiry(kinds))).toEqual([])
    }),
    { numRuns: 500, endOnFailure: true },
  )
})

const CHANGES: readonly FactsPatch[] = [
  nameServers('lia.ns.cloudflare.com', 'walt.ns.cloudflare.com'),
  nameServers('pdns196.ultradns.com', 'pdns196.ultradns.net'),
  { registration: { registrar: { name: 'Porkbun LLC', iana_id: '1861' } } },
  { registration: { registrant: { organization: 'Brightwater Logistics Inc.' } } },
  { registration: { statuses: ['active'] } },
  { registration: { expires: '2031-03-01T05:00:00Z' } },
  { web: { final_url: 'https://www.brightwater-logistics.com/' } },
  { web: { placeholder: 'parked' } },
  { dns: { mx: ['aspmx.l.google.com'] } },
  { networks: [396982] },
  GONE,
]

test('a change needs two readings by two resolvers, 900 to 3,600 seconds apart or a day for a drop', () => {
  const changes = fc.subarray(CHANGES.slice(0, -1), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(changes, WAIT, fc.boolean(), (patches, wait, isSameResolver) => {
      const facts = patches.reduce(patched, COMPANY)
      const first = FIRST_READING_AT
      const seen = first + DAY_SECONDS * SECOND_MS
      const [, once, twice] = judgeAll([
        { facts: COMPANY, at: first, resolver: RESOLVERS[0] },
        { facts, at: seen, resolver: RESOLVERS[0] },
        {
          facts,
          at: seen + wait * SECOND_MS,
          resolver: isSameResolver ? RESOLVERS[0] : RESOLVERS[1],
        },
      ])
      const isInTime = wait >= CONFIRM_SECONDS_MIN && wait <= CONFIRM_SECONDS_MAX
      expect(once?.kinds).toEqual([])
      expect((twice?.kinds.length ?? 0) > 0).toBe(isInTime && !isSameResolver)
    }),
    { numRuns: 500, endOnFailure: true },
  )
})

test('a name is dropped only when two readings without it are at least a day apart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 3 * DAY_SECONDS }), RESOLVER, (wait, resolver) => {
      const seen = FIRST_READING_AT + DAY_SECONDS * SECOND_MS
      const facts = patched(SHOP, GONE)
      const judged = judgeAll([
        { facts: SHOP, at: FIRST_READING_AT, resolver: RESOLVERS[0] },
        { facts, at: seen, resolver },
        { facts, at: seen + wait * SECOND_MS, resolver: otherResolver(resolver) },
      ])
      expect(judged.flatMap(({ kinds }) => kinds)).toEqual(
        wait >= DAY_SECONDS ? ['domain_dropped'] : [],
      )
    }),
    { numRuns: 300, endOnFailure: true },
  )
})

test('a change that is read again and again is reported once', () => {
  const changes = fc.subarray(CHANGES.slice(0, -1), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(changes, fc.integer({ min: 2, max: 30 }), (patches, repeats) => {
      const facts = patches.reduce(patched, COMPANY)
      let state = JUDGE.judge(null, COMPANY, FIRST_READING_AT, RESOLVERS[0]).state
      let at = FIRST_READING_AT + DAY_SECONDS * SECOND_MS
      let resolver: Resolver = RESOLVERS[0]
      let reports = 0
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const copy of [1, 2]) {
          const judged = JUDGE.judge(state, facts, at, resolver)
          state = judged.state
          if (judged.kinds.length > 0) reports += 1
          if (copy === 2) at = judged.confirm?.at ?? at + DAY_SECONDS * SECOND_MS
        }
        resolver = otherResolver(resolver)
      }
      expect(reports).toBe(1)
    }),
    { numRuns: 200, endOnFailure: true },
  )
})

/**
 * The service remembers a former value for thirty days. With these short waits, hundreds of
 * readings fall into that time.
 */
const SHORT_WAIT = fc.integer({ min: 900, max: 3_600 })

test('the stored state stays small over hundreds of readings of random facts', () => {
  const host = fc.stringMatching(/^[a-z]{3,20}$/).map((name) => `ns1.${name}.com`)
  const patch = fc.oneof(
    fc.constantFrom(...CHANGES, ...UNKNOWN),
    fc.uniqueArray(host, { minLength: 1, maxLength: 12 }).map((hosts) => nameServers(...hosts)),
    fc
      .string({ minLength: 1, maxLength: 200 })
      .map((organization) => ({ registration: { registrant: { organization } } })),
    fc.webUrl().map((final_url) => ({ web: { final_url } })),
    fc.array(fc.nat({ max: 400_000 }), { maxLength: 30 }).map((networks) => ({ networks })),
    fc.stringMatching(/^[a-z ]{3,60}$/).map((certificate) => ({ certificate })),
  )
  const reading = fc.record({
    patches: fc.array(patch, { minLength: 1, maxLength: 6 }),
    wait: SHORT_WAIT,
    resolver: RESOLVER,
  })
  fc.assert(
    fc.property(fc.array(reading, { minLength: 300, maxLength: 300, size: 'max' }), (list) => {
      let state = JUDGE.judge(null, COMPANY, FIRST_READING_AT, RESOLVERS[0]).state
      let at = FIRST_READING_AT
      let largest = 0
      for (const { patches, wait, resolver } of list) {
        at += wait * SECOND_MS
        const facts = patches.reduce(patched, COMPANY)
        const judged = JUDGE.judge(state, facts, at, resolver)
        state = judged.state
        if (judged.confirm !== null) {
          at = Math.max(at, judged.confirm.at)
          state = JUDGE.judge(state, facts, at, judged.confirm.resolver).state
        }
        largest = Math.max(largest, JSON.stringify(state).length)
      }
      expect(largest).toBeLessThanOrEqual(STATE_BYTES_MAX)
    }),
    // After a failure, fast-check would look for a smaller input. With hundreds of readings this
    // takes many minutes, so it is turned off.
    { numRuns: 2, endOnFailure: true },
  )
})
