import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import type { Ready } from './folder.ts'
import { cloneFresh } from './fresh-clone.ts'
import { freePort } from './ports.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 90_000
const GONE_LIMIT_MS = 10_000

const running = new Set<ChildProcess>()
const folders: string[] = []

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders.splice(0))
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-start-'))
  folders.push(folder)
  return folder
}

type Started = { child: ChildProcess; ended: Promise<{ code: number | null; text: string }> }

/**
 * The process has its own process group, as in a terminal, so that a test can send Ctrl-C to all
 * processes of the group.
 */
const start = (...args: string[]): Started => startIn(PROJECT, args)

function startIn(
  project: string,
  args: string[],
  { preload = '', ...as }: { uid?: number; preload?: string } = {},
): Started {
  const program = ['test/platform/run.mjs', 'test/platform/start.ts', ...args]
  const child = spawn(process.execPath, program, {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', NODE_OPTIONS: preload },
    ...as,
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code, text }
  })
  return { child, ended }
}

async function readyIn(folder: string, { child, ended }: Started): Promise<Ready> {
  let ready: Ready | null = null
  const appeared = vi.waitFor(
    async () => {
      ready = JSON.parse(await readFile(path.join(folder, 'ready.json'), 'utf8'))
      expect(ready?.pid).toBe(child.pid)
    },
    { timeout: START_LIMIT_MS, interval: 100 },
  )
  const early = await Promise.race([appeared.then(() => null), ended])
  if (early !== null || ready === null) throw new Error(`ended before it served: ${early?.text}`)
  return ready
}

/**
 * Returns the running child processes. State Z in /proc/<pid>/stat marks a process that has already
 * ended, so it is left out.
 */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      : ''
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parent) === pid && state !== 'Z') found.push(Number(name))
  }
  return found
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
  return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
}

async function expectGone(pids: number[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const alive = await Promise.all(pids.map(isAlive))
      expect(alive).not.toContain(true)
    },
    { timeout: GONE_LIMIT_MS, interval: 100 },
  )
}

test('a Node that is too old and missing packages are named in one sentence', async () => {
  const { machineProblem } = await import(path.join(PROJECT, 'test/platform/run.mjs'))
  const needed = '>=20.20'
  for (const version of ['20.20.0', '20.21.3', '22.0.0', '24.1.0'])
    expect(machineProblem({ version, needed, hasPackages: true })).toBeNull()
  for (const version of ['20.19.9', '18.20.4', '9.0.0'])
    expect(machineProblem({ version, needed, hasPackages: true })).toBe(
      `Node ${version} is too old: install Node 20.20 or newer.`,
    )
  const folder = await newFolder()
  await cloneFresh(path.join(folder, 'clone'))
  await rm(path.join(folder, 'clone/node_modules'))
  expect(await startIn(path.join(folder, 'clone'), ['--offline']).ended).toEqual({
    code: 1,
    text: 'The packages are not installed: run npm ci.\n',
  })
})

test('a data folder with files of something else, or one that cannot exist, is refused', async () => {
  const folder = await newFolder()
  await writeFile(path.join(folder, 'thesis.txt'), 'unrelated')
  const [foreign, impossible] = await Promise.all([
    start('--offline', '--data', folder).ended,
    start('--offline', '--data', '/proc/x/y').ended,
  ])
  expect(foreign).toEqual({
    code: 1,
    text: `The data folder ${folder} has files of something else: name an empty or a new folder.\n`,
  })
  expect(await readdir(folder)).toEqual(['thesis.txt'])
  expect(impossible.code).toBe(1)
  expect(impossible.text).toMatch(/^The data folder \/proc\/x\/y cannot be used: .+\n$/)
})

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)(
  'a checkout that the user cannot write to is named in one sentence',
  async () => {
    const folder = await newFolder()
    await chmod(folder, 0o755)
    const clone = path.join(folder, 'clone')
    await cloneFresh(clone)
    expect(await startIn(clone, ['--offline'], { uid: NOBODY }).ended).toEqual({
      code: 1,
      text: `The build cannot write to ${clone}/workers/assets: use a checkout that you own.\n`,
    })
  },
)

const appears = (file: string) => vi.waitFor(() => access(file), { timeout: START_LIMIT_MS })

