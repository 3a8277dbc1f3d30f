import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { STATEMENT_TIMEOUT_MS } from '../../shared/platform/db/client.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const DATABASE = 'api.local.neon.test'
/**
 * Time limit of the Postgres client for one attempt, plus some time for a slow computer. Three
 * attempts would take 15 seconds, so a call within this limit made only one.
 */
const ONE_ATTEMPT_MS = 9_000

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService()
  account = await service.account()
})
afterEach(() => service.platform.mendAll())
afterAll(() => service.stop())

async function timed(): Promise<{ status: number; milliseconds: number; statements: number }> {
  const before = service.platform.outgoing.list(DATABASE).length
  const started = performance.now()
  const { status } = await account.request('GET', '/entities/search?q=anything')
  return {
    status,
    milliseconds: performance.now() - started,
    statements: service.platform.outgoing.list(DATABASE).length - before,
  }
}

test('Postgres cancels a slow statement before the client stops waiting, and the statement is not repeated', async () => {
  const { pool } = service.platform
  expect((await timed()).status).toBe(200)
  const usual = (await timed()).statements
  await pool.query(`create or replace function search_entities(p_query text, p_limit integer, p_offset integer)
    returns table (entity_id text, name text, match text) language plpgsql stable as $$
    begin perform pg_sleep(30); end $$`)

  const slow = await timed()

  expect(slow.status).toBe(503)
  expect(slow.milliseconds).toBeGreaterThan(STATEMENT_TIMEOUT_MS - 100)
  expect(slow.milliseconds).toBeLessThan(ONE_ATTEMPT_MS)
  expect(slow.statements).toBe(usual)
  const { rows } = await pool.query(
    `select query from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  )
  expect(rows).toEqual([])
}, 60_000)

test.each([
  ['a full disk', '53100', 503, 'UNAVAILABLE'],
  ['too little memory', '53200', 503, 'UNAVAILABLE'],
  ['too many connections', '53300', 503, 'UNAVAILABLE'],
  ['a database that became read-only', '25006', 503, 'UNAVAILABLE'],
  ['a start that is not finished', '57P03', 503, 'UNAVAILABLE'],
  ['a division by zero', '22012', 500, 'INTERNAL'],
])('%s (SQLSTATE %s) answers %i', async (_, sqlState, status, code) => {
  await service.platform.pool.query(`create or replace function
    search_entities(p_query text, p_limit integer, p_offset integer)
    returns table (entity_id text, name text, match text) language plpgsql stable as $$
    begin raise exception 'refused' using errcode = '${sqlState}'; end $$`)
  const refused = await account.request('GET', '/entities/search?q=anything')
  expect([refused.status, refused.body.error?.code]).toEqual([status, code])
  expect(refused.headers.get('retry-after')).toBe(status === 503 ? '5' : null)
})

test('a read whose answer does not arrive in time is not repeated', async () => {
  await service.platform.breakPart({ target: 'postgres', mode: 'hang', rate: 1 })
  const hanging = await timed()
  expect(hanging.status).toBe(503)
  expect(hanging.milliseconds).toBeLessThan(ONE_ATTEMPT_MS)
}, 60_000)
