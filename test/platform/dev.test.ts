import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test, vi } from 'vitest'
import { bundle, projectConfig } from './bundle.ts'
import type { Ready } from './folder.ts'
import { freePort } from './ports.ts'
import { createRebuilder } from './rebuild.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 90_000
/**
 * The goal for a reload is 3 s on an idle computer. The limits are higher, because tests often run
 * on a busy computer.
 */
const FASTEST_RELOAD_LIMIT_MS = 10_000
const RELOAD_LIMIT_MS = 40_000
const VERSION_FILE = 'shared/platform/http/api-version.ts'
const ENTRY_FILE = 'workers/index.ts'
const JOURNAL_FILE = 'migrations/meta/_journal.json'

let folder: string
let project: string
let child: ChildProcess
let ready: Ready
let output = ''

const source = (file: string) => readFile(path.join(project, file), 'utf8')

/** Saves a file as most editors do: they write a new file and rename it to the old name. */
async function save(file: string, text: string): Promise<void> {
  const draft = path.join(project, `${file}~`)
  await writeFile(draft, text)
  await rename(draft, path.join(project, file))
}

const withVersion = (version: string) => `export const API_VERSION = '${version}'\n`

async function servedVersion(): Promise<unknown> {
  const response = await fetch(`${ready.base_url}/version`)
  return ((await response.json()) as { version: unknown }).version
}

vi.setConfig({ testTimeout: 4 * RELOAD_LIMIT_MS })

const untilServed = (version: string) =>
  vi.waitFor(async () => expect(await servedVersion()).toBe(version), {
    timeout: RELOAD_LIMIT_MS,
    interval: 20,
  })

const untilPrinted = (line: RegExp, from: number) =>
  vi.waitFor(() => expect(output.slice(from)).toMatch(line), {
    timeout: RELOAD_LIMIT_MS,
    interval: 20,
  })

const postmaster = async () =>
  (await readFile(path.join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0]

async function statusWithKey(): Promise<number> {
  const { status } = await fetch(`${ready.base_url}/billing/credits`, {
    headers: { 'x-api-key': ready.api_key },
  })
  return status
}

async function copyProject(to: string): Promise<void> {
  const skipped = ['node_modules', '.git', '.data', '.wrangler', 'dist', 'coverage']
  await cp(PROJECT, to, {
    recursive: true,
    filter: (file) => !skipped.includes(path.relative(PROJECT, file)),
  })
  await mkdir(path.join(to, 'node_modules'))
  for (const name of await readdir(path.join(PROJECT, 'node_modules'))) {
    if (name === '.cache') continue
    await symlink(path.join(PROJECT, 'node_modules', name), path.join(to, 'node_modules', name))
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-dev-'))
  project = path.join(folder, 'project')
  await copyProject(project)
  const options = [
    '--offline',
    '--data',
    path.join(folder, 'data'),
    '--port',
    String(await freePort()),
  ]
  child = spawn('npm', ['run', 'dev', '--', ...options], {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '' },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`npm run dev ended: ${output}`)
      expect(output).toContain('Watching workers/')
    },
    { timeout: START_LIMIT_MS, interval: 100 },
  )
  ready = JSON.parse(await readFile(path.join(folder, 'data/ready.json'), 'utf8'))
}, 2 * START_LIMIT_MS)

beforeEach(() => {
  const from = output.length
  onTestFailed(() => console.info(output.slice(from)))
})

afterAll(async () => {
  if (child?.pid !== undefined && child.exitCode === null) {
    const ended = once(child, 'close')
    process.kill(-child.pid, 'SIGINT')
    await ended
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
})

test('a change of the dashboard builds only the page, within 3 seconds, and the Worker keeps running', async () => {
  const file = 'workers/dashboard/session/farewell.tsx'
  const original = await source(file)
  const started = Date.now()
  const from = output.length
  await save(file, original.replace('Your account is closed', 'Your account was closed'))
  await untilPrinted(/Built the dashboard in \d+ ms/, from)
  expect(Date.now() - started).toBeLessThan(FASTEST_RELOAD_LIMIT_MS)
  const shell = await (await fetch(`${ready.base_url}/app/farewell`)).text()
  const [, script = ''] = /src="(\/app\/assets\/index-[^"]+\.js)"/.exec(shell) ?? []
  expect(await (await fetch(`${ready.base_url}${script}`)).text()).toContain(
    'Your account was closed',
  )
  expect(output.slice(from)).not.toContain('Reloaded in')
  const broken = output.length
  await save(file, `${original}\n<`)
  await untilPrinted(/Not reloaded\./, broken)
  expect((await fetch(`${ready.base_url}/app/`)).status).toBe(200)
  await save(file, original)
  await untilPrinted(/Built the dashboard in/, broken)
})

