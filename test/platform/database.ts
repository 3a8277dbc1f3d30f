import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { applyMigrations } from '../../migrations/apply.ts'
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

/** The database of one platform, migrated. */
export type PlatformDatabase = {
  readonly url: string
  readonly name: string
  readonly pool: pg.Pool
  /** Null when somebody else runs the server. */
  readonly server: PostgresServer | null
}

/** A server that several platforms share, each with a database of its own copied from a migrated one. */
export type SharedPostgres = { url: string; template: string }

const DATABASE_NAME = 'attribution'
const POOL_CONNECTIONS_MAX = 20
const CONNECT_LIMIT_MS = 5_000

/** Opens the database that `options` name: one of somebody else's, one on the shared server, else one on a server of our own. */
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
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // An idle connection that dies with its server is replaced at the next use.
  pool.on('error', () => undefined)
  closers.add(() => pool.end())
  return { url, name: decodeURIComponent(new URL(url).pathname.slice(1)), pool, server }
}