test('Ctrl-C ends a start at any moment without a message, and the next start works', {
  timeout: 240_000,
}, async () => {
  const folder = await newFolder()
  const clone = path.join(folder, 'clone')
  await cloneFresh(clone)
  const moments: [moment: string, project: string, file: string][] = [
    ['the folder is locked', clone, 'platform.lock'],
    ['wrangler builds the Worker', clone, path.join(clone, 'workers/assets/docs')],
    ['PostgreSQL makes its files', PROJECT, 'postgres/base'],
  ]
  let data = ''
  for (const [moment, project, file] of moments) {
    data = path.join(folder, moment)
    const { child, ended } = startIn(project, ['--offline', '--data', data])
    await appears(path.resolve(data, file))
    process.kill(-(child.pid ?? Number.NaN), 'SIGINT')
    const { code, text } = await ended
    expect(text, moment).toBe('')
    // Ctrl-C may end the thread of the module loader first, whose end gives the process the code 1.
    expect([1, 130], moment).toContain(code)
  }
  const whole = startIn(clone, ['--offline', '--data', data])
  await readyIn(data, whole)
  process.kill(-(whole.child.pid ?? Number.NaN), 'SIGINT')
  expect((await whole.ended).code).toBe(130)
})

test('an error of the module loader that Ctrl-C causes is not shown', async () => {
  const data = await newFolder()
  const thrown = 'process.on("SIGINT",()=>setImmediate(()=>{throw(Error())}))'
  const { child, ended } = startIn(PROJECT, ['--offline', '--data', data], {
    preload: `--import data:text/javascript,${encodeURIComponent(thrown)}`,
  })
  await appears(path.resolve(data, 'platform.lock'))
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT')
  expect(await ended).toEqual({ code: 130, text: '' })
})

test.each([
  [['--nope'], 2, "Unknown option '--nope'"],
  [['--offline', '--env', 'QUOTA_FRE=1'], 2, 'There is no variable QUOTA_FRE. Is it QUOTA_FREE?'],
  [['--help'], 0, 'The whole service on this machine'],
])('the arguments %j end with exit code %i and the usage', async (args, exit, message) => {
  const { code, text } = await start(...args).ended
  expect(code).toBe(exit)
  expect(text.startsWith(message)).toBe(true)
  expect(text).toContain('npm start -- [options]')
})

test('data survives Ctrl-C, a kill and restarts, and no process is left behind', {
  timeout: 240_000,
}, async () => {
  const folder = await newFolder()
  const port = await freePort()
  const first = start('--offline', '--data', folder, '--port', String(port))
  const ready = await readyIn(folder, first)
  expect(ready.base_url).toBe(`http://127.0.0.1:${port}`)
  const submitted = await analyze(ready, 'test-corp.sandbox.example')

  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777
  for (const name of (await readdir(folder)).filter((each) => /\.(?:json|lock)$/.test(each)))
    expect([name, await modeOf(name)]).toEqual([name, 0o600])
  for (const name of ['state', 'postgres']) expect(await modeOf(name)).toBe(0o700)

  const inUse = await start('--offline', '--data', folder).ended
  expect(inUse).toEqual({
    code: 1,
    text: expect.stringMatching(/^The data folder .* is in use by the platform with pid \d+\.\n$/),
  })
  const taken = await start('--offline', '--port', String(port)).ended
  expect(taken).toEqual({
    code: 1,
    text: `Port ${port} is taken; choose another one with --port.\n`,
  })

  const children = await childrenOf(first.child.pid)
  expect(children.length).toBeGreaterThanOrEqual(3)
  process.kill(-(first.child.pid ?? Number.NaN), 'SIGINT')
  expect((await first.ended).code).toBe(130)
  await expectGone(children)
  await expect(access(path.join(folder, 'ready.json'))).rejects.toThrow()

  const second = start('--offline', '--data', folder)
  const again = await readyIn(folder, second)
  expect(again).toMatchObject({
    base_url: ready.base_url,
    api_key: ready.api_key,
    database_url: ready.database_url,
  })
  expect(await jobOf(again, submitted)).toMatchObject({ status: 200 })
  const later = await analyze(again, 'test-corp.sandbox.example')
  const laterChildren = await childrenOf(second.child.pid)
  second.child.kill('SIGKILL')
  await second.ended
  await expectGone(laterChildren)

  const third = start('--offline', '--data', folder)
  expect(await jobOf(await readyIn(folder, third), later)).toMatchObject({ status: 200 })
  third.child.kill('SIGTERM')
  expect((await third.ended).code).toBe(0)
})

async function analyze(ready: Ready, domain: string): Promise<string> {
  const response = await fetch(`${ready.base_url}/analyze`, {
    method: 'POST',
    headers: { 'x-api-key': ready.api_key, 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  })
  const { data } = (await response.json()) as { data: { job_id: string } }
  return data.job_id
}

async function jobOf(ready: Ready, jobId: string): Promise<{ status: number }> {
  const { status } = await fetch(`${ready.base_url}/jobs/${jobId}`, {
    headers: { 'x-api-key': ready.api_key },
  })
  return { status }
}
