import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from './json.ts'
import { StartRefused } from './refusal.ts'

/** An Ed25519 key as a JSON Web Key (RFC 8037). */
const CertificateSigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
})

/** Content of kept.json in the data folder: secrets and settings for the next start. */
const Kept = z.object({
  databasePassword: z.string(),
  redisToken: z.string(),
  apiKeyPepper: z.string(),
  identityKey: z.string(),
  sealKey: z.string(),
  certificateHmacKey: z.string(),
  certificateSigningKey: CertificateSigningKey,
  /** Port of the last start. The next start uses it again if it is free. */
  port: z.number().int().optional(),
  databasePort: z.number().int().optional(),
  account: z.object({ email: z.string(), apiKey: z.string() }).optional(),
})
export type Kept = z.infer<typeof Kept>

/** Content of ready.json, which exists only while the platform accepts requests. */
export type Ready = {
  base_url: string
  dashboard_url: string
  control_url: string
  database_url: string
  api_key: string
  bearer_token: string
  pid: number
}

/** The data folder of a platform. A lock file prevents two platforms from using the same folder. */
export type DataFolder = {
  readonly path: string
  /** If true, the folder is deleted when the platform stops. */
  readonly isTemporary: boolean
  file(name: string): string
  /**
   * Returns access to a JSON file. `read` resolves to null if the file is missing or is not valid
   * JSON.
   */
  json(name: string): { read(): Promise<unknown>; write(content: unknown): Promise<void> }
  readonly kept: Kept
  keep(more: Partial<Kept>): Promise<void>
  announce(ready: Ready): Promise<void>
  withdraw(): Promise<void>
  release(): Promise<void>
}

const Lock = z.object({ pid: z.number(), control_url: z.string(), name: z.string() })

const PROBE_LIMIT_MS = 2_000
const TAKE_ATTEMPTS_MAX = 3

/**
 * Locks the data folder. Throws StartRefused if another platform uses it.
 * A server must already answer with `name` at `controlUrl`: other processes ask there to see if the
 * owner of the lock still runs.
 */
export async function takeFolder(
  wanted: string | undefined,
  controlUrl: string,
  name: string,
): Promise<DataFolder> {
  const isTemporary = wanted === undefined
  const folder = isTemporary
    ? await mkdtemp(path.join(os.tmpdir(), 'attribution-'))
    : path.resolve(wanted)
  try {
    await makeFolder(folder)
    await requireOurs(folder)
    // PostgreSQL refuses to run as root. So root starts it as another user, who must be able to
    // enter this folder.
    if (isTemporary) await chmod(folder, 0o711)
    await takeLock(folder, controlUrl, name)
    // Durable Objects and the bucket write files that other users could read.
    await mkdir(path.join(folder, 'state'), { mode: 0o700, recursive: true })
    await chmod(path.join(folder, 'state'), 0o700)
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

/**
 * Creates the folder and the folders above it one by one, because Node's recursive mkdir never ends
 * below /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o711 }).catch((error: unknown) => {
    // Another start may have created it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
}

/** Each of these files shows that an earlier start has used the folder. */
const OUR_FILES = ['kept.json', 'platform.lock']

async function requireOurs(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length > 0 && !names.some((name) => OUR_FILES.includes(name)))
    throw new StartRefused(
      `The data folder ${folder} has files of something else: name an empty or a new folder.`,
    )
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
    if (owner !== null)
      throw new StartRefused(
        `The data folder ${folder} is in use by the platform with pid ${owner}.`,
      )
    await rm(file, { force: true })
  }
  throw new StartRefused(`The data folder ${folder} is being taken by several platforms at once.`)
}

async function livingOwner(file: string): Promise<number | null> {
  // Another process may have created the lock file and not written its content yet, so an empty
  // file is read again.
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
    // If the process that created the lock file answers too late, it counts as running. After any
    // other error, it counts as ended.
    return error instanceof Error && error.name === 'TimeoutError' ? pid : null
  }
}

async function readKept(file: string): Promise<Kept> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text !== null) {
    const kept = Kept.safeParse(parseJson(text))
    if (!kept.success)
      throw new StartRefused(`${file} is invalid; remove the data folder to start again.`)
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

/**
 * Writes a new file and renames it to the old name, so that no process reads an incomplete file.
 */
async function writeWhole(file: string, content: unknown): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}
