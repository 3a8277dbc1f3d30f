import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allowRequest,
  type BreakerState,
  breaker,
  breakers,
  CLOSED,
} from '../../../../shared/platform/limits/breaker.ts'
import { propertyRuns } from '../../../property-runs.ts'

/**
 * Simulates a service behind a circuit breaker. `setWorks` sets whether the service works. `answer`
 * answers the waiting test requests of the breaker accordingly.
 */
function world() {
  const service = breaker()
  const waiting: ((works: boolean) => void)[] = []
  let at = 1_000
  let works = true
  const now = () => new Date(at)
  return {
    asked: () => waiting.length,
    setWorks: (value: boolean) => {
      works = value
    },
    pass: (milliseconds: number) => {
      at += milliseconds
    },
    succeed: () => service.succeeded(),
    fail: () => service.failed(now, () => new Promise((resolve) => waiting.push(resolve))),
    allows: (caller?: object) => service.allows(now(), caller),
    answer: async () => {
      for (const resolve of waiting.splice(0)) resolve(works)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

async function opened() {
  const service = world()
  service.setWorks(false)
  for (let failure = 0; failure < 5; failure += 1) service.fail()
  await service.answer()
  return service
}

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant('failure' as const) },
  { weight: 1, arbitrary: fc.constant('success' as const) },
  { weight: 2, arbitrary: fc.constant('answer' as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40_000 }) },
)

test('no order of failures opens the breaker of a service that answers its control question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
      const service = world()
      for (const step of steps) {
        if (step === 'failure') service.fail()
        else if (step === 'success') service.succeed()
        else if (step === 'answer') await service.answer()
        else service.pass(step)
        expect(service.allows()).toBe(true)
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('after any history, a service that works again is asked again within 35 seconds, also if only failures are reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
      const service = world()
      service.setWorks(false)
      for (const step of steps) {
        if (step === 'failure') service.fail()
        else if (step === 'answer') await service.answer()
        else if (step !== 'success') service.pass(step)
        service.allows()
      }
      service.setWorks(true)
      await service.answer()
      service.pass(30_000)
      if (service.allows()) service.fail()
      await service.answer()
      service.pass(5_000)
      if (service.allows()) for (let failure = 0; failure < 5; failure += 1) service.fail()
      await service.answer()
      expect([service.allows(), service.allows()]).toEqual([true, true])
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('the fifth failure in a row sends one control question', async () => {
  const service = world()
  for (let failure = 0; failure < 4; failure += 1) service.fail()
  expect(service.asked()).toBe(0)
  for (let failure = 0; failure < 20; failure += 1) service.fail()
  expect(service.asked()).toBe(1)
  await service.answer()
  for (let failure = 0; failure < 20; failure += 1) service.fail()
  expect(service.asked()).toBe(0)
})

test('a service that fails its control question gets no request for 30 seconds, and then one tries it', async () => {
  const service = await opened()
  expect(service.allows()).toBe(false)
  service.pass(29_999)
  expect(service.allows()).toBe(false)
  service.pass(1)
  expect([service.allows(), service.allows()]).toEqual([true, false])
  service.succeed()
  expect([service.allows(), service.allows()]).toEqual([true, true])
})

test('while a service is tried, all requests of one caller pass and other callers wait', async () => {
  const service = await opened()
  const [one, other] = [{}, {}]
  expect(service.allows(one)).toBe(false)
  service.pass(30_000)
  expect(Array.from({ length: 20 }, () => service.allows(one))).not.toContain(false)
  expect([service.allows(other), service.allows()]).toEqual([false, false])
  service.pass(5_000)
  expect([service.allows(other), service.allows(one)]).toEqual([true, false])
})

const anyCaller = fc.integer({ min: 0, max: 3 })
const anyRequest = fc.tuple(anyCaller, fc.integer({ min: 0, max: 4_000 }))

test('within 5 seconds, at most one caller tries a service, whatever the order of requests', () => {
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 80 }), (requests) => {
      // Number 0 is a request without a caller.
      const callers = [null, {}, {}, {}]
      let state: BreakerState = { ...CLOSED, is: 'open', until: 30_000 }
      let at = 28_000
      let trial = { caller: -1, since: Number.NEGATIVE_INFINITY }
      for (const [number, waitMs] of requests) {
        at += waitMs
        const next = allowRequest(state, at, callers[number] ?? null)
        const isNew = at >= 30_000 && at - trial.since >= 5_000
        const isSame = number !== 0 && number === trial.caller
        expect(next.allowed).toBe(isNew || isSame)
        if (isNew && !isSame) trial = { caller: number, since: at }
        state = next.state
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('a trial that fails for a dead domain closes the breaker when the control question succeeds', async () => {
  const service = await opened()
  service.pass(30_000)
  service.setWorks(true)
  expect(service.allows()).toBe(true)
  service.fail()
  await service.answer()
  expect([service.allows(), service.allows()]).toEqual([true, true])
})

test('a success after the control question was sent counts more than the control question', async () => {
  const service = world()
  service.setWorks(false)
  for (let failure = 0; failure < 5; failure += 1) service.fail()
  service.succeed()
  await service.answer()
  expect(service.allows()).toBe(true)
})

test('each host has a breaker of its own', async () => {
  const of = breakers()
  const now = () => new Date(1_000)
  for (let failure = 0; failure < 5; failure += 1) of('a.example').failed(now, async () => false)
  await new Promise((resolve) => setImmediate(resolve))
  expect([of('a.example').allows(now()), of('b.example').allows(now())]).toEqual([false, true])
})
