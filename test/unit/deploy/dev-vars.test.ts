import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { experimental_readRawConfig as readRawConfig } from 'wrangler'
import {
  DEV_VARS_EXAMPLE,
  DEV_VARS_FILE,
  writeDevVars,
} from '../../../migrations/deploy/dev-vars.ts'
import { GENERATED_SECRETS } from '../../../migrations/deploy/secrets.ts'
import { requiredSecretsOf, WorkerFile } from '../../../migrations/deploy/worker-config.ts'
import { environmentProblems } from '../../../shared/platform/environment.ts'

const EXAMPLE = readFileSync(DEV_VARS_EXAMPLE, 'utf8')
const rawConfig = readRawConfig({ config: 'wrangler.toml' }).rawConfig
const file = WorkerFile.parse(rawConfig)

async function write(environment: Record<string, string> = {}, before?: string) {
  const files = new Map([
    [DEV_VARS_EXAMPLE, EXAMPLE],
    ['.deploy.env', 'DATABASE_URL=postgresql://deployed.neon.tech/db'],
  ])
  if (before !== undefined) files.set(DEV_VARS_FILE, before)
  const printed: string[] = []
  const migrated: string[] = []
  await writeDevVars({
    environment,
    readFile: (name) => files.get(name),
    writePrivateFile: (name, text) => void files.set(name, text),
    print: (line) => void printed.push(line),
    readWorkerFile: async () => rawConfig,
    migrate: async (url) => void migrated.push(url),
  })
  const text = files.get(DEV_VARS_FILE) ?? ''
  return { text, values: parseEnv(text), printed: printed.join('\n'), migrated }
}

test('the example is a complete environment and names every secret that the Worker needs', () => {
  const sample = parseEnv(EXAMPLE)
  expect(environmentProblems({ ...file.vars, ...sample })).toEqual([])
  expect(requiredSecretsOf(file).filter((name) => !(name in sample))).toEqual([])
})

describe('npm run deploy -- --dev-vars', () => {
  const DATABASE_URL = 'postgresql://me:secret@ep-x-pooler.eu-central-1.aws.neon.tech/dev'
  let first: Awaited<ReturnType<typeof write>>
  beforeAll(async () => {
    first = await write()
  })

  test('makes secrets of its own and says which samples are left', () => {
    const sample = parseEnv(EXAMPLE)
    expect(environmentProblems({ ...file.vars, ...first.values })).toEqual([])
    for (const name of GENERATED_SECRETS) expect(first.values[name]).not.toBe(sample[name])
    expect(first.printed).toMatch(/reach nothing: .*DATABASE_URL.*UPSTASH_REDIS_REST_URL/)
    expect(first.printed).not.toContain('SEAL_KEYS')
    expect(first.migrated).toEqual([])
  })

  test('takes values of the environment, keeps earlier ones, and migrates the given database', async () => {
    const own = `${first.text}LLM_PROVIDER='none'\n`
    const second = await write({ DATABASE_URL, LLM_PROVIDER: '' }, own)
    expect(second.values).toEqual({ ...first.values, DATABASE_URL, LLM_PROVIDER: 'none' })
    expect(second.migrated).toEqual([DATABASE_URL.replace('-pooler', '')])
    expect(second.printed).not.toContain('secret@')
  })

  test('does not use the database of the deployment', () => {
    expect(first.text).not.toContain('deployed.neon.tech')
  })

  test('refuses an invalid value without writing it', async () => {
    await expect(write({ DATABASE_URL: 'mysql://x' })).rejects.toThrow(
      'DATABASE_URL: must be postgresql://',
    )
  })
})
