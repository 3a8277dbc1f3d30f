import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breaker, breakers } from '../../../../shared/platform/limits/breaker.ts'
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
    allows: () => service.allows(now()),
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
