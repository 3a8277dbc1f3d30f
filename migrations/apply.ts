import { readFile } from 'node:fs/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { STATEMENT_TIMEOUT_MS } from '../shared/platform/db/client.ts'

/**
 * The order of this list matters. When Postgres creates a function in the SQL language, it checks
 * the body, so the functions that the body calls must exist. PL/pgSQL functions may come in any
 * order.
 */
export const FUNCTION_FILES = [
  'identifiers',
  'refusals',
  'hints',
  'accounts',
  'api-keys',
  'limits',
  'outbox',
  'emails',
  'ledger',
  'charges',
  'recharges',
  'recharge-settings',
  'stripe',
  'entities',
  'webhooks',
  'jobs',
  'bulk',
  'correlations',
  'certificates',
  'purchases',
  'domains',
  'feedback',
  'shares',
  'monitors',
  'checks',
  'changes',
  'models',
  'templates',
  'idempotency',
  'retention',
  'audit',
] as const

/**
 * Number of an advisory lock, which makes concurrent deployments run one after the other. No other
 * advisory lock may use this number.
 */
const MIGRATION_LOCK = 7_100

/**
 * Changes the database in one transaction. First the functions that indexes use, then the missing
 * migrations, then all other functions, triggers and views. After an error the database is
 * unchanged and the error is thrown.
 */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(await readFunctions('indexed'))
    await applyNumbered(client)
    for (const name of FUNCTION_FILES) await client.query(await readFunctions(name))
    await refuseOverloads(client)
    await limitStatements(client)
    await client.query('commit')
  } finally {
    // Postgres rolls back the open transaction when the connection closes, so a failed migration
    // needs no other cleanup.
    await client.end()
  }
}

/**
 * Sets the time limit of statements for the whole database, because a request of Neon's HTTP driver
 * cannot set it. The limit holds for new connections. A copy of the database does not have it.
 */
export async function limitStatements(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const name = pg.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`alter database ${name} set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
}

/**
 * Applies the numbered migrations that are missing. The table that records them is that of
 * drizzle's own migrator, so a database that drizzle has migrated can be upgraded.
 */
async function applyNumbered(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const newest = Number(rows[0]?.newest ?? 0)
  for (const migration of readMigrationFiles({ migrationsFolder: import.meta.dirname })) {
    if (migration.folderMillis <= newest) continue
    for (const statement of migration.sql) await client.query(statement)
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [migration.hash, migration.folderMillis],
    )
  }
}

/**
 * Throws if a function name exists twice. After a change of parameters, `create or replace` keeps
 * the old function too, and Postgres refuses calls that fit both. After the error the migration
 * rolls back, so the deployed Worker keeps its working functions.
 */
async function refuseOverloads(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      group by p.proname having count(*) > 1 order by p.proname`,
  )
  const names = rows.map(({ name }) => name)
  if (names.length > 0)
    throw new Error(
      `Drop the old parameters of ${names.join(', ')} in a numbered migration: each name has two functions.`,
    )
}

function readFunctions(name: (typeof FUNCTION_FILES)[number] | 'indexed'): Promise<string> {
  return readFile(new URL(`functions/${name}.sql`, import.meta.url), 'utf8')
}
