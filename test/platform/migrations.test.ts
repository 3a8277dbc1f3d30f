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
 * Dump of a database of an older version of the service, in which the SQL functions were part of
 * the numbered migrations. Every table has rows that this version wrote, for example analyses,
 * payments and webhooks.
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

/** Used quota of closed accounts in one month. The mailboxes of accounts replaced it. */
const REMOVED = ['erased_usage']

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

interface Table {
  name: string
  columns: string
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.tables join information_schema.columns using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`,
  )
  return rows
}

async function rowsByTable(
  client: pg.Client,
  tables: readonly Table[],
): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns} from "${name}") t order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/**
 * A limit per month was added to the accounts that did not use auto-recharge. The others keep what
 * they chose, also no limit.
 */
const withDefaultLimit = (row: string) =>
  row.includes('"recharge_enabled": false')
    ? row.replace('"recharge_monthly_limit_cents": null', '"recharge_monthly_limit_cents": 10000')
    : row

const majorVersion = async (client: pg.Client) =>
  Math.floor(
    Number((await client.query('show server_version_num')).rows[0].server_version_num) / 10_000,
  )

describe('migrations', () => {
  test('schema.sql is the schema that the migrations make', async (context) => {
    if ((await majorVersion(fresh)) !== DESCRIBED_BY_MAJOR_VERSION)
      context.skip(
        `PostgreSQL ${DESCRIBED_BY_MAJOR_VERSION} is needed to print the schema in the same words`,
      )
    expect(await describeSchema(fresh), 'run "npm run migrations:schema"').toBe(SCHEMA)
  })

  test('an earlier database keeps every row and gets the newest schema, also when two deployments migrate it at once', async () => {
    await upgraded.query(EARLIER_DATABASE)
    const earlierTables = (await listTables(upgraded)).filter(({ name }) => !REMOVED.includes(name))
    const before = await rowsByTable(upgraded, earlierTables)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

    await Promise.all([
      applyMigrations(databaseAddress(serverUrl, NAME)),
      applyMigrations(databaseAddress(serverUrl, NAME)),
    ])

    const after = await rowsByTable(upgraded, earlierTables)
    expect(after).toEqual({ ...before, accounts: after.accounts })
    expect(after.accounts?.toSorted()).toEqual(before.accounts?.map(withDefaultLimit).toSorted())
    expect(await describeSchema(upgraded)).toBe(await describeSchema(fresh))
    expect((await upgraded.query('select * from money_audit')).rows).toEqual([])
  })

  test('a change of parameters without a drop of the old function is refused and changes nothing', async () => {
    await upgraded.query(
      'create function hints_of(p_kind text) returns text language sql as $$ select p_kind $$',
    )
    const before = await describeSchema(upgraded)

    await expect(applyMigrations(databaseAddress(serverUrl, NAME))).rejects.toThrow(/hints_of/)

    expect(await describeSchema(upgraded)).toBe(before)
  })
})
