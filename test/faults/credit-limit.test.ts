import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as correlations from '../../shared/correlations/queries.ts'
import * as jobs from '../../shared/jobs/queries.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { isFullSize } from '../property-runs.ts'
import { MANY_FAULTS, NO_FAULTS, openWorld, type World } from './billing/world.ts'

const shared = sharedPostgres()
const database = `credit_limit_${process.pid}`
const ROUNDS = isFullSize ? 30 : 5
const AT_ONCE = 8
/**
 * Fewer kills than in MANY_FAULTS: a slow machine needs longer for a batch than those leave, so
 * nearly every attempt would be lost.
 */
const FAULTS = { ...MANY_FAULTS, killEveryMs: 500 }
/** On a slow machine, a call takes longer and is interrupted more often. */
const ATTEMPTS_MAX = 200
let world: World

beforeAll(async () => {
  world = await openWorld(await createDatabase(shared.url, database, shared.template), Math.random)
})
afterEach(() => world.setFaultRates(NO_FAULTS))
afterAll(async () => {
  expect(await world.audit()).toEqual([])
  expect(world.broken).toEqual([])
  await world.close()
  await dropDatabase(shared.url, database)
})

const QUOTA = 3

async function openAccount(credits: number): Promise<string> {
  const id = newIdentifier('usr')
  await world.pool.query(
    `insert into accounts (id, subject, email) values ($1::text, 'subject ' || $1, $1 || '@tests.example')`,
    [id],
  )
  await world.pool.query(`select post_ledger_entry($1, $2, 'adjustment', 'opening:' || $1)`, [
    id,
    credits,
  ])
  return id
}

const newJobs = (accountId: string, count: number): jobs.NewJob[] =>
  Array.from({ length: count }, () => ({
    job_id: newIdentifier('job'),
    account_id: accountId,
    key_id: null,
    domain: `${newIdentifier('req').replace('_', '-')}.example`,
    registrable_domain: 'a.example',
    depth: 'deep',
    force_refresh: false,
    passive: false,
    quota: QUOTA,
    sandbox_limit: 100,
    request_id: 'req_1',
    address_prefix: null,
  }))

/** Repeats a call with the same ids until its answer arrives, as the service does. */
async function repeated<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
    }
  }
}

async function creditsCharged(jobIds: readonly string[]): Promise<number> {
  const { rows } = await world.pool.query(
    `select count(*)::integer as charged from charges where coverage = 'credit' and subject = any($1)`,
    [jobIds.map((id) => `job:${id}`)],
  )
  return rows[0].charged
}

test('a batch charges at most its limit or leaves nothing behind, with lost answers and parallel batches', async () => {
  world.setFaultRates(FAULTS)
  const outcomes = { accepted: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const accountId = await openAccount(40)
    const batches = Array.from({ length: AT_ONCE }, (_, n) => ({
      all: newJobs(accountId, 2 + n),
      creditsMax: n % 2 === 0 ? 9 : 1,
    }))
    const answers = await Promise.all(
      batches.map(({ all, creditsMax }) =>
        repeated(() => jobs.submitAll(world.db, all, creditsMax)),
      ),
    )
    for (const [n, { all, creditsMax }] of batches.entries()) {
      const ids = all.map(({ job_id: id }) => id)
      const { submissions, cost } = answers[n] ?? expect.fail('no answer')
      const stored = await world.pool.query('select 1 from jobs where id = any($1)', [ids])
      const charged = await creditsCharged(ids)
      if (cost === undefined) {
        outcomes.accepted += 1
        expect(charged).toBeLessThanOrEqual(creditsMax)
        expect(stored.rowCount).toBe(
          submissions.filter(({ outcome }) => outcome === 'created').length,
        )
      } else {
        outcomes.refused += 1
        expect([charged, stored.rowCount, submissions]).toEqual([0, 0, []])
        expect(cost).toBeGreaterThan(creditsMax)
      }
    }
  }
  expect(outcomes.accepted).toBeGreaterThan(ROUNDS)
  expect(outcomes.refused).toBeGreaterThan(ROUNDS)
})

test('a correlation that costs more than its limit leaves nothing behind', async () => {
  const accountId = await openAccount(40)
  const submission = (limit: number): correlations.NewCorrelation => ({
    correlation_id: newIdentifier('cor'),
    account_id: accountId,
    key_id: null,
    domains: ['a.example', 'b.example'].map((domain) => ({
      domain,
      registrable_domain: domain,
      sandbox: null,
    })),
    cache_days: 7,
    passive: false,
    sandbox_limit: 100,
    credits_max: limit,
    request_id: 'req_1',
    address_prefix: null,
  })
  const refused = submission(2)
  expect(await correlations.submit(world.db, refused)).toMatchObject({
    outcome: 'over_credit_limit',
    cost: 3,
  })
  expect(await correlations.find(world.db, accountId, refused.correlation_id)).toBeNull()
  const { rows } = await world.pool.query('select balance from accounts where id = $1', [accountId])
  expect(Number(rows[0].balance)).toBe(40)
  expect(await correlations.submit(world.db, submission(3))).toMatchObject({ outcome: 'accepted' })
})
