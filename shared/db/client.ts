import { NeonDbError, neon, neonConfig } from '@neondatabase/serverless'
import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { z } from 'zod'

/** The store, over HTTP: one statement or one batch a round trip. */
export type Database = NeonHttpDatabase<Record<string, never>> & { readonly requestId: string }

const QUERY_TIMEOUT_MS = 5_000
const RETRY_DELAYS_MS = [60, 400] as const
/** Postgres' own words for "ask again": shutting down, starting up, connection lost, deadlock, serialisation. */
const TRANSIENT_SQLSTATE = /"code":"(57P0[123]|53300|08\d{3}|40001|40P01)"/

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
      if (response.status < 500 && !TRANSIENT_SQLSTATE.test(body)) return new Response(body, response)
    } catch (error) {
      if (delay === undefined) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}

neonConfig.fetchFunction = askPostgres

/** A client for one request or one message; `requestId` goes with every statement into the database's and the platform's logs. */
export function connect(databaseUrl: string, requestId: string): Database {
  const database = drizzle(neon(databaseUrl, { fetchOptions: { requestId } }))
  return Object.assign(database, { requestId })
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
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof NeonDbError) return cause.code === undefined || /^(57P0|53300|08|40001|40P01)/.test(cause.code)
  return error instanceof DrizzleQueryError && cause instanceof Error
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
