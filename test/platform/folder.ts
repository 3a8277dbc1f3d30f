import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from './json.ts'
import { StartRefused } from './refusal.ts'

/** An Ed25519 private key as a JWK (RFC 8037). */
const CertificateSigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
})

/** What a platform keeps from one start to the next. Readable by its owner only. */
const Kept = z.object({
  databasePassword: z.string(),
  redisToken: z.string(),
  apiKeyPepper: z.string(),
  identityKey: z.string(),
  sealKey: z.string(),
  certificateHmacKey: z.string(),
  certificateSigningKey: CertificateSigningKey,
  /** The port the base URL had; kept when it is free. */
  port: z.number().int().optional(),
  databasePort: z.number().int().optional(),
  /** The ready account, made at the first start. */
  account: z.object({ email: z.string(), apiKey: z.string() }).optional(),
})
export type Kept = z.infer<typeof Kept>

/** What `ready.json` says while the platform serves. */
export type Ready = {
  base_url: string
  control_url: string
  database_url: string
  api_key: string
  bearer_token: string
  pid: number
}

/** The folder of one platform, and nobody else's while it lives. */
export type DataFolder = {
  readonly path: string
  /** Made for this start and removed after it. */
  readonly isTemporary: boolean
  /** A path inside. */
  file(name: string): string
  /** A file inside that holds JSON; read gives null when there is none that can be read. */
  json(name: string): { read(): Promise<unknown>; write(content: unknown): Promise<void> }
  readonly kept: Kept
  keep(more: Partial<Kept>): Promise<void>
  announce(ready: Ready): Promise<void>
  /** Takes the announcement away. */
  withdraw(): Promise<void>
  /** Takes the lock away, and the folder too when it is temporary. */
  release(): Promise<void>
}

const Lock = z.object({ pid: z.number(), control_url: z.string(), name: z.string() })

const PROBE_LIMIT_MS = 2_000
const TAKE_ATTEMPTS_MAX = 3

/**
 * Takes a folder. `controlUrl` is already served by this process and answers GET with `name`: so whoever comes next can tell a living
 * owner from a process that merely has the same pid. Throws StartRefused when a living platform has the folder.
 */
export async function takeFolder(wanted: string | undefined, controlUrl: string, name: string): Promise<DataFolder> {
  const isTemporary = wanted === undefined
  const folder = isTemporary ? await mkdtemp(path.join(os.tmpdir(), 'attribution-')) : path.resolve(wanted)
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    // As root, PostgreSQL runs as another user, who must be able to walk through; each file inside guards itself.
    if (isTemporary) await chmod(folder, 0o711)
    await takeLock(folder, controlUrl, name)
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
  const file = (inside: string) => path.join(folder, inside)
  const kept = await readKept(file('kept.json'))
  await rm(file('ready.json'), { force: true })
  return {
    path: folder,
    isTemporary,
    file,
    json: (inside) => ({
      read: async () => parseJson(await readFile(file(inside), 'utf8').catch(() => 'null')),
      write: (content) => writeWhole(file(inside), content),
    }),
    kept,
    async keep(more) {
      Object.assign(kept, more)
      await writeWhole(file('kept.json'), kept)
    },
    announce: (ready) => writeWhole(file('ready.json'), ready),
    withdraw: () => rm(file('ready.json'), { force: true }),
    async release() {
      await rm(file('platform.lock'), { force: true })
      if (isTemporary) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function takeLock(folder: string, controlUrl: string, name: string): Promise<void> {
  const file = path.join(folder, 'platform.lock')
  const mine = JSON.stringify({ pid: process.pid, control_url: controlUrl, name })
  for (let attempt = 0; attempt < TAKE_ATTEMPTS_MAX; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const owner = await livingOwner(file)
    if (owner !== null) throw new StartRefused(`The data folder ${folder} is in use by the platform with pid ${owner}.`)
    await rm(file, { force: true })
  }
  throw new StartRefused(`The data folder ${folder} is being taken by several platforms at once.`)
}

/** The pid of the platform that holds the lock, or null when it no longer lives. */
async function livingOwner(file: string): Promise<number | null> {
  // Somebody may be in the middle of writing it.
  let text = await readFile(file, 'utf8').catch(() => '')
  if (text === '') {
    await delay(100)
    text = await readFile(file, 'utf8').catch(() => '')
  }
  const lock = Lock.safeParse(parseJson(text))
  if (!lock.success) return null
  const { pid, control_url: controlUrl, name } = lock.data
  try {
    const response = await fetch(controlUrl, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    const answer = z.object({ name: z.string() }).safeParse(await response.json())
    return answer.success && answer.data.name === name ? pid : null
  } catch (error) {
    // Silence of a process that still takes connections is a busy platform; a refused connection is no platform.
    return error instanceof Error && error.name === 'TimeoutError' ? pid : null
  }
}

async function readKept(file: string): Promise<Kept> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text !== null) {
    const kept = Kept.safeParse(parseJson(text))
    if (!kept.success)
      throw new StartRefused(`${file} is not what the platform wrote; remove the data folder to begin anew.`)
    return kept.data
  }
  const secret = () => randomBytes(24).toString('hex')
  const sealKey = randomBytes(32).toString('base64')
  const { privateKey } = generateKeyPairSync('ed25519')
  const fresh = {
    databasePassword: secret(),
    redisToken: secret(),
    apiKeyPepper: secret(),
    identityKey: secret(),
    sealKey,
    certificateHmacKey: randomBytes(32).toString('base64'),
    certificateSigningKey: CertificateSigningKey.parse(privateKey.export({ format: 'jwk' })),
  }
  await writeWhole(file, fresh)
  return fresh
}

/** A reader sees the old file or the new one, never half of it. */
async function writeWhole(file: string, content: unknown): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}
