import { readFile } from 'node:fs/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'

/**
 * The files of migrations/functions in the order in which they are applied. A function in SQL comes after the functions that it calls,
 * because Postgres checks its body when it is created; a function in PL/pgSQL may call a later one.
 */
export const FUNCTION_FILES = [
  'identifiers',
  'hints',
  'accounts',
  'api-keys',
  'rate-slots',
  'outbox',
  'emails',
  'ledger',
  'charges',
  'recharges',
  'stripe',
  'entities',
  'webhooks',
  'jobs',
  'bulk',
  'correlations',
  'certificates',
  'domains',
  'models',
  'templates',
  'idempotency',
  'retention',
  'audit',
] as const

/** Any number that no other advisory lock of the service uses: two deployments at once run one after the other. */
const MIGRATION_LOCK = 7_100

/**
 * Brings a database to the newest schema in one transaction: first the functions that indexes need, then each numbered migration that the
 * database does not have yet, then every other function, trigger and view. Repeating it changes nothing. Throws the error of Postgres, and
 * then the database is as it was before.
 */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(await readFunctions('indexed'))
    await applyNumbered(client)
    for (const name of FUNCTION_FILES) await client.query(await readFunctions(name))
    await client.query('commit')
  } finally {
    // A connection that closes inside a transaction rolls it back.
    await client.end()
  }
}

/** Uses the table in which drizzle's own migrator records what it applied, so that databases made by it can be upgraded. */
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
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ])
  }
}

function readFunctions(name: (typeof FUNCTION_FILES)[number] | 'indexed'): Promise<string> {
  return readFile(new URL(`functions/${name}.sql`, import.meta.url), 'utf8')
}
