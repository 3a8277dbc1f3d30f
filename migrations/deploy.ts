import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VARS } from '../shared/platform/environment.ts'
import { applyMigrations } from './apply.ts'
import { billOfMaterials } from './bill-of-materials.ts'

const ROOT = path.join(import.meta.dirname, '..')
const USAGE = `Deploys this checkout: queues, bucket, secrets check, database migrations, Worker. Every step can be repeated.

  npm run deploy                 needs a Cloudflare login (wrangler login, or CLOUDFLARE_API_TOKEN) and the Neon database in DATABASE_URL
  npm run deploy -- --dry-run    builds the Worker and checks what can be checked without an account
  npm run deploy -- --rollback   restores the previous version of the Worker; the database keeps its newest schema`

const OUTPUT_FOLDER = path.join(ROOT, 'node_modules/.cache/deploy')
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const wrangler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
)

class DeployRefused extends Error {}

const readFromWrangler = (...parameters: string[]) =>
  execFileSync(process.execPath, [wrangler, ...parameters], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const runWrangler = (...parameters: string[]) =>
  execFileSync(process.execPath, [wrangler, ...parameters], { cwd: ROOT, stdio: 'inherit' })

interface Requirements {
  queues: string[]
  buckets: string[]
  vars: string[]
}

async function readRequirements(): Promise<Requirements> {
  // The wrangler library is imported here and not at the top of the file, because loading it replaces the signal handlers of the process.
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const config = readConfig({ config: path.join(ROOT, 'wrangler.toml') })
  const queues = (config.queues.consumers ?? []).map((consumer: { queue: string }) => consumer.queue)
  return {
    queues: [...new Set<string>(queues)].sort(),
    buckets: config.r2_buckets.flatMap(({ bucket_name: name }: { bucket_name?: string }) => name ?? []),
    vars: Object.keys(config.vars),
  }
}

/** Returns the names of the secrets of the Worker: all its environment variables that wrangler.toml does not set. */
function listSecrets(vars: readonly string[]): { required: string[]; optional: string[] } {
  const names = Object.keys(VARS).filter((name) => !vars.includes(name))
  const isOptional = (name: string) => VARS[name as keyof typeof VARS].safeParse(undefined).success
  return { required: names.filter((name) => !isOptional(name)), optional: names.filter(isOptional) }
}

/**
 * Returns the id of the current commit. If there are uncommitted changes, no commit matches the deployed code, so DeployRefused is thrown.
 */
function requireCommit(dryRun: boolean): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim()
  if (!dryRun && git('status', '--porcelain') !== '')
    throw new DeployRefused('There are uncommitted changes. Commit them first, so that the deployed code has a commit.')
  return git('rev-parse', 'HEAD')
}

function createMissing(kind: 'queues' | 'r2 bucket', names: readonly string[]): void {
  const existing = readFromWrangler(...kind.split(' '), 'list')
  for (const name of names) {
    if (new RegExp(`(^|[^\\w-])${name}([^\\w-]|$)`, 'm').test(existing)) console.log(`  ${name} exists`)
    else runWrangler(...kind.split(' '), 'create', name)
  }
}

function checkSecrets(required: readonly string[]): void {
  const existing = (JSON.parse(readFromWrangler('secret', 'list', '--format', 'json')) as { name: string }[]).map(
    ({ name }) => name,
  )
  const missing = required.filter((name) => !existing.includes(name))
  if (missing.length > 0)
    throw new DeployRefused(
      `These secrets are not set: ${missing.join(', ')}. Set each with: npx wrangler secret put NAME`,
    )
}

function writeBillOfMaterials(): void {
  const file = path.join(OUTPUT_FOLDER, 'sbom.cdx.json')
  mkdirSync(OUTPUT_FOLDER, { recursive: true })
  writeFileSync(file, billOfMaterials(ROOT))
  console.log(`Software bill of materials: ${file}`)
}

async function deploy(dryRun: boolean): Promise<void> {
  const { queues, buckets, vars } = await readRequirements()
  const { required, optional } = listSecrets(vars)
  const commit = requireCommit(dryRun)
  console.log(`Commit ${commit}`)
  if (dryRun) {
    console.log(
      `Queues: ${queues.join(', ')}\nBuckets: ${buckets.join(', ')}\nSecrets: ${required.join(', ')}\nOptional secrets: ${optional.join(', ')}`,
    )
    runWrangler('deploy', '--dry-run', '--outdir', OUTPUT_FOLDER, '--var', `COMMIT:${commit}`)
    writeBillOfMaterials()
    return
  }
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl === undefined)
    throw new DeployRefused('DATABASE_URL is not set. It must be the address of the Neon database to migrate.')
  writeBillOfMaterials()
  console.log('Queues')
  createMissing('queues', queues)
  console.log('Buckets')
  createMissing('r2 bucket', buckets)
  console.log('Secrets')
  checkSecrets(required)
  console.log('Migrations')
  await applyMigrations(databaseUrl)
  console.log('Worker')
  runWrangler('deploy', '--var', `COMMIT:${commit}`)
}

try {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, rollback: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) console.log(USAGE)
  else if (values.rollback) runWrangler('rollback')
  else await deploy(values['dry-run'] ?? false)
} catch (error) {
  console.error(error instanceof DeployRefused || error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
