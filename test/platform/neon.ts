import pg from 'pg'
import type { Answer, OutgoingCall } from './egress.ts'
import { jsonAnswer } from './json.ts'

/**
 * An emulation of Neon for the driver @neondatabase/serverless 1.x. The body of POST /sql is either
 * one query `{ query, params }`, or `{ queries: [...] }`, which run in one transaction.
 */
export type Neon = {
  /** Value of DATABASE_URL. */
  readonly workerUrl: string
  readonly host: string
  answer(call: OutgoingCall): Promise<Answer>
}

const BODY_BYTES_MAX = 64 * 1024 * 1024

// Neon's driver replaces the first label of DATABASE_HOST with "api" and sends its requests there.
const DATABASE_HOST = 'db.local.neon.test'
const API_HOST = 'api.local.neon.test'

type Query = { query: string; params: unknown[] }
type QueryResult = {
  command: string
  rowCount: number | null
  rows: unknown[][]
  fields: pg.FieldDef[]
  rowAsArray: boolean
}

/** Fields of an error that Neon's driver copies. node-postgres uses the same names. */
const ERROR_FIELDS = [
  'severity',
  'code',
  'detail',
  'hint',
  'position',
  'internalPosition',
  'internalQuery',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const

const ISOLATION_LEVELS = new Map([
  ['ReadUncommitted', 'read uncommitted'],
  ['ReadCommitted', 'read committed'],
  ['RepeatableRead', 'repeatable read'],
  ['Serializable', 'serializable'],
])

const asText = { getTypeParser: () => (value: unknown) => value }

/**
 * Creates the emulation. A request is refused if its connection string does not contain `password`.
 */
export function createNeon(pool: pg.Pool, database: string, password: string): Neon {
  const workerUrl = `postgresql://service:${password}@${DATABASE_HOST}/${database}`
  return {
    workerUrl,
    host: API_HOST,
    async answer(call) {
      if (call.method !== 'POST') return refused(405, 'Only POST is answered here.')
      const credentials = parseUrl(call.headers['neon-connection-string'])
      if (credentials?.password !== password || credentials.pathname !== `/${database}`) {
        return jsonAnswer(400, {
          code: '28P01',
          severity: 'FATAL',
          message: 'password authentication failed',
        })
      }
      const body = parseBody(await call.body(BODY_BYTES_MAX))
      if (body === null)
        return refused(
          400,
          'The body must be { query, params } or { queries: [{ query, params }] }.',
        )
      const raw = call.headers['neon-raw-text-output'] === 'true'
      const arrays = call.headers['neon-array-mode'] === 'true'
      try {
        if (!Array.isArray(body))
          return jsonAnswer(200, present(await run(pool, body, raw), arrays))
        const opening = openingOf(call.headers)
        if (opening === null) return refused(400, 'The isolation level is not one of PostgreSQL.')
        const results = await transact(pool, opening, body, raw)
        return jsonAnswer(200, { results: results.map((result) => present(result, arrays)) })
      } catch (error) {
        return presentError(error)
      }
    },
  }
}

function parseUrl(text: string | string[] | undefined): URL | null {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
}

function parseBody(bytes: Buffer): Query | Query[] | null {
  try {
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof body !== 'object' || body === null) return null
    if ('queries' in body)
      return Array.isArray(body.queries) && body.queries.every(isQuery) ? body.queries : null
    return isQuery(body) ? { query: body.query, params: body.params ?? [] } : null
  } catch {
    return null
  }
}

function isQuery(value: unknown): value is Query {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('query' in value) ||
    typeof value.query !== 'string'
  )
    return false
  return !('params' in value) || Array.isArray(value.params)
}

/** Makes the database refuse a text with several statements, as Neon does. */
const ONE_STATEMENT = { queryMode: 'extended' }

type Runner = { query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> }

async function run(runner: Runner, { query, params }: Query, raw: boolean): Promise<QueryResult> {
  const result = await runner.query({
    text: query,
    values: params,
    rowMode: 'array',
    ...ONE_STATEMENT,
    ...(raw ? { types: asText } : {}),
  })
  return {
    command: result.command,
    rowCount: result.rowCount,
    rows: result.rows,
    fields: result.fields,
    rowAsArray: true,
  }
}

async function transact(
  pool: pg.Pool,
  opening: string,
  queries: Query[],
  raw: boolean,
): Promise<QueryResult[]> {
  const client = await pool.connect()
  try {
    await client.query(opening)
    const results: QueryResult[] = []
    for (const query of queries) results.push(await run(client, query, raw))
    await client.query('commit')
    client.release()
    return results
  } catch (error) {
    // The connection is closed and not reused, so PostgreSQL rolls back its open transaction.
    client.release(true)
    throw error
  }
}

function openingOf(headers: OutgoingCall['headers']): string | null {
  const level = headers['neon-batch-isolation-level']
  const words = ['begin']
  if (level !== undefined) {
    const known = ISOLATION_LEVELS.get(String(level))
    if (known === undefined) return null
    words.push(`isolation level ${known}`)
  }
  const readOnly = headers['neon-batch-read-only']
  if (readOnly !== undefined) words.push(readOnly === 'true' ? 'read only' : 'read write')
  const deferrable = headers['neon-batch-deferrable']
  if (deferrable !== undefined) words.push(deferrable === 'true' ? 'deferrable' : 'not deferrable')
  return words.join(' ')
}

function present(result: QueryResult, arrays: boolean): unknown {
  if (arrays) return result
  const names = result.fields.map((field) => field.name)
  return {
    ...result,
    rowAsArray: false,
    rows: result.rows.map((row) =>
      Object.fromEntries(row.map((value, index) => [names[index] ?? '', value])),
    ),
  }
}

/**
 * Converts an error to an answer. After a code that begins with 08 or 57P (connection lost, server
 * shutting down), nobody knows if the statement took effect, so the status is 500. Other SQL errors
 * get status 400.
 */
function presentError(error: unknown): Answer {
  if (
    !(error instanceof pg.DatabaseError) ||
    error.code === undefined ||
    /^(08|57P)/.test(error.code)
  ) {
    return jsonAnswer(500, { message: error instanceof Error ? error.message : 'unknown error' })
  }
  const fields = Object.fromEntries(ERROR_FIELDS.map((name) => [name, error[name]]))
  return jsonAnswer(400, { message: error.message, ...fields })
}

function refused(status: number, message: string): Answer {
  return jsonAnswer(status, { message })
}
