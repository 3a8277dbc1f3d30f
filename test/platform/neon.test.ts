import { type NeonDbError, neon, neonConfig } from '@neondatabase/serverless'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, responseOf } from './calls-for-tests.ts'
import { createNeon } from './neon.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { sharedPostgres } from './service.ts'

const { url: serverUrl } = sharedPostgres()
const DATABASE = `neon_${process.pid}`
const pool = new pg.Pool({ max: 4 })
let sql: ReturnType<typeof neon<false, false>>

beforeAll(async () => {
  const databaseUrl = await createDatabase(serverUrl, DATABASE)
  Object.assign(pool.options, { connectionString: databaseUrl })
  const emulation = createNeon(pool, DATABASE, 'secret')
  neonConfig.fetchFunction = async (url: string, init: RequestInit) =>
    responseOf(await emulation.answer(callOf(url, init)))
  sql = neon(emulation.workerUrl)
  await sql`create table things (id int primary key, name text not null check (name <> ''))`
})

afterAll(async () => {
  await pool.end()
  await dropDatabase(serverUrl, DATABASE)
})

test('values have the JavaScript types that the driver returns for PostgreSQL', async () => {
  const [row] =
    await sql`select 1::int as i, 9007199254740993::bigint as big, 1.50::numeric as n, true as b, null::text as nothing,
    'ä🙂'::text as t, '{"a":[1]}'::jsonb as j, array['x', null]::text[] as list, '\\xdeadbeef'::bytea as bytes,
    '2026-01-02 03:04:05.678901+00'::timestamptz as at, 0.1::float8 as f`
  expect(row).toEqual({
    i: 1,
    big: '9007199254740993',
    n: '1.50',
    b: true,
    nothing: null,
    t: 'ä🙂',
    j: { a: [1] },
    list: ['x', null],
    bytes: Buffer.from('deadbeef', 'hex'),
    at: new Date('2026-01-02T03:04:05.678Z'),
    f: 0.1,
  })
})

test('parameters arrive unchanged, whatever characters they contain', async () => {
  const text = `'; drop table things; -- \u0001 "`
  const [row] =
    await sql`select ${text}::text as text, ${['a', 'b']}::text[] as list, ${{ k: 1 }}::jsonb as json, ${null}::int as nothing`
  expect(row).toEqual({ text, list: ['a', 'b'], json: { k: 1 }, nothing: null })
})

test('full results contain the command, the row count and the fields', async () => {
  const result = await sql.query('insert into things values (1, $1) returning id', ['one'], {
    fullResults: true,
  })
  expect(result).toMatchObject({
    command: 'INSERT',
    rowCount: 1,
    rows: [{ id: 1 }],
    fields: [{ name: 'id', dataTypeID: 23 }],
  })
})

test.each([
  [
    'a violated constraint',
    `insert into things values (2, '')`,
    { code: '23514', constraint: 'things_name_check', table: 'things' },
  ],
  [
    'a duplicate key',
    `insert into things values (1, 'again')`,
    { code: '23505', detail: 'Key (id)=(1) already exists.' },
  ],
  ['bad syntax', 'selec 1', { code: '42601', position: '1', severity: 'ERROR' }],
  ['a query with two SQL statements', 'select 1; select 2', { code: '42601' }],
  [
    'an exception of a function',
    `do $$ begin raise exception 'mine' using errcode = 'P0002', hint = 'look' ; end $$`,
    { code: 'P0002', hint: 'look' },
  ],
])('%s leads to an error with the fields of PostgreSQL', async (_what, statement, fields) => {
  const error: NeonDbError = await sql.query(statement).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ name: 'NeonDbError', ...fields })
})

test('a batch is one transaction', async () => {
  const [, rows] = await sql.transaction([
    sql`insert into things values (10, 'ten')`,
    sql`select name from things where id = 10`,
  ])
  expect(rows).toEqual([{ name: 'ten' }])
  const failing = sql.transaction([
    sql`insert into things values (11, 'eleven')`,
    sql`insert into things values (10, 'twice')`,
  ])
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await sql`select id from things where id = 11`).toEqual([])
})

test('a batch runs at the requested isolation level and access mode', async () => {
  const settings = sql`select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as read_only,
    current_setting('transaction_deferrable') as deferrable`
  const [rows] = await sql.transaction([settings], {
    isolationLevel: 'Serializable',
    readOnly: true,
    deferrable: true,
  })
  expect(rows).toEqual([{ level: 'serializable', read_only: 'on', deferrable: 'on' }])
  const writing = sql.transaction([sql`insert into things values (12, 'twelve')`], {
    readOnly: true,
  })
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

test('a wrong password and an unknown database are refused like at PostgreSQL', async () => {
  for (const url of [
    'postgresql://service:wrong@db.local.neon.test/',
    `postgresql://service:secret@db.local.neon.test/other`,
  ]) {
    await expect(neon(url.replace(/\/$/, `/${DATABASE}`))`select 1`).rejects.toMatchObject({
      code: '28P01',
    })
  }
})

test('a connection that is lost during a query leads to status 500, not to a PostgreSQL error', async () => {
  const dying = sql`select pg_terminate_backend(pg_backend_pid())`
  await expect(dying).rejects.toThrow(/HTTP status 500/)
  expect(await sql`select 1 as again`).toEqual([{ again: 1 }])
})
