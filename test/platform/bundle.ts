import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from 'miniflare'
import { z } from 'zod'
import { together } from './closers.ts'
import { StartRefused } from './refusal.ts'

export type WorkerConfig = {
  readonly queues: readonly string[]
  readonly crons: readonly string[]
  readonly options: WorkerOptions
}

export type Bundle = {
  readonly folder: string
  readonly exports: readonly string[]
  readonly config: WorkerConfig
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

export const projectConfig = path.join(projectFolder, 'wrangler.toml')

const BUNDLES_KEPT = 5
const LOG_CHARACTERS_MAX = 4_000
const OUTPUT_CHARACTERS_MAX = 1_000_000

const Metafile = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(
    z.string(),
    z.object({ exports: z.array(z.string()), entryPoint: z.string().optional() }),
  ),
})

const Stamp = z.object({
  inputs: z.record(z.string(), z.string()),
  exports: z.array(z.string()),
  config: z.object({
    queues: z.array(z.string()),
    crons: z.array(z.string()),
    options: z.custom<WorkerOptions>((value) => typeof value === 'object' && value !== null),
  }),
})

/**
 * Builds the Worker as `wrangler deploy` does. If no source file has changed since the last build,
 * returns that build. Throws StartRefused with the output of wrangler if the build fails.
 */
export async function bundle(configFile: string, stopped?: AbortSignal): Promise<Bundle> {
  const cache = await cacheFolder(
    createHash('sha256').update(configFile).digest('hex').slice(0, 12),
  )
  const known = await newestValid(cache)
  if (known !== null) return known
  const folder = path.join(cache, `building-${randomUUID()}`)
  try {
    const [, config] = await together([
      build(configFile, folder, stopped),
      describe(configFile, stopped),
    ])
    const meta = Metafile.parse(JSON.parse(await readFile(path.join(folder, 'meta.json'), 'utf8')))
    const exports =
      Object.values(meta.outputs).find((output) => output.entryPoint !== undefined)?.exports ?? []
    const inputs = Object.keys(meta.inputs).map((file) =>
      path.resolve(path.dirname(configFile), file),
    )
    const others = await browserFiles(configFile)
    const stamp = { inputs: await statesOf([configFile, ...others, ...inputs]), exports, config }
    await writeFile(path.join(folder, 'stamp.json'), JSON.stringify(stamp))
    // Two processes may build at the same time. A build gets this name only when it is complete, so
    // no process reads an incomplete folder.
    const finished = path.join(cache, `${Date.now()}-${randomUUID()}`)
    await rename(folder, finished)
    await removeOld(cache)
    return { folder: finished, exports, config: Stamp.shape.config.parse(config) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function cacheFolder(name: string): Promise<string> {
  const shared = path.join(projectFolder, 'node_modules/.cache/platform', name)
  try {
    await mkdir(shared, { recursive: true })
    await access(shared, constants.W_OK)
    return shared
  } catch {
    const own = path.join(os.tmpdir(), `attribution-bundles-${os.userInfo().uid}`, name)
    await mkdir(own, { recursive: true, mode: 0o700 })
    return own
  }
}

const BROWSER_SOURCES = ['workers/dashboard', 'workers/pages/browser']
const BROWSER_FILES = ['app/index.html', 'pages/check-certificate.js']

/**
 * The command `[build]` of wrangler.toml builds the dashboard and the scripts of pages, so wrangler
 * must run again if one of these files changes.
 */
async function browserFiles(configFile: string): Promise<string[]> {
  const project = path.dirname(configFile)
  const folders = await Promise.all(
    BROWSER_SOURCES.map((folder) =>
      readdir(path.join(project, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  const sources = folders
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  if (sources.length === 0) return []
  return [...sources, ...BROWSER_FILES.map((file) => path.join(project, 'workers/assets', file))]
}

async function build(
  configFile: string,
  outputFolder: string,
  stopped: AbortSignal | undefined,
): Promise<void> {
  await requireWritable(path.dirname(configFile))
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json')
  const wrangler = path.join(path.dirname(manifest), 'bin/wrangler.js')
  const meta = path.join(outputFolder, 'meta.json')
  const args = [
    'deploy',
    '--dry-run',
    '--config',
    configFile,
    '--outdir',
    outputFolder,
    '--metafile',
    meta,
  ]
  const { code, log } = await runNode([wrangler, ...args], path.dirname(configFile), stopped)
  if (code !== 0) throw new StartRefused(`wrangler could not build the Worker:\n${log}`)
}

async function describe(configFile: string, stopped: AbortSignal | undefined): Promise<unknown> {
  const script = fileURLToPath(new URL('worker-config.mjs', import.meta.url))
  const { code, output, log } = await runNode(
    [script, configFile],
    path.dirname(configFile),
    stopped,
  )
  if (code !== 0) throw new StartRefused(`${configFile} cannot be used:\n${log}`)
  return JSON.parse(output)
}

/** The build command of wrangler.toml writes into this folder. Throws StartRefused. */
async function requireWritable(project: string): Promise<void> {
  const assets = path.join(project, 'workers/assets')
  const isRefused = await access(assets, constants.W_OK).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code !== 'ENOENT',
  )
  if (isRefused)
    throw new StartRefused(`The build cannot write to ${assets}: use a checkout that you own.`)
}

async function runNode(
  args: string[],
  folder: string,
  stopped: AbortSignal | undefined,
): Promise<{ code: unknown; output: string; log: string }> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(stopped === undefined ? {} : { signal: stopped }),
    env: {
      ...process.env,
      // The build command refuses a deployment that nothing has checked.
      DEPLOY_CHECKED: 'yes',
      // Wrangler must not look for a newer version, send usage data or print colours.
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_SEND_METRICS: 'false',
      FORCE_COLOR: '0',
      NO_COLOR: '1',
      NODE_OPTIONS: '',
    },
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-OUTPUT_CHARACTERS_MAX)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-LOG_CHARACTERS_MAX)
  })
  const [code] = await once(child, 'close')
  return { code, output, log: errors === '' ? output.slice(-LOG_CHARACTERS_MAX) : errors }
}

async function newestValid(cache: string): Promise<Bundle | null> {
  const [newest] = await finishedBuilds(cache)
  if (newest === undefined) return null
  const folder = path.join(cache, newest)
  try {
    const stamp = Stamp.parse(JSON.parse(await readFile(path.join(folder, 'stamp.json'), 'utf8')))
    const states = await statesOf(Object.keys(stamp.inputs))
    const isSame = Object.entries(stamp.inputs).every(([file, state]) => states[file] === state)
    return isSame ? { folder, exports: stamp.exports, config: stamp.config } : null
  } catch {
    // Without a readable stamp.json it is unknown if files have changed since the last build, so
    // the build is not used.
    return null
  }
}

async function removeOld(cache: string): Promise<void> {
  for (const name of (await finishedBuilds(cache)).slice(BUNDLES_KEPT)) {
    await rm(path.join(cache, name), { recursive: true, force: true })
  }
}

async function finishedBuilds(cache: string): Promise<string[]> {
  const names = await readdir(cache)
  return names
    .filter((name) => /^\d/.test(name))
    .sort()
    .reverse()
}

/** Returns for each path the size and the modification time of the file, or "absent". */
async function statesOf(files: string[]): Promise<Record<string, string>> {
  const states = files.map(async (file): Promise<[string, string]> => {
    const state = await stat(file).catch(() => null)
    return [file, state === null ? 'absent' : `${state.size} ${state.mtimeMs}`]
  })
  return Object.fromEntries(await Promise.all(states))
}
