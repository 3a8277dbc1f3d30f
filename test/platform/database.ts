import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { applyMigrations, limitStatements } from '../../migrations/apply.ts'
import type { Closers } from './closers.ts'
import type { DataFolder } from './folder.ts'
import type { Guardian } from './guardian.ts'
import {
  createDatabase,
  databaseAddress,
  databasesOf,
  dropDatabase,
  type PostgresServer,
  startPostgres,
} from './postgres.ts'

export type PlatformDatabase = {
  readonly url: string
  readonly name: string
  /** Pool of the tests. Its statements have no time limit. */
  readonly pool: pg.Pool
  /**
   * Pool of the Worker. It has the settings of the database, such as the time limit of statements.
   */
  readonly workerPool: pg.Pool
  /**
   * The PostgreSQL server that was started for this platform. Null if the server was already
   * running.
   */
  readonly server: PostgresServer | null
}

/**
 * A server for several platforms. Each gets its own copy of the database `template`, in which all
 * migrations have run.
 */
export type SharedPostgres = { url: string; template: string }

const DATABASE_NAME = 'attribution'
const POOL_CONNECTIONS_MAX = 20
const CONNECT_LIMIT_MS = 5_000

/**
 * Without `url`, creates a database on the server `shared`. If `url` and `shared` are both missing,
 * starts a PostgreSQL server.
 */
export async function openDatabase(options: {
  url: string | undefined
  shared: SharedPostgres | undefined
  folder: DataFolder
  guardian: Guardian
  closers: Closers
}): Promise<PlatformDatabase> {
  const { url, shared, folder, guardian, closers } = options
  if (url !== undefined) return opened(url, null, closers, true)
  if (shared !== undefined) {
    const name = `test_${randomBytes(8).toString('hex')}`
    const mine = await createDatabase(shared.url, name, shared.template)
    closers.add(() => dropDatabase(shared.url, name))
    return opened(mine, null, closers, false)
  }
  const { databasePassword: password, databasePort } = folder.kept
  const server = await startPostgres({
    folder: folder.file('postgres'),
    password,
    durable: !folder.isTemporary,
    guardian,
    ...(databasePort === undefined ? {} : { preferredPort: databasePort }),
  })
  closers.add(() => server.stop())
  await folder.keep({ databasePort: Number(new URL(server.url).port) })
  const names = await databasesOf(server.url)
  const mine = names.includes(DATABASE_NAME)
    ? databaseAddress(server.url, DATABASE_NAME)
    : await createDatabase(server.url, DATABASE_NAME)
  return opened(mine, server, closers, true)
}

async function opened(
  url: string,
  server: PostgresServer | null,
  closers: Closers,
  migrate: boolean,
): Promise<PlatformDatabase> {
  if (migrate) await applyMigrations(url)
  else await limitStatementsOf(url)
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const [pool, workerPool] = [
    openPool(url, closers, { options: '-c statement_timeout=0' }),
    openPool(url, closers),
  ]
  return { url, name, pool, workerPool, server }
}

async function limitStatementsOf(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await limitStatements(client).finally(() => client.end())
}

function openPool(url: string, closers: Closers, settings: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    ...settings,
  })
  // When a test kills PostgreSQL, an idle connection reports an error here. It can be ignored: the
  // pool opens a new connection for the next query.
  pool.on('error', () => undefined)
  closers.add(() => pool.end())
  return pool
}
