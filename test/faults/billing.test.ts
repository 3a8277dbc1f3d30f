import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { together } from '../platform/closers.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { runSequence, sequences } from './billing/sequences.ts'
import { openWorld, STORM, type World } from './billing/world.ts'

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 2_000)
/** Sequences that run side by side; accounts share nothing but the database. */
const LANES = 16
const TIME_LIMIT_MS = 240_000

const shared = sharedPostgres()
const database = `charging_${process.pid}`
let world: World

beforeAll(async () => {
  world = await openWorld(await createDatabase(shared.url, database, shared.template), Math.random)
})
afterAll(async () => {
  await world.close()
  await dropDatabase(shared.url, database)
})

test(`${SEQUENCES} random interleavings with lost replies and killed back ends keep the books`, {
  timeout: TIME_LIMIT_MS,
}, async () => {
  world.setWeather(STORM)
  const seed = Math.trunc(Math.random() * 2 ** 31)
  const property = () => fc.asyncProperty(sequences, (sequence) => runSequence(world, sequence))
  await together(
    Array.from({ length: LANES }, (_, lane) =>
      // What is drawn in one storm cannot be made smaller in another: the first failure is told as it is.
      fc.assert(property(), { numRuns: Math.ceil(SEQUENCES / LANES), seed: seed + lane, endOnFailure: true }),
    ),
  )
  expect(await world.audit()).toEqual([])
  expect(world.broken).toEqual([])
  expect(world.counts.lostAfter).toBeGreaterThan(0)
  expect(world.counts.kills).toBeGreaterThan(0)
  console.info('charging', world.counts)
})
