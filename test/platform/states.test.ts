import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, dropDatabase } from './postgres.ts'
import { sharedPostgres } from './service.ts'
import { OUTSIDE, parseStates, statesOf, stepsOf, transitionsOf } from './states/page.ts'
import { recordedSteps, recordStates } from './states/recorder.ts'
import { createSteps, SCENARIOS } from './states/scenarios.ts'
import { deletesRows, readFunctions, writesState } from './states/writers.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const FUNCTIONS = path.join(ROOT, 'migrations/functions')
const MACHINES = parseStates(readFileSync(path.join(ROOT, 'docs/states.md'), 'utf8'))
const functions = readdirSync(FUNCTIONS).flatMap((file) =>
  readFunctions(file, readFileSync(path.join(FUNCTIONS, file), 'utf8')),
)

const shared = sharedPostgres()
const NAME = `states_${process.pid}`
let client: pg.Client

beforeAll(async () => {
  const url = await createDatabase(shared.url, NAME, shared.template)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await recordStates(client, MACHINES)
})
afterAll(async () => {
  await client.end()
  await dropDatabase(shared.url, NAME)
})

async function textOf(query: string, ...values: string[]): Promise<string> {
  const { rows } = await client.query<{ text: string }>(query, values)
  expect(rows, `${query} ${values}`).toHaveLength(1)
  return rows[0]?.text ?? ''
}

const quoted = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).sort()

describe.each(MACHINES)('$title', (machine) => {
  const { table, column, file } = machine

  test('the drawn states are those of the column', async () => {
    const check = await textOf(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      `${table}_${column}_check`,
    )
    expect(statesOf(machine)).toEqual(quoted(check))
    expect(statesOf(machine).length).toBeLessThanOrEqual(8)
  })

  test('the drawn edges are those that the trigger allows', async () => {
    const args = await textOf(
      `select encode(tgargs, 'escape') as text from pg_trigger
        where tgname = $1 and tgenabled = 'O'`,
      `${table}_transitions`,
    )
    const [first, ...edges] = args.split('\\000').filter((argument) => argument !== '')
    expect([first, edges.sort()]).toEqual([column, transitionsOf(machine)])
  })

  test('the named functions write the state, and no other function does', async () => {
    const initial = await textOf(
      `select coalesce(column_default, '') as text from information_schema.columns
        where table_schema = 'public' and table_name = $1 and column_name = $2`,
      table,
      column,
    )
    const wrong = machine.edges.flatMap(({ from, to, functions: names }) =>
      names.filter((name) => {
        const writer = functions.find((candidate) => candidate.name === name)
        if (writer === undefined) return true
        if (to === OUTSIDE) return !deletesRows(writer, machine)
        const isNamed =
          writer.text.includes(`'${to}'`) ||
          new RegExp(`${column} = p[._]${column}\\b`).test(writer.text) ||
          (from === OUTSIDE && quoted(initial).includes(to))
        return !isNamed || !writesState(writer, machine)
      }),
    )
    expect(wrong).toEqual([])
    const drawn = machine.edges
      .filter(({ to }) => to !== OUTSIDE)
      .flatMap(({ functions: names }) => names)
    const writers = functions.filter((candidate) => writesState(candidate, machine))
    expect(writers.map(({ name }) => name).sort()).toEqual([...new Set(drawn)].sort())
    const changing = machine.edges.filter(({ from }) => from !== OUTSIDE)
    const files = functions
      .filter(({ name }) => changing.some((edge) => edge.functions.includes(name)))
      .map((writer) => writer.file)
    expect([...new Set(files)]).toEqual([file])
    expect(readFileSync(path.join(FUNCTIONS, file), 'utf8')).toMatch(
      `-- State machine of the table ${table}`,
    )
  })

  test('every drawn edge can be made, and each of its functions makes it', async () => {
    const scenario = SCENARIOS[table]
    if (scenario === undefined) throw new Error(`${table} has no scenario`)
    await client.query('truncate recorded_states')
    await scenario(createSteps(client))
    expect(await recordedSteps(client, table)).toEqual(stepsOf(machine))
  })

  test('the trigger refuses every other change of a stored row', async () => {
    const { rows } = await client.query<{ state: string }>(
      `select distinct ${column} as state from ${table}`,
    )
    const refused = rows.flatMap(({ state }) =>
      statesOf(machine)
        .filter((to) => to !== state && !transitionsOf(machine).includes(`${state}>${to}`))
        .map((to) => [to, state]),
    )
    expect(refused).not.toEqual([])
    for (const [to, from] of refused) {
      const change = client.query(`update ${table} set ${column} = $1 where ${column} = $2`, [
        to,
        from,
      ])
      await expect(change).rejects.toThrow(`${table} refuses the transition ${from}>${to}`)
    }
  })
})

test('a stopped line of a list stays stopped, without a job and an error', async () => {
  const id = await createSteps(client).account()
  await client.query(
    `insert into bulk_jobs (id, account_id, depth, total, accepted)
      values ('blk_line', $1, 'quick', 1, 1)`,
    [id],
  )
  await client.query(
    `insert into bulk_items (bulk_job_id, line, domain, stopped) values ('blk_line', 0, 'a.com', true)`,
  )
  const change = (set: string) =>
    client.query(`update bulk_items set ${set} where bulk_job_id = 'blk_line'`)
  await expect(change('stopped = false')).rejects.toThrow('refuses the transition true>false')
  await expect(change(`job_id = 'job_x'`)).rejects.toThrow('bulk_items_stopped_check')
  await expect(change(`error_code = 'QUOTA_EXCEEDED'`)).rejects.toThrow('bulk_items_stopped_check')
})
