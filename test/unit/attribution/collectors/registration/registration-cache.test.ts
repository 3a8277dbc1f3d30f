import { beforeEach, describe, expect, test } from 'vitest'
import type { RegistrationTools } from '../../../../../shared/attribution/collectors/registration/ask-registries.ts'
import { lookUpRegistration } from '../../../../../shared/attribution/collectors/registration/look-up-registration.ts'
import { forgetBootstrap } from '../../../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import type { HostLimits } from '../../../../../shared/attribution/turns.ts'
import { FetchFailure } from '../../../../../shared/platform/net/fetch-failure.ts'
import {
  DOMAIN,
  HIDDEN,
  NAMED,
  type Page,
  party,
  RDAP,
  REDACTED,
  REFUSED,
  REGISTRAR,
  record,
  START,
  world,
} from './registry-world.ts'

beforeEach(forgetBootstrap)

const HOUR_MS = 3_600_000

describe('the registrar', () => {
  test.each<[what: string, registrant: unknown, isAsked: boolean]>([
    ['names an organisation', party('registrant', 'org', 'Teal Harbour, Inc.'), false],
    ['names a person', party('registrant', 'fn', 'Jane Miller'), false],
    ['hides the organisation', party('registrant', 'org', REDACTED), true],
    ['hides the name', party('registrant', 'fn', 'Data Protected'), true],
    ['shows a privacy service', party('registrant', 'org', 'Domains By Proxy, LLC'), true],
    ['shows nobody', null, true],
  ])('of a registry that %s', async (_, registrant, isAsked) => {
    const { lookUp, asked } = world({
      [RDAP]: [{ status: 200, body: record(registrant) }],
      [REGISTRAR]: [NAMED],
    })
    await lookUp()
    expect(asked).toEqual(isAsked ? [RDAP, REGISTRAR] : [RDAP])
  })
})

describe('the cache', () => {
  test('the second lookup asks nobody, and says when the answer was collected', async () => {
    const { lookUp, collect, asked, clock, reads, turns } = world({ [RDAP]: [NAMED] })
    const first = await lookUp()
    clock.now += 5 * HOUR_MS
    expect(await lookUp()).toEqual(first)
    expect(await collect('quick')).toMatchObject({
      status: 'ok',
      collectedAt: new Date(START).toISOString(),
    })
    expect([asked, turns, reads()]).toEqual([[RDAP], [RDAP], 3])
  })

  test('an answer that another lookup stored during the wait is used', async () => {
    const { lookUp, asked, stored } = world({ [RDAP]: [NAMED] })
    const other = await lookUp()
    stored.clear()
    const registries: HostLimits = {
      async take() {
        stored.set(DOMAIN, other)
        return { allowed: true, waitedMs: 900 }
      },
      async refused() {},
    }
    expect((await lookUp({ registries })).evidence).toEqual(other.evidence)
    expect(asked).toEqual([RDAP])
  })

  test.each([
    [HOUR_MS - 1, HOUR_MS, 1],
    [HOUR_MS + 1, HOUR_MS, 2],
    [1, 0, 2],
    [23 * HOUR_MS, undefined, 1],
  ])('an answer %i ms old with the age limit %s: %i questions', async (ageMs, ageMsMax, count) => {
    const { lookUp, asked, clock } = world({ [RDAP]: [NAMED] })
    await lookUp()
    clock.now += ageMs
    await lookUp(ageMsMax === undefined ? {} : { registrationAgeMsMax: ageMsMax })
    expect(asked).toHaveLength(count)
  })

  const silent = new FetchFailure('timeout', 'no answer')
  test.each<[what: string, pages: Record<string, (Page | Error)[]>, kept: string | null]>([
    ['a named registrant', { [RDAP]: [NAMED] }, 'long'],
    [
      'a registrant whom the registrar hides too',
      { [RDAP]: [HIDDEN], [REGISTRAR]: [HIDDEN] },
      'long',
    ],
    ['a registrar without an answer', { [RDAP]: [HIDDEN], [REGISTRAR]: [silent] }, 'brief'],
    ['a registrar that refuses', { [RDAP]: [HIDDEN], [REGISTRAR]: [REFUSED] }, 'brief'],
    ['a domain that is not registered', { [RDAP]: [{ status: 404 }] }, 'brief'],
    ['a refusal', { [RDAP]: [REFUSED] }, null],
    ['an outage', { [RDAP]: [{ status: 500 }] }, null],
  ])('%s', async (_, pages, kept) => {
    const { lookUp, stored, brief } = world(pages)
    await lookUp()
    expect(stored.has(DOMAIN) ? (brief.has(DOMAIN) ? 'brief' : 'long') : null).toBe(kept)
  })

  test('a lookup at the registry only stores no answer without a registrant', async () => {
    const hidden = world({ [RDAP]: [HIDDEN], [REGISTRAR]: [NAMED] })
    await hidden.lookUp({ onlyRegistry: true })
    expect(hidden.stored.size).toBe(0)
    await hidden.lookUp()
    expect((await hidden.lookUp({ onlyRegistry: true })).evidence.record.registrant).toMatchObject({
      organization: 'Teal Harbour, Inc.',
    })
    expect(hidden.asked).toEqual([RDAP, RDAP, REGISTRAR])
  })
})

test('100 lookups of 30 domains at once ask the registry little more than 30 times', async () => {
  const { tools, asked } = world({})
  let freeAt = 0
  let now = 0
  const wait = async (until: number) => {
    for (; now < until; now += 1) await null
  }
  const registries: HostLimits = {
    async take() {
      const askedAt = now
      freeAt = Math.max(now, freeAt + 100)
      await wait(freeAt)
      return { allowed: true, waitedMs: now - askedAt }
    },
    async refused() {},
  }
  const fetchUpstream: RegistrationTools['fetchUpstream'] = async (url, request) => {
    const name = /domain\/(.+)$/.exec(url)?.[1]
    if (name === undefined) return tools.fetchUpstream(url, request)
    asked.push(name)
    await wait(now + 40)
    const body = record(party('registrant', 'org', 'Teal Harbour, Inc.'), name)
    const text = JSON.stringify(body)
    return { url, status: 200, headers: new Headers(), text, truncated: false, redirects: [] }
  }
  const lookUps = Array.from({ length: 100 }, (_, index) =>
    lookUpRegistration(`harbour-${index % 30}.com`, { ...tools, registries, fetchUpstream }),
  )
  const found = await Promise.all(lookUps)
  expect(new Set(found.map(({ evidence }) => evidence.record.outcome))).toEqual(
    new Set(['registered']),
  )
  expect(asked.length).toBeLessThanOrEqual(31)
})
