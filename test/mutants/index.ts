import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import pMap from 'p-map'
import pg from 'pg'
import { applyMigrations } from '../../migrations/apply.ts'
import { RARE_SEQUENCES, runSequence, STORM, sequences } from '../faults/billing/sequences.ts'
import { MANY_FAULTS, openWorld } from '../faults/billing/world.ts'
import { startGuardian } from '../platform/guardian.ts'
import { createDatabase, dropDatabase, startPostgres } from '../platform/postgres.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

/**
 * Number of tests that must pass with the correct SQL. If tests also failed with the correct SQL, a
 * failure with broken SQL would prove nothing.
 */
const HEALTHY_SEQUENCES = 300
const PARALLEL = 16
const TEMPLATE = 'mutants_template'
const SURVIVED = 'survived'

/**
 * Puts the bug of a mutant into the database. Throws if the text to replace is missing, because the
 * mutant is then out of date.
 */
async function mutate(
  databaseUrl: string,
  { statements = [], functions = {} }: Mutant,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
    for (const [name, changes] of Object.entries(functions)) {
      const { rows } = await client.query<{ definition: string }>(
        'select pg_get_functiondef(oid) as definition from pg_proc where proname = $1',
        [name],
      )
      let [{ definition } = { definition: '' }] = rows
      for (const [text, replacement] of changes) {
        if (!definition.includes(text)) throw new Error(`${name} does not contain: ${text}`)
        definition = definition.replaceAll(text, () => replacement)
      }
      await client.query(definition)
    }
  } finally {
    await client.end()
  }
}

async function hunt(databaseUrl: string, sequencesMax: number): Promise<string> {
  const world = await openWorld(databaseUrl, Math.random)
  world.setFaultRates(MANY_FAULTS)
  let caught: string | null = null
  const one = async (sequence: Parameters<typeof runSequence>[1]) => {
    if (caught !== null) return
    try {
      await runSequence(world, sequence)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      caught ??= cause instanceof Error ? (cause.message.split('\n')[0] ?? 'failed') : String(cause)
    }
    const [first] = world.broken
    if (first !== undefined) caught ??= `money_audit: ${first.broken}`
  }
  try {
    await pMap(RARE_SEQUENCES, one, { concurrency: PARALLEL })
    const parts = Array.from({ length: PARALLEL }, async () => {
      for (const sequence of fc.sample(sequences, Math.ceil(sequencesMax / PARALLEL)))
        await one(sequence)
    })
    await Promise.all(parts)
    const [first] = await world.audit()
    if (first !== undefined) caught ??= `money_audit: ${first.broken}`
  } finally {
    await world.close()
  }
  return caught ?? SURVIVED
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-mutants-'))
const guardian = startGuardian(folder)
const server = await startPostgres({
  folder: path.join(folder, 'postgres'),
  password: 'mutants',
  durable: false,
  guardian,
})
let survivors = 0
try {
  await applyMigrations(await createDatabase(server.url, TEMPLATE))
  const trials: readonly (Mutant & { isHealthy?: true })[] = [
    { name: 'the SQL as it is', isHealthy: true },
    ...MUTANTS,
  ]
  for (const [number, trial] of trials.entries()) {
    const url = await createDatabase(server.url, `mutant_${number}`, TEMPLATE)
    await mutate(url, trial)
    const started = performance.now()
    const verdict = await hunt(url, trial.isHealthy === true ? HEALTHY_SEQUENCES : STORM.small)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    const isExpected = (verdict === SURVIVED) === (trial.isHealthy === true)
    if (!isExpected) survivors += 1
    console.log(
      `${isExpected ? 'ok  ' : 'FAIL'} ${seconds.padStart(6)} s  ${trial.name}: ${verdict}`,
    )
    await dropDatabase(server.url, `mutant_${number}`)
  }
} finally {
  await server.stop()
  guardian.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(
  survivors === 0
    ? `all ${MUTANTS.length} mutants were caught`
    : `${survivors} of the trials went wrong`,
)
process.exitCode = survivors === 0 ? 0 : 1
