import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations } from '../../migrations/apply.ts'
import { DESCRIBED_BY_MAJOR_VERSION, describeSchema } from './describe-schema.ts'
import { createDatabase, databaseAddress, dropDatabase } from './postgres.ts'
import { sharedPostgres } from './service.ts'

const SCHEMA = readFileSync(path.join(import.meta.dirname, '../../migrations/schema.sql'), 'utf8')
/**
 * A database of the last version whose numbered migrations held the functions: its migrations as they were, and rows in every table, made by
 * analyses, lists, a correlation, payments, webhooks and a closed account on the sample internet.
 */
const EARLIER_DATABASE = gunzipSync(
  readFileSync(path.join(import.meta.dirname, 'database-before-functions-folder.sql.gz')),
).toString('utf8')

const { url: serverUrl, template } = sharedPostgres()
const NAME = `upgrade_${process.pid}`
let upgraded: pg.Client
let fresh: pg.Client

beforeAll(async () => {
  upgraded = await connectTo(await createDatabase(serverUrl, NAME))
  fresh = await connectTo(databaseAddress(serverUrl, template))
})
afterAll(async () => {
  await upgraded.end()
  await fresh.end()
  await dropDatabase(serverUrl, NAME)
})

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function rowsByTable(client: pg.Client): Promise<Record<string, string[]>> {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

const majorVersion = async (client: pg.Client) =>
  Math.floor(Number((await client.query('show server_version_num')).rows[0].server_version_num) / 10_000)

describe('migrations', () => {
  test('schema.sql is the schema that the migrations make', async (context) => {
    if ((await majorVersion(fresh)) !== DESCRIBED_BY_MAJOR_VERSION)
      context.skip(`PostgreSQL ${DESCRIBED_BY_MAJOR_VERSION} is needed to print the schema in the same words`)
    expect(await describeSchema(fresh), 'run "npm run migrations:schema"').toBe(SCHEMA)
  })

  test('an earlier database keeps every row and gets the newest schema, also when two deployments migrate it at once', async () => {
    await upgraded.query(EARLIER_DATABASE)
    const before = await rowsByTable(upgraded)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

    await Promise.all([
      applyMigrations(databaseAddress(serverUrl, NAME)),
      applyMigrations(databaseAddress(serverUrl, NAME)),
    ])

    expect(await rowsByTable(upgraded)).toEqual(before)
    expect(await describeSchema(upgraded)).toBe(await describeSchema(fresh))
    expect((await upgraded.query('select * from money_audit')).rows).toEqual([])
  })
})
