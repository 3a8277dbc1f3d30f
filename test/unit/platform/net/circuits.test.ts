import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCircuits } from '../../../../shared/platform/net/circuits.ts'
import { createGate } from '../../../../shared/platform/net/connection-gate.ts'
import { controlByUrl } from '../../../../shared/platform/net/control-question.ts'

const HOST = 'resolver.example'

/**
 * Creates circuit breakers with a clock. `works` is the state of the host; the control question
 * returns it after `answer` is called.
 */
function world() {
  const circuits = createCircuits()
  const waiting: ((works: boolean) => void)[] = []
  let at = 1_000
  let works = true
  const now = () => new Date(at)
  return {
    circuits,
    now,
    asked: () => waiting.length,
    setWorks: (value: boolean) => {
      works = value
    },
    pass: (milliseconds: number) => {
      at += milliseconds
    },
    fail: () => circuits.failed(HOST, now, () => new Promise((resolve) => waiting.push(resolve))),
    allows: () => circuits.allows(HOST, now()),
    answer: async () => {
      for (const resolve of waiting.splice(0)) resolve(works)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

async function stopped() {
  const host = world()
  host.setWorks(false)
  for (let failure = 0; failure < 5; failure += 1) host.fail()
  await host.answer()
  return host
}

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant('failure' as const) },
  { weight: 1, arbitrary: fc.constant('success' as const) },
  { weight: 2, arbitrary: fc.constant('answer' as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40_000 }) },
)

describe('circuit breakers', () => {
  test('no order of failures pauses the requests to a host that answers its control question', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
        const host = world()
        for (const step of steps) {
          if (step === 'failure') host.fail()
          else if (step === 'success') host.circuits.succeeded(HOST)
          else if (step === 'answer') await host.answer()
          else host.pass(step)
          expect(host.allows()).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('after any history, a host that works again is asked again within 35 seconds, also if only failures are reported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
        const host = world()
        host.setWorks(false)
        for (const step of steps) {
          if (step === 'failure') host.fail()
          else if (step === 'answer') await host.answer()
          else if (step !== 'success') host.pass(step)
          host.allows()
        }
        host.setWorks(true)
        await host.answer()
        host.pass(30_000)
        if (host.allows()) host.fail()
        await host.answer()
        host.pass(5_000)
        if (host.allows()) for (let failure = 0; failure < 5; failure += 1) host.fail()
        await host.answer()
        expect([host.allows(), host.allows()]).toEqual([true, true])
      }),
      { numRuns: 300 },
    )
  })

  test('the fifth failure in a row sends one control question', async () => {
    const host = world()
    for (let failure = 0; failure < 4; failure += 1) host.fail()
    expect(host.asked()).toBe(0)
    for (let failure = 0; failure < 20; failure += 1) host.fail()
    expect(host.asked()).toBe(1)
    await host.answer()
    for (let failure = 0; failure < 20; failure += 1) host.fail()
    expect(host.asked()).toBe(0)
  })

  test('a host that fails its control question is paused for 30 seconds, and then one request tries it', async () => {
    const host = await stopped()
    expect(host.allows()).toBe(false)
    host.pass(29_999)
    expect(host.allows()).toBe(false)
    host.pass(1)
    expect([host.allows(), host.allows()]).toEqual([true, false])
    host.circuits.succeeded(HOST)
    expect([host.allows(), host.allows()]).toEqual([true, true])
  })

  test('a trial that fails for a dead domain opens the host again when the control question succeeds', async () => {
    const host = await stopped()
    host.pass(30_000)
    host.setWorks(true)
    expect(host.allows()).toBe(true)
    host.fail()
    await host.answer()
    expect([host.allows(), host.allows()]).toEqual([true, true])
  })

  test('a success after the control question was sent counts more than the control question', async () => {
    const host = world()
    host.setWorks(false)
    for (let failure = 0; failure < 5; failure += 1) host.fail()
    host.circuits.succeeded(HOST)
    await host.answer()
    expect(host.allows()).toBe(true)
  })
})

describe('the control question', () => {
  const ask = (responses: (() => Response)[]) => {
    const urls: string[] = []
    const fetch = async (url: string) => {
      urls.push(url)
      const next = responses.shift()
      if (next === undefined) throw new Error('refused')
      return next()
    }
    return {
      urls,
      control: controlByUrl('https://host.example/fixed', { fetch, gate: createGate() }, 1_000),
    }
  }

  test.each([200, 401, 404, 429])('the status %i shows that the host works', async (status) => {
    const { control, urls } = ask([() => new Response(null, { status })])
    expect(await control()).toBe(true)
    expect(urls).toEqual(['https://host.example/fixed'])
  })

  test('a host counts as failed after two failures, so that one blocked moment of the isolate is not enough', async () => {
    expect(await ask([]).control()).toBe(false)
    expect(
      await ask([() => new Response(null, { status: 503 }), () => new Response('ok')]).control(),
    ).toBe(true)
  })
})
