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
import { type PgRemoteDatabase, type PgRemoteQueryResultHKT, PgRemoteSession } from 'drizzle-orm/pg-proxy'
import type { z } from 'zod'

/**
 * Postgres over HTTP, one statement a round trip. `select`, `insert`, `update` and `delete` are drizzle's query builder, for statements on
 * one table; `execute` runs any statement. Each throws NeonDbError, with Postgres' SQLSTATE, when Postgres refuses the statement, and
 * DatabaseUnreachable when there is no answer. The messages of both describe the database, so callers of the API never get them.
 */
export interface Database extends Pick<PgRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'> {
  readonly requestId: string
  execute<Row extends Record<string, unknown>>(statement: SQL): Promise<{ rows: Row[] }>
}

/** Postgres could not be reached or did not answer. The effect of the statement, if any, is unknown. */
class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

const NO_ANSWER = 'Postgres did not answer.'
const QUERY_TIMEOUT_MS = 5_000
const RETRY_DELAYS_MS = [60, 400] as const
/** SQLSTATEs after which a retry may succeed: shutdown, start, too many connections, lost connection, unknown database, conflict, deadlock. */
const TRANSIENT = '57P0.|53300|08...|28...|3D000|40001|40P01'
const TRANSIENT_CODE = new RegExp(`^(?:${TRANSIENT})$`)
const TRANSIENT_ANSWER = new RegExp(`"code":"(?:${TRANSIENT})"`)

/**
 * Sends one statement, and sends it again when its outcome is unknown. Every statement of the service is a read or is safe to repeat, so a
 * lost reply costs a repetition and never has a second effect.
 */
async function askPostgres(
  url: string,
  { requestId, ...init }: RequestInit & { requestId: string },
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const delay = RETRY_DELAYS_MS[attempt]
    try {
      const headers = { ...(init.headers as Record<string, string>), 'x-request-id': requestId }
      const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(QUERY_TIMEOUT_MS) })
      if (response.ok || delay === undefined) return response
      const body = await response.text()
      if (response.status < 500 && !TRANSIENT_ANSWER.test(body)) return new Response(body, response)
    } catch (error) {
      if (delay === undefined) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}

neonConfig.fetchFunction = askPostgres

type Driver = NeonQueryFunction<false, true>

const { DATE, TIMESTAMP, TIMESTAMPTZ } = types.builtins
const KEPT_AS_TEXT = new Set([DATE, TIMESTAMP, TIMESTAMPTZ])
const asText = (value: unknown) => value
/** Times and dates stay text: a Date would round their microseconds. `isoTime` reads them. */
const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: (oid, format) => (KEPT_AS_TEXT.has(oid) ? asText : types.getTypeParser(oid, format)),
}

const dialect = new PgDialect()
const drivers = new Map<string, Driver>()

/** Returns the driver of a connection string, one per isolate. A driver holds no connection. */
function driverOf(databaseUrl: string): Driver {
  const known = drivers.get(databaseUrl)
  if (known !== undefined) return known
  const driver = neon(databaseUrl, { fullResults: true })
  drivers.set(databaseUrl, driver)
  return driver
}

/** drizzle's relational queries, which need to know all tables, are not used. */
type NoTables = Record<string, never>

/** A session whose errors are those of the driver. drizzle's own error repeats the parameters, which may be personal data. */
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

/** A client for one request or one message. `requestId` goes with every statement into the logs of the database and of the platform. */
export function connect(databaseUrl: string, requestId: string): Database {
  const driver = driverOf(databaseUrl)
  const options = { types: ROW_TYPES, fetchOptions: { requestId } }
  async function run(text: string, params: unknown[], arrayMode: boolean) {
    try {
      return await driver.query(text, params, { ...options, arrayMode })
    } catch (error) {
      const refused = error instanceof NeonDbError && error.code !== undefined && !TRANSIENT_CODE.test(error.code)
      throw refused ? error : new DatabaseUnreachable(NO_ANSWER, { cause: error })
    }
  }
  const session = new Session((text, params, method) => run(text, params, method === 'all'), dialect, undefined)
  const builder = new PgDatabase<PgRemoteQueryResultHKT>(dialect, session, undefined)
  return {
    requestId,
    async execute<Row extends Record<string, unknown>>(statement: SQL) {
      const { sql: text, params } = dialect.sqlToQuery(statement)
      const { rows: found } = await run(text, params, false)
      return { rows: found as Row[] }
    },
    select: builder.select.bind(builder),
    selectDistinct: builder.selectDistinct.bind(builder),
    insert: builder.insert.bind(builder),
    update: builder.update.bind(builder),
    delete: builder.delete.bind(builder),
  }
}

/** Calls the SQL function `name` with one JSON argument and returns its parsed answer. */
export async function callFunction<Schema extends z.ZodType>(
  db: Database,
  name: string,
  argument: Record<string, unknown>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { rows } = await db.execute<{ answer: unknown }>(
    sql`select ${sql.identifier(name)}(${JSON.stringify(argument)}::jsonb) as answer`,
  )
  return schema.parse(rows[0]?.answer)
}

/** Returns the parsed rows of one statement. */
export async function rows<Schema extends z.ZodType>(
  db: Database,
  query: SQL,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const answer = await db.execute<Record<string, unknown>>(query)
  return answer.rows.map((row) => schema.parse(row))
}

/** True when Postgres could not be reached or did not answer; false when it refused the statement. */
export function isUnreachable(error: unknown): boolean {
  // An error from a Durable Object arrives without its class, so only its message can be compared.
  return error instanceof DatabaseUnreachable || (error instanceof Error && error.message.includes(NO_ANSWER))
}

/** Converts Postgres' text of a time to ISO 8601 in UTC with milliseconds. */
export function isoTime(text: string): string
export function isoTime(text: string | null): string | null
export function isoTime(text: string | null): string | null {
  if (text === null) return null
  // Most texts are in UTC already. Cutting the fraction costs a tenth of making a Date.
  const utc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)$/.exec(text)
  if (utc !== null) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString()
}

/** Resolves when Postgres answers the smallest statement; throws when it does not. */
export async function reach(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
