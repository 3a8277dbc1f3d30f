import { readFileSync } from 'node:fs'
import { decode } from 'dns-packet'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { breakers } from '../../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { DNS_SERVICES } from '../../../../shared/platform/net/ask-dns-services.ts'
import { SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import { createResolver, type DnsResolver } from '../../../../shared/platform/net/dns-resolver.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import { createSharedAnswers } from '../../../../shared/platform/net/shared-answers.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { dnsResponse } from './sample-network.ts'

const [FIRST = '', SECOND = '', THIRD = ''] = DNS_SERVICES
/** The dns collector waits so long for answers. */
const COLLECTOR_MS = 4_700

type State = 'answers' | 'refuses' | 'hangs'

/** `stateOf` gets the milliseconds since the start. */
interface World {
  stateOf: (host: string, ms: number, name: string) => State
}

function worldOf(world: World) {
  const asked: string[] = []
  const breakerOf = breakers()
  const startedAt = Date.now()
  let open = 0
  let mostOpen = 0
  const fetch: Fetch = async (url, init) => {
    const question = decode(Buffer.from(init.body as Uint8Array)).questions?.[0]
    const [host, name] = [new URL(url).hostname, question?.name ?? '']
    asked.push(`${host} ${name}`)
    open += 1
    mostOpen = Math.max(mostOpen, open)
    try {
      const state = world.stateOf(host, Date.now() - startedAt, name)
      if (state === 'refuses') throw new TypeError('connection refused')
      if (state === 'hangs')
        await new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        )
      return dnsResponse({ name, type: 'A' }, [{ type: 'A', name, data: '93.184.216.34' }])
    } finally {
      open -= 1
    }
  }
  return {
    asked,
    breakerOf,
    mostOpen: () => mostOpen,
    resolver: (signal = new AbortController().signal): DnsResolver =>
      createResolver({
        fetch,
        sockets: semaphore(SOCKETS_MAX),
        breakerOf,
        sharedAnswers: createSharedAnswers(),
        now: () => new Date(),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        signal,
      }),
  }
}

