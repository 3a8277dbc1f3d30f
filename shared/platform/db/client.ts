import {
  type CustomTypesConfig,
  NeonDbError,
  type NeonQueryFunction,
  neon,
  neonConfig,
  types,
} from '@neondatabase/serverless'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** The store, over HTTP: one statement a round trip. */
export interface Database {
  readonly requestId: string
  /**
   * Throws NeonDbError, with Postgres' SQLSTATE, for a statement that was refused, and DatabaseUnreachable when there is no answer. Both
   * speak of Postgres, so neither may reach a caller as it is.
   */
  execute<Row extends Record<string, unknown>>(statement: SQL): Promise<{ rows: Row[] }>
}

/** Postgres could not be reached or could not answer: what the statement did, if anything, is not known. */
class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

const NO_ANSWER = 'Postgres did not answer.'
const QUERY_TIMEOUT_MS = 5_000
const RETRY_DELAYS_MS = [60, 400] as const
/** SQLSTATEs that say "ask again": shutting down, starting up, too many connections, connection lost, not let in, serialisation, deadlock. */
const TRANSIENT = '57P0.|53300|08...|28...|3D000|40001|40P01'
const TRANSIENT_CODE = new RegExp(`^(?:${TRANSIENT})$`)
const TRANSIENT_ANSWER = new RegExp(`"code":"(?:${TRANSIENT})"`)

/**
 * One question to Postgres, asked again when the outcome is unknown. Every statement of the service is a read or a function that is
 * safe to repeat, so a lost reply costs a repetition and never a second effect.
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
/** Instants and dates stay the text that Postgres sent: `isoTime` reads them, and a Date would round their microseconds. */
const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: (oid, format) => (KEPT_AS_TEXT.has(oid) ? asText : types.getTypeParser(oid, format)),
}

const dialect = new PgDialect()
const drivers = new Map<string, Driver>()

/** One driver a connection string and isolate; it holds no connection. */
function driverOf(databaseUrl: string): Driver {
  const known = drivers.get(databaseUrl)
  if (known !== undefined) return known
  const driver = neon(databaseUrl, { fullResults: true })
  drivers.set(databaseUrl, driver)
  return driver
}

/** A client for one request or one message; `requestId` goes with every statement into the database's and the platform's logs. */
export function connect(databaseUrl: string, requestId: string): Database {
  const driver = driverOf(databaseUrl)
  const options = { types: ROW_TYPES, fetchOptions: { requestId } }
  return {
    requestId,
    async execute<Row extends Record<string, unknown>>(statement: SQL) {
      const { sql: text, params } = dialect.sqlToQuery(statement)
      try {
        const { rows: found } = await driver.query(text, params, options)
        return { rows: found as Row[] }
      } catch (error) {
        const refused = error instanceof NeonDbError && error.code !== undefined && !TRANSIENT_CODE.test(error.code)
        throw refused ? error : new DatabaseUnreachable(NO_ANSWER, { cause: error })
      }
    },
  }
}

/** Calls the SQL function `name` with one JSON argument and parses what it returns. */
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

/** The rows of one statement, parsed. */
export async function rows<Schema extends z.ZodType>(
  db: Database,
  query: SQL,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const answer = await db.execute<Record<string, unknown>>(query)
  return answer.rows.map((row) => schema.parse(row))
}

/** True when Postgres could not be reached or could not answer, as against refusing the statement. */
export function isUnreachable(error: unknown): boolean {
  // An error that came from a Durable Object has lost its class on the way; its words are all there is.
  return error instanceof DatabaseUnreachable || (error instanceof Error && error.message.includes(NO_ANSWER))
}

/** Postgres' text of an instant, as ISO 8601 UTC with milliseconds. */
export function isoTime(text: string): string
export function isoTime(text: string | null): string | null
export function isoTime(text: string | null): string | null {
  if (text === null) return null
  // Nearly always UTC already: then only the fraction needs cutting, at a tenth of the price of a Date.
  const utc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)$/.exec(text)
  if (utc !== null) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString()
}

/** Resolves when Postgres answers the smallest question; throws when it does not. */
export async function reach(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
