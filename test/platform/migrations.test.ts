import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations } from '../../migrations/apply.ts'
import { DESCRIBED_BY_MAJOR_VERSION, describeSchema } from './describe-schema.ts'
import { createDatabase, databaseAddress, dropDatabase } from './postgres.ts'
import { sharedPostgres } from './service.ts'

const SCHEMA = readFileSync(path.join(import.meta.dirname, '../../migrations/schema.sql'), 'utf8')

const { url: serverUrl } = sharedPostgres()
const NAME = `migrated_${process.pid}`
const address = databaseAddress(serverUrl, NAME)
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: await createDatabase(serverUrl, NAME) })
  await client.connect()
  await Promise.all([applyMigrations(address), applyMigrations(address)])
})
afterAll(async () => {
  await client.end()
  await dropDatabase(serverUrl, NAME)
})

const majorVersion = async () =>
  Math.floor(
    Number((await client.query('show server_version_num')).rows[0].server_version_num) / 10_000,
  )

async function describeFunctions(): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  )
  return rows.map(({ text }) => text)
}

describe('migrations', () => {
  test('schema.sql is the schema that two deployments at once make', async (context) => {
    if ((await majorVersion()) !== DESCRIBED_BY_MAJOR_VERSION)
      context.skip(
        `PostgreSQL ${DESCRIBED_BY_MAJOR_VERSION} is needed to print the schema in the same words`,
      )
    expect(await describeSchema(client), 'run "npm run migrations:schema"').toBe(SCHEMA)
  })

  test('another deployment changes nothing', async () => {
    const before = [await describeSchema(client), await describeFunctions()]

    await applyMigrations(address)

    expect([await describeSchema(client), await describeFunctions()]).toEqual(before)
    expect((await client.query('select * from money_audit')).rows).toEqual([])
  })

  test('a change of parameters without a drop of the old function is refused and changes nothing', async () => {
    await client.query(
      'create function hints_of(p_kind text) returns text language sql as $$ select p_kind $$',
    )
    const before = [await describeSchema(client), await describeFunctions()]

    await expect(applyMigrations(address)).rejects.toThrow(/hints_of/)

    expect([await describeSchema(client), await describeFunctions()]).toEqual(before)
  })
})