/** Outcome and milliseconds of each question. */
async function ask(resolver: DnsResolver, names: readonly string[]) {
  const startedAt = Date.now()
  const asked = names.map((name) =>
    resolver.resolve(name, 'A').then(
      () => ({ outcome: 'answered', ms: Date.now() - startedAt }),
      (error: { reason?: string; name: string }) => ({
        outcome: error.reason ?? error.name,
        ms: Date.now() - startedAt,
      }),
    ),
  )
  await vi.advanceTimersByTimeAsync(20_000)
  return Promise.all(asked)
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}.example`)
const outcomesOf = (answers: readonly { outcome: string }[]) =>
  new Set(answers.map(({ outcome }) => outcome))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the list in wrangler.toml is the list in the code', () => {
  expect(readFileSync('wrangler.toml', 'utf8')).toContain(
    `DNS_SERVICES = '${JSON.stringify(DNS_SERVICES)}'`,
  )
})

describe('an outage of all DNS services', () => {
  test('of a second, a question is answered after it', async () => {
    const world = worldOf({ stateOf: (_, ms) => (ms < 1_000 ? 'refuses' : 'answers') })
    const resolver = world.resolver()
    const answers = await ask(resolver, names(30))
    expect(outcomesOf(answers)).toEqual(new Set(['answered']))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1_700)
    expect(resolver.isDown).toBe(false)
  })

  test.each(['refuses', 'hangs'] as const)(
    'that lasts is reported as an outage and not as silence of the domain: each service %s',
    async (state) => {
      const world = worldOf({ stateOf: () => state })
      const resolver = world.resolver()
      const answers = await ask(resolver, names(6))
      expect(outcomesOf(answers)).toEqual(new Set(['dns_unavailable']))
      expect(Math.min(...answers.map(({ ms }) => ms))).toBeLessThan(COLLECTOR_MS)
      expect(resolver.isDown).toBe(true)
    },
  )

  test('with 30 questions at once is known before the time of the collector ends', async () => {
    const world = worldOf({ stateOf: () => 'hangs' })
    const resolver = world.resolver()
    const known = expect.poll(() => resolver.isDown, { timeout: COLLECTOR_MS })
    void ask(resolver, names(30))
    await vi.advanceTimersByTimeAsync(COLLECTOR_MS)
    await known.toBe(true)
  })

  test('that ends while a question waits for hanging services is not blamed on the domain', async () => {
    const world = worldOf({ stateOf: (_, ms) => (ms < 3_500 ? 'hangs' : 'answers') })
    expect(outcomesOf(await ask(world.resolver(), names(6)))).not.toContain('unresolved')
  })

  test('does not make later questions of the run wait', async () => {
    const world = worldOf({ stateOf: () => 'refuses' })
    const resolver = world.resolver()
    await ask(resolver, names(1))
    world.asked.splice(0)
    const [late] = await ask(resolver, ['late.example'])
    expect(late).toEqual({ outcome: 'dns_unavailable', ms: 0 })
    expect(world.asked.filter((question) => question.endsWith(' late.example'))).toEqual(
      DNS_SERVICES.map((host) => `${host} late.example`),
    )
  })

  test('opens no breaker for longer than the outage: the next run gets all its answers', async () => {
    let isDown = true
    const world = worldOf({ stateOf: () => (isDown ? 'refuses' : 'answers') })
    await ask(world.resolver(), names(20))
    const isOpen = DNS_SERVICES.map((host) => !world.breakerOf(host).allows(new Date()))
    expect(isOpen).toContain(true)
    isDown = false
    const next = await ask(world.resolver(), names(20))
    expect(next).toEqual(next.map(() => ({ outcome: 'answered', ms: 0 })))
  })

  test('says nothing about the services if the run is aborted', async () => {
    const world = worldOf({ stateOf: () => 'hangs' })
    const abort = new AbortController()
    const resolver = world.resolver(abort.signal)
    setTimeout(() => abort.abort(), 2_300)
    expect(outcomesOf(await ask(resolver, names(6)))).toEqual(new Set(['AbortError']))
    expect(resolver.isDown).toBe(false)
  })
})

describe('name servers of a domain that do not answer', () => {
  const silent: World = { stateOf: (_host, _ms, name) => (/^n\d/.test(name) ? 'hangs' : 'answers') }

  test('are named while the services answer a control question', async () => {
    const world = worldOf(silent)
    const resolver = world.resolver()
    const answers = await ask(resolver, names(6))
    expect(outcomesOf(answers)).toEqual(new Set(['unresolved']))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(COLLECTOR_MS)
    expect(resolver.isDown).toBe(false)
  })

  test('cost few control questions, and never more than six connections', async () => {
    const world = worldOf(silent)
    await ask(world.resolver(), names(30))
    const controls = world.asked.filter((question) => question.endsWith(' example.com'))
    expect(controls.length).toBeLessThan(60)
    expect(world.mostOpen()).toBeLessThanOrEqual(SOCKETS_MAX)
  })

  test('are named also if one service is down', async () => {
    const world = worldOf({
      stateOf: (host, ms, name) => (host === FIRST ? 'refuses' : silent.stateOf(host, ms, name)),
    })
    expect(outcomesOf(await ask(world.resolver(), names(3)))).toEqual(new Set(['unresolved']))
  })

  test('are named if each service refuses the question for this name only', async () => {
    const world = worldOf({
      stateOf: (_host, _ms, name) => (name === 'n0.example' ? 'refuses' : 'answers'),
    })
    expect(outcomesOf(await ask(world.resolver(), names(1)))).toEqual(new Set(['unresolved']))
  })
})

describe('two of three DNS services that fail', () => {
  test.each(DNS_SERVICES.flatMap((host) => [[host, 'refuses'] as const, [host, 'hangs'] as const]))(
    'leave %s to answer: the others %s',
    async (alive, state) => {
      const world = worldOf({ stateOf: (host) => (host === alive ? 'answers' : state) })
      const resolver = world.resolver()
      const answers = await ask(resolver, names(6))
      expect(outcomesOf(answers)).toEqual(new Set(['answered']))
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(COLLECTOR_MS)
      expect(resolver.isDown).toBe(false)
    },
  )

  test('are asked last while their breakers are open', async () => {
    const world = worldOf({ stateOf: (host) => (host === THIRD ? 'answers' : 'refuses') })
    await ask(world.resolver(), names(6))
    world.asked.splice(0)
    await ask(world.resolver(), names(1))
    expect(world.asked).toEqual([`${THIRD} n0.example`])
  })

  test('are asked again by all questions of one run when the pause of 30 s ends', async () => {
    let failing = [FIRST]
    const world = worldOf({ stateOf: (host) => (failing.includes(host) ? 'refuses' : 'answers') })
    await ask(world.resolver(), names(6))
    failing = []
    world.asked.splice(0)
    vi.advanceTimersByTime(11_000)
    const [one, other] = [world.resolver(), world.resolver()]
    const questions = Promise.all([
      ...names(20).map((name) => one.resolve(name, 'A')),
      other.resolve('other.example', 'A'),
    ])
    await questions
    expect(world.asked.filter((question) => question.startsWith(FIRST))).toHaveLength(20)
    expect(world.asked).toContain(`${SECOND} other.example`)
  })
})

const anyOutage = fc.record({
  from: fc.integer({ min: 0, max: 4_000 }),
  lastsMs: fc.integer({ min: 1, max: 6_000 }),
  states: fc.tuple(...DNS_SERVICES.map(() => fc.constantFrom<State>('refuses', 'hangs'))),
  askedAt: fc.array(fc.integer({ min: 0, max: 8_000 }), { minLength: 1, maxLength: 12 }),
})

test('no outage of all services, at any time, becomes an answer about a domain', async () => {
  await fc.assert(
    fc.asyncProperty(anyOutage, async ({ from, lastsMs, states, askedAt }) => {
      const world = worldOf({
        stateOf: (host, ms) =>
          (ms >= from && ms < from + lastsMs && states[DNS_SERVICES.indexOf(host)]) || 'answers',
      })
      const resolver = world.resolver()
      const asked = askedAt.map(async (ms, n) => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        return resolver.resolve(`n${n}.example`, 'A').then(
          () => 'answered',
          ({ reason }: { reason: string }) => reason,
        )
      })
      await vi.advanceTimersByTimeAsync(30_000)
      const outcomes = new Set(await Promise.all(asked))
      expect(outcomes).not.toContain('unresolved')
      expect(outcomes.has('dns_unavailable')).toBe(resolver.isDown)
      expect(world.mostOpen()).toBeLessThanOrEqual(SOCKETS_MAX)
    }),
    { numRuns: propertyRuns(150) },
  )
})
