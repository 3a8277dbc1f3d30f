import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { SETTINGS_FILE } from '../../migrations/deploy/settings.ts'
import { cloneFresh } from './fresh-clone.ts'
import { freePort } from './ports.ts'

const ROOT = path.join(import.meta.dirname, '../..')

interface BillOfMaterials {
  bomFormat: string
  components: { name: string; version: string; hashes: { alg: string }[] }[]
}

const DRY_RUN_MS_MAX = 120_000
const SETTINGS = { PUBLIC_URL: 'https://api.lumen-quay.com', DEPLOY_PLACEMENT: 'aws:eu-central-1' }

let output: string
let exitCode: unknown

beforeAll(async () => {
  const answered = await run(['test/platform/run.mjs', 'migrations/deploy.ts', '--dry-run'], {
    DATABASE_URL: '',
    ...SETTINGS,
  })
  output = answered.stdout
  exitCode = answered.code
}, DRY_RUN_MS_MAX)

async function run(args: string[], environment: Record<string, string> = {}, cwd = ROOT) {
  const env = { ...process.env, ...environment }
  return promisify(execFile)(process.execPath, args, { cwd, env }).then(
    (answered) => ({ ...answered, code: 0 }),
    (failed: { code: unknown; stdout: string; stderr: string }) => failed,
  )
}

test('git ignores the files with settings and secrets, and those that wrangler writes', () => {
  const ignored = [SETTINGS_FILE, `${SETTINGS_FILE}.draft`, '.dev.vars', '.dev.vars.draft']
  const written = ['.wrangler', 'worker-configuration.d.ts']
  const asked = [...ignored, ...written, '.dev.vars.example']
  expect(
    spawnSync('git', ['check-ignore', '--no-index', ...asked], { cwd: ROOT, encoding: 'utf8' })
      .stdout.trim()
      .split('\n'),
  ).toEqual([...ignored, ...written])
})

test('a dry run after which a deployment would stop fails', () => {
  expect(output).toContain('A deployment would stop here:')
  expect(output).toContain('A deployment would stop at the checks: see above.')
  expect(exitCode).toBe(1)
})

test.each([
  ['deploy', '--dry-run'],
  ['versions', 'upload', '--dry-run'],
])('a bare wrangler %s is refused', async (...parameters) => {
  const { code, stdout, stderr } = await run([
    'node_modules/wrangler/bin/wrangler.js',
    ...parameters,
  ])
  expect(code).toBe(1)
  expect(stdout + stderr).toContain('Nothing was deployed: use "npm run deploy"')
})

test('wrangler dev says that variables are missing, and serves when they are written', {
  timeout: 3 * DRY_RUN_MS_MAX,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'attribution-wrangler-'))
  const clone = path.join(folder, 'clone')
  await cloneFresh(clone)
  try {
    const without = await develop(
      clone,
      '/jobs',
      /"config\.invalid","problems":"[^"]*DATABASE_URL: is not set/,
    )
    expect(without.error.message).toBe(
      'The service is not configured. Its log names the variables; docs/operations.md explains them.',
    )
    const { code } = await run(
      ['test/platform/run.mjs', 'migrations/deploy.ts', '--dev-vars'],
      { DATABASE_URL: '' },
      clone,
    )
    expect(code).toBe(0)
    expect((await stat(path.join(clone, '.dev.vars'))).mode & 0o777).toBe(0o600)
    expect((await develop(clone, '/version', /Ready/)).version).toEqual(expect.any(String))
    const local = await run(['test/platform/worker-config.mjs', 'wrangler.toml'], {}, clone)
    expect(JSON.parse(local.stdout).options.bindings).not.toHaveProperty('DATABASE_URL')
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Runs wrangler dev until it answers a GET request and its log contains the pattern. */
async function develop(folder: string, route: string, logged: RegExp): Promise<Version> {
  const port = String(await freePort())
  const parameters = ['dev', '--port', port, '--inspector-port', '0']
  const wrangler = spawn(
    process.execPath,
    ['node_modules/wrangler/bin/wrangler.js', ...parameters],
    { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  for (const stream of [wrangler.stdout, wrangler.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
  const ended = once(wrangler, 'close')
  try {
    const answer = await vi.waitFor(
      async () => (await fetch(`http://127.0.0.1:${port}${route}`)).json() as Promise<Version>,
      { timeout: DRY_RUN_MS_MAX, interval: 500 },
    )
    await vi.waitFor(() => expect(log).toMatch(logged), { timeout: DRY_RUN_MS_MAX })
    return answer
  } finally {
    process.kill(-(wrangler.pid ?? Number.NaN), 'SIGTERM')
    await ended
  }
}

type Version = { version?: string; error: { message: string } }

test('a dry run of the deployment builds the Worker with the configuration of the deployment', () => {
  expect(output).toContain('env.BULK_QUEUE (domain-attribution--bulk)')
  expect(output).toContain('would deploy the Worker')
  expect(output).not.toMatch(/WARNING|Unexpected fields/)
})

test('a dry run of the deployment writes a bill of materials with exactly the packages of the Worker', () => {
  const [, file = ''] = /software bill of materials: (.+)$/m.exec(output) ?? []
  const bill = JSON.parse(readFileSync(file, 'utf8')) as BillOfMaterials
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; version: string }>
  }
  const deployed = Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`)

  expect(bill.bomFormat).toBe('CycloneDX')
  expect(deployed.some((each) => each.startsWith('zod@'))).toBe(true)
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
    [...new Set(deployed)].sort(),
  )
  expect(bill.components.every(({ hashes }) => hashes.some(({ alg }) => alg === 'SHA-512'))).toBe(
    true,
  )
})