test('a changed source file is served within seconds, and the database keeps running with its data', async () => {
  const server = await postmaster()
  expect(await statusWithKey()).toBe(200)
  const durations: number[] = []
  for (const version of ['changed-1', 'changed-2', 'changed-3']) {
    const changedAt = performance.now()
    await save(VERSION_FILE, withVersion(version))
    await untilServed(version)
    durations.push(Math.round(performance.now() - changedAt))
  }
  console.info(`change to served: ${durations.join(', ')} ms`)
  expect(Math.min(...durations)).toBeLessThan(FASTEST_RELOAD_LIMIT_MS)
  expect(output).toMatch(/^Reloaded in \d+ ms$/m)
  expect(await statusWithKey()).toBe(200)
  expect(await postmaster()).toBe(server)
})

test('a syntax error is printed with its file and line, and the last valid Worker serves until the error is fixed', async () => {
  await save(VERSION_FILE, withVersion('good'))
  await untilServed('good')
  const before = output.length
  await save(VERSION_FILE, 'export const API_VERSION =\n')
  await untilPrinted(/^shared\/platform\/http\/api-version\.ts:\d+:\d+: /m, before)
  expect(await servedVersion()).toBe('good')
  await save(VERSION_FILE, withVersion('mended'))
  await untilServed('mended')
})

test('the last valid Worker keeps serving if a new Worker throws while it is loaded', async () => {
  const entry = await source(ENTRY_FILE)
  await save(VERSION_FILE, withVersion('before'))
  await untilServed('before')
  const before = output.length
  await save(ENTRY_FILE, `${entry}\nthrow new Error('thrown at the start')\n`)
  await untilPrinted(/^Not reloaded. The last good Worker keeps serving/m, before)
  expect(output.slice(before)).toContain('thrown at the start')
  expect(await servedVersion()).toBe('before')
  const mended = output.length
  await save(ENTRY_FILE, entry)
  await untilPrinted(/^Reloaded in/m, mended)
  expect(await servedVersion()).toBe('before')
})

test('a changed file in a new or renamed folder causes a reload', async () => {
  const route = await source('workers/health/routes.ts')
  expect(route).toContain('API_VERSION')
  await mkdir(path.join(project, 'shared/platform/versions'))
  await save(
    'workers/health/routes.ts',
    route.replace(/'[^']*api-version\.ts'/, "'../../shared/platform/named/v.ts'"),
  )
  await save('shared/platform/versions/v.ts', withVersion('new-folder'))
  await rename(
    path.join(project, 'shared/platform/versions'),
    path.join(project, 'shared/platform/named'),
  )
  await untilServed('new-folder')
  await save('shared/platform/named/v.ts', withVersion('renamed-folder'))
  await untilServed('renamed-folder')
})

test('a new migration is applied to the running database', async () => {
  const journal = JSON.parse(await source(JOURNAL_FILE))
  const last = journal.entries.at(-1)
  const tag = '9999_made_by_a_test'
  await save(`migrations/${tag}.sql`, 'create table made_by_a_test (n integer);\n')
  await save(
    JOURNAL_FILE,
    JSON.stringify({
      ...journal,
      entries: [...journal.entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag }],
    }),
  )
  const client = new pg.Client({ connectionString: ready.database_url })
  await client.connect()
  try {
    await vi.waitFor(() => client.query('select n from made_by_a_test'), {
      timeout: RELOAD_LIMIT_MS,
      interval: 50,
    })
  } finally {
    await client.end()
  }
})

test('the build for reloads contains the same modules and exports as the build for deployment', async () => {
  const deployed = await bundle(projectConfig)
  const meta = JSON.parse(await readFile(path.join(deployed.folder, 'meta.json'), 'utf8'))
  const rebuilder = await createRebuilder(PROJECT)
  try {
    const { inputs, exports } = await rebuilder.build()
    expect([...inputs].sort()).toEqual(Object.keys(meta.inputs).sort())
    expect([...exports].sort()).toEqual([...deployed.exports].sort())
  } finally {
    await rebuilder.close()
  }
})
