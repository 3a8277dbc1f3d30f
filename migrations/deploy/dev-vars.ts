import { parseEnv } from 'node:util'
import { environmentProblems } from '../../shared/platform/environment.ts'
import { directUrl } from './postgres.ts'
import { GENERATORS } from './secrets.ts'
import { assigned } from './settings.ts'
import { WorkerFile } from './worker-config.ts'
import { DeployRefused, type World } from './world.ts'

export const DEV_VARS_FILE = '.dev.vars'
export const DEV_VARS_EXAMPLE = '.dev.vars.example'

type Needs = Pick<
  World,
  'readFile' | 'writePrivateFile' | 'print' | 'environment' | 'readWorkerFile' | 'migrate'
>

/**
 * Writes the variables of `npx wrangler dev`: those of the example, with new secrets, values of an
 * earlier file and, before both, values of the environment. The settings of a deployment are not
 * used, because a Worker on a developer's machine must not reach the deployed database. Throws
 * DeployRefused.
 */
export async function writeDevVars(world: Needs): Promise<void> {
  const example = world.readFile(DEV_VARS_EXAMPLE) ?? ''
  const samples = parseEnv(example)
  const before = parseEnv(world.readFile(DEV_VARS_FILE) ?? '')
  const valueFor = (name: string): string => {
    const generate = Object.entries(GENERATORS).find(([each]) => each === name)?.[1]
    return world.environment[name] || before[name] || generate?.() || samples[name] || ''
  }
  const names = [...new Set([...Object.keys(samples), ...Object.keys(before)])]
  const values = Object.fromEntries(names.map((name) => [name, valueFor(name)]))
  const { vars } = WorkerFile.parse(await world.readWorkerFile())
  const problems = environmentProblems({ ...vars, ...values })
  if (problems.length > 0) throw new DeployRefused(problems.join('\n'))
  world.writePrivateFile(DEV_VARS_FILE, assigned(example, values))
  const sampleNames = names.filter(
    (name) => values[name] === samples[name] && name !== 'PUBLIC_URL' && !(name in GENERATORS),
  )
  if (sampleNames.length > 0)
    world.print(
      `  Sample values, which reach nothing: ${sampleNames.join(', ')}. Set them in the environment and run this again, or edit ${DEV_VARS_FILE}.`,
    )
  if (!sampleNames.includes('DATABASE_URL')) {
    await world.migrate(directUrl(values.DATABASE_URL ?? '')).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new DeployRefused(`${DEV_VARS_FILE} is written, but DATABASE_URL fails: ${reason}`)
    })
    world.print('  The database has the current schema.')
  }
  world.print(`${DEV_VARS_FILE} is written. Next: npx wrangler dev`)
}
