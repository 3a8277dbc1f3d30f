import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VARS } from '../shared/platform/environment.ts'
import { applyMigrations } from './apply.ts'

const ROOT = path.join(import.meta.dirname, '..')
const USAGE = `Brings database, queues, bucket and Worker to what this checkout says. Every step can be run twice.

  npm run deploy                 asks Cloudflare (wrangler login, or CLOUDFLARE_API_TOKEN); DATABASE_URL names the Neon database
  npm run deploy -- --dry-run    builds and checks everything that can be checked without an account
  npm run deploy -- --rollback   puts the version before back (the database stays: migrations only add)`

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const wrangler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
)

/** A step that cannot be done, with what the person can do about it. */
class DeployRefused extends Error {}

const ask = (...parameters: string[]) =>
  execFileSync(process.execPath, [wrangler, ...parameters], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const tell = (...parameters: string[]) =>
  execFileSync(process.execPath, [wrangler, ...parameters], { cwd: ROOT, stdio: 'inherit' })

interface Wanted {
  queues: string[]
  buckets: string[]
  vars: string[]
}

/** What wrangler.toml needs to be there before the Worker. */
async function wanted(): Promise<Wanted> {
  // Imported late: wrangler's library takes the process's signals to itself.
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const config = readConfig({ config: path.join(ROOT, 'wrangler.toml') })
  const queues = (config.queues.consumers ?? []).map((consumer: { queue: string }) => consumer.queue)
  return {
    queues: [...new Set<string>(queues)].sort(),
    buckets: config.r2_buckets.flatMap(({ bucket_name: name }: { bucket_name?: string }) => name ?? []),
    vars: Object.keys(config.vars),
  }
}

/** Names that are configuration but no var of wrangler.toml: secrets, by whether the service can do without. */
function secrets(vars: readonly string[]): { required: string[]; optional: string[] } {
  const names = Object.keys(VARS).filter((name) => !vars.includes(name))
  const isOptional = (name: string) => VARS[name as keyof typeof VARS].safeParse(undefined).success
  return { required: names.filter((name) => !isOptional(name)), optional: names.filter(isOptional) }
}

/** The commit that is deployed; refuses a work tree that no commit describes. */
function commitOf(dryRun: boolean): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).trim()
  if (!dryRun && git('status', '--porcelain') !== '')
    throw new DeployRefused('There are uncommitted changes; deploy what a commit describes.')
  return git('rev-parse', 'HEAD')
}

function createMissing(kind: 'queues' | 'r2 bucket', names: readonly string[]): void {
  const there = ask(...kind.split(' '), 'list')
  for (const name of names) {
    if (new RegExp(`(^|[^\\w-])${name}([^\\w-]|$)`, 'm').test(there)) console.log(`  ${name} is there`)
    else tell(...kind.split(' '), 'create', name)
  }
}

function checkSecrets(required: readonly string[]): void {
  const there = (JSON.parse(ask('secret', 'list', '--format', 'json')) as { name: string }[]).map(({ name }) => name)
  const missing = required.filter((name) => !there.includes(name))
  if (missing.length > 0)
    throw new DeployRefused(
      `These secrets are not set: ${missing.join(', ')}. Set each with: npx wrangler secret put NAME`,
    )
}

async function deploy(dryRun: boolean): Promise<void> {
  const { queues, buckets, vars } = await wanted()
  const { required, optional } = secrets(vars)
  const commit = commitOf(dryRun)
  console.log(`Commit ${commit}`)
  if (dryRun) {
    console.log(
      `Queues: ${queues.join(', ')}\nBuckets: ${buckets.join(', ')}\nSecrets: ${required.join(', ')}\nOptional secrets: ${optional.join(', ')}`,
    )
    tell('deploy', '--dry-run', '--outdir', path.join(ROOT, 'node_modules/.cache/deploy'), '--var', `COMMIT:${commit}`)
    return
  }
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl === undefined)
    throw new DeployRefused('DATABASE_URL must name the Neon database whose migrations are to be applied.')
  console.log('Queues')
  createMissing('queues', queues)
  console.log('Buckets')
  createMissing('r2 bucket', buckets)
  console.log('Secrets')
  checkSecrets(required)
  console.log('Migrations')
  await applyMigrations(databaseUrl)
  console.log('Worker')
  tell('deploy', '--var', `COMMIT:${commit}`)
}

try {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, rollback: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) console.log(USAGE)
  else if (values.rollback) tell('rollback')
  else await deploy(values['dry-run'] ?? false)
} catch (error) {
  console.error(error instanceof DeployRefused || error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
