import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fetchOutside } from '../shared/platform/net/fetch.ts'
import { applyMigrations } from './apply.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { deploy, rollBack } from './deploy/deployment.ts'
import { writeDevVars } from './deploy/dev-vars.ts'
import { writePrivateFile } from './deploy/private-file.ts'
import { writeSecrets } from './deploy/secrets.ts'
import { DeployRefused, type World, type WranglerOptions } from './deploy/world.ts'

const ROOT = path.join(import.meta.dirname, '..')
const USAGE = `Deploys this checkout. It checks every account and says what is missing; every step can be repeated.

  npm run deploy -- --secrets    writes .deploy.env: a place for each setting, and new secrets where they are missing
  npm run deploy                 checks, creates queues and bucket, migrates, deploys, and asks the public address
  npm run deploy -- --dry-run    shows every step, builds the Worker and changes nothing; the exit code is 1 if a deployment would stop
  npm run deploy -- --rollback   restores the previous version of the Worker; the database keeps its newest schema
  npm run deploy -- --dev-vars   writes .dev.vars for "npx wrangler dev"; "npm run dev" needs none`

const DATABASE_TIMEOUT_MS = 20_000
/** A first build and upload takes about a minute, so the limit is far above that. */
const WRANGLER_LIMIT_MS = 15 * 60_000
const wranglerScript = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
)

async function runWrangler(
  parameters: readonly string[],
  { environment, input, onLine }: WranglerOptions,
) {
  const child = spawn(process.execPath, [wranglerScript, ...parameters], {
    cwd: ROOT,
    // The build command refuses a deployment that nothing has checked.
    env: { ...process.env, ...environment, DEPLOY_CHECKED: 'yes' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: WRANGLER_LIMIT_MS,
  })
  child.stdin.end(input ?? '')
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      onLine?.(line)
    })
  }
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  return { status, output: lines.join('\n') }
}

async function connect(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
  })
  await client.connect()
  return {
    query: async (text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows,
    end: () => client.end(),
  }
}

const world: World = {
  root: ROOT,
  environment: process.env,
  fetch: fetchOutside,
  wrangler: runWrangler,
  git: (...parameters) => execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim(),
  readFile: (file) =>
    existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), 'utf8') : undefined,
  writePrivateFile: (file, text) => writePrivateFile(path.join(ROOT, file), text),
  connect,
  migrate: applyMigrations,
  readWorkerFile: async () => {
    // Loading the wrangler library replaces the signal handlers of the process. So the library is
    // imported only when it is needed.
    const { experimental_readRawConfig: readRawConfig } = await import('wrangler')
    return readRawConfig({ config: path.join(ROOT, 'wrangler.toml') }).rawConfig
  },
  billOfMaterials: () => billOfMaterials(ROOT),
  print: (line) => console.log(line),
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

try {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      rollback: { type: 'boolean' },
      secrets: { type: 'boolean' },
      'dev-vars': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(USAGE)
  else if (values.secrets) writeSecrets(world)
  else if (values['dev-vars']) await writeDevVars(world)
  else if (values.rollback) await rollBack(world)
  else if (!(await deploy(world, { dryRun: values['dry-run'] === true }))) process.exitCode = 1
} catch (error) {
  if (error instanceof DeployRefused) console.error(`\n${error.message}`)
  else console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
