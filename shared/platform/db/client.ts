import {
  type CustomTypesConfig,
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  types,
} from '@neondatabase/serverless'
import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm'
import { PgDatabase, PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import {
  type PgRemoteDatabase,
  type PgRemoteQueryResultHKT,
  PgRemoteSession,
} from 'drizzle-orm/pg-proxy'
import { z } from 'zod'

/**
 * Sends each statement in one HTTP request. Throws NeonDbError or DatabaseUnreachable. The messages
 * of these errors describe the database, so they must not reach an API response.
 */
export interface Database
  extends Pick<PgRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'> {
  readonly requestId: string
  execute(statement: SQL, options?: Repeat): Promise<{ rows: readonly unknown[] }>
}

interface Repeat {
  // True if the statement is sent again after a time-out. False for reads, because three attempts
  // of a slow read would keep Postgres busy three times.
  afterTimeout: boolean
}

/** No answer came from Postgres. The statement may have been executed. */
class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

const NO_ANSWER = 'Postgres did not answer.'
const QUERY_TIMEOUT_MS = 5_000
/**
 * Time limit of Postgres for a statement. It is shorter than QUERY_TIMEOUT_MS, because Postgres
 * does not notice a client that has given up.
 */
export const STATEMENT_TIMEOUT_MS = 4_500
const STATEMENT_CANCELED = '57014'
const RETRY_DELAYS_MS = [60, 400] as const
// SQLSTATE codes after which a repetition can succeed: shutdown or start, too few resources (disk,
// memory, connections), lost connection, failed login, unknown database, read-only (a provider's
// answer to a full disk), serialization conflict, deadlock.
const TRANSIENT = '57P0.|53...|08...|28...|3D000|25006|40001|40P01'
const TEMPORARY_CODE = new RegExp(`^(?:${TRANSIENT}|${STATEMENT_CANCELED})$`)
const TRANSIENT_ANSWER = new RegExp(`"code":"(?:${TRANSIENT})"`)
const CANCELED_ANSWER = new RegExp(`"code":"${STATEMENT_CANCELED}"`)

// Repeats a request after a temporary error. This is safe: every statement of this repository only
// reads, or has no further effect when it is repeated.
async function askPostgres(
  url: string,
  { requestId, afterTimeout, ...init }: RequestInit & Repeat & { requestId: string },
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const delay = RETRY_DELAYS_MS[attempt]
    try {
      const headers = new Headers(init.headers)
      headers.set('x-request-id', requestId)
      const response = await fetch(url, {
        ...init,
        headers,
        signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
      })
      if (response.ok || delay === undefined) return response
      const body = await response.text()
      // A write that Postgres has cancelled changed nothing, so it can be repeated. It usually
      // waited for the lock of a busy account.
      const isRepeated = TRANSIENT_ANSWER.test(body) || (afterTimeout && CANCELED_ANSWER.test(body))
      if (response.status < 500 && !isRepeated) return new Response(body, response)
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
      if (delay === undefined || (isTimeout && !afterTimeout)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}

neonConfig.fetchFunction = askPostgres

type Driver = NeonQueryFunction<false, true>

const { DATE, TIMESTAMP, TIMESTAMPTZ } = types.builtins
const READ_AS_TEXT = new Set([DATE, TIMESTAMP, TIMESTAMPTZ])
const asText = (value: unknown) => value
// Times are read as text, because a JavaScript Date would lose the microseconds. `isoTime` converts
// the text.
const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    READ_AS_TEXT.has(oid) ? asText : types.getTypeParser(oid, format),
}

const dialect = new PgDialect()
const drivers = new Map<string, Driver>()

/** Requests of an isolate can share a driver, because a driver keeps no connection open. */
function openDriver(databaseUrl: string): Driver {
  const existing = drivers.get(databaseUrl)
  if (existing !== undefined) return existing
  const driver = neon(databaseUrl, { fullResults: true })
  drivers.set(databaseUrl, driver)
  return driver
}

const READ: Repeat = { afterTimeout: false }

type NoTables = Record<string, never>

// Replaces Drizzle's own error, because that error contains the SQL parameters, which may be
// personal data.
class Session extends PgRemoteSession<NoTables, NoTables> {
  override prepareQuery<Config extends PreparedQueryConfig>(
    ...parameters: Parameters<PgRemoteSession<NoTables, NoTables>['prepareQuery']>
  ) {
    const query = super.prepareQuery<Config>(...parameters)
    const execute = query.execute.bind(query)
    query.execute = async (values) => {
      try {
        return await execute(values)
      } catch (error) {
        throw error instanceof DrizzleQueryError ? error.cause : error
      }
    }
    return query
  }
}

/**
 * `requestId` is sent with every statement, so that Postgres' log can be matched with the request.
 */
export function connect(databaseUrl: string, requestId: string): Database {
  const driver = openDriver(databaseUrl)
  async function run(
    text: string,
    params: unknown[],
    arrayMode: boolean,
    { afterTimeout }: Repeat = READ,
  ) {
    try {
      const fetchOptions = { requestId, afterTimeout }
      return await driver.query(text, params, { types: ROW_TYPES, fetchOptions, arrayMode })
    } catch (error) {
      const refused =
        error instanceof NeonDbError && error.code !== undefined && !TEMPORARY_CODE.test(error.code)
      throw refused ? error : new DatabaseUnreachable(NO_ANSWER, { cause: error })
    }
  }
  const session = new Session(
    (text, params, method) => run(text, params, method === 'all'),
    dialect,
    undefined,
  )
  const builder = new PgDatabase<PgRemoteQueryResultHKT>(dialect, session, undefined)
  return {
    requestId,
    async execute(statement: SQL, repeat?: Repeat) {
      const { sql: text, params } = dialect.sqlToQuery(statement)
      const { rows: found } = await run(text, params, false, repeat)
      return { rows: found }
    },
    select: builder.select.bind(builder),
    selectDistinct: builder.selectDistinct.bind(builder),
    insert: builder.insert.bind(builder),
    update: builder.update.bind(builder),
    delete: builder.delete.bind(builder),
  }
}

const FunctionRow = z.object({ answer: z.unknown() })

/** Calls a SQL function, and calls it again after a time-out. */
export async function callFunction<Schema extends z.ZodType>(
  db: Database,
  name: string,
  argument: Record<string, unknown>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { rows } = await db.execute(
    sql`select ${sql.identifier(name)}(${JSON.stringify(argument)}::jsonb) as answer`,
    {
      afterTimeout: true,
    },
  )
  return schema.parse(FunctionRow.parse(rows[0]).answer)
}

export async function rows<Schema extends z.ZodType>(
  db: Database,
  query: SQL,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const answer = await db.execute(query)
  return answer.rows.map((row) => schema.parse(row))
}

/** True if Postgres could not be reached, false if it refused the statement. */
export function isUnreachable(error: unknown): boolean {
  // The message is compared too, because an error from a Durable Object loses its class on the way
  // to the caller.
  return (
    error instanceof DatabaseUnreachable ||
    (error instanceof Error && error.message.includes(NO_ANSWER))
  )
}

/** Converts a time of Postgres to ISO 8601 in UTC with milliseconds. */
export function isoTime(text: string): string
export function isoTime(text: string | null): string | null
export function isoTime(text: string | null): string | null {
  if (text === null) return null
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString()
}

export async function reach(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
