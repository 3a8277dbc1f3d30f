import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChainableCommander, Redis } from 'ioredis'
import RedisMock from 'ioredis-mock'
import type { Guardian } from './guardian.ts'
import { freePort } from './ports.ts'

/** A Redis server or its emulation. `run` takes the name of a command in lower case. */
export type RedisStore = {
  readonly kind: 'REDIS_URL' | 'redis-server' | 'ioredis-mock'
  /** Its address, without a password, or a sentence if nothing can connect to it. */
  readonly place: string
  run(name: string, args: string[]): Promise<unknown>
  runAtOnce(
    commands: [name: string, args: string[]][],
  ): Promise<[error: Error | null, result: unknown][]>
  close(): Promise<void>
}

const START_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 3_000

/**
 * With a URL, connects to this server. Without a URL, starts redis-server if it is installed, else
 * emulates Redis in this process.
 */
export async function openStore(
  redisUrl: string | undefined,
  guardian: Guardian,
): Promise<RedisStore> {
  if (redisUrl !== undefined) {
    const client = connect(redisUrl)
    await client.connect()
    return {
      kind: 'REDIS_URL',
      place: `redis://${new URL(redisUrl).host}`,
      ...serverCommands(client),
      close: async () => client.disconnect(),
    }
  }
  const binary = await findOnPath('redis-server')
  return binary === null ? openMock() : spawnServer(binary, guardian)
}

function serverCommands(client: Redis): Pick<RedisStore, 'run' | 'runAtOnce'> {
  return {
    run: async (name, args) => flat(await client.call(name, ...args)),
    async runAtOnce(commands) {
      const transaction = client.multi()
      for (const [name, args] of commands) transaction.call(name, ...args)
      const outcomes = (await transaction.exec()) ?? []
      return outcomes.map(([error, result]) => [error, flat(result)])
    },
  }
}

function connect(url: string): Redis {
  // Without retries: a client that retries would distort the time limits that tests of the Worker
  // measure.
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: START_LIMIT_MS,
  })
  client.on('error', () => undefined)
  return client
}

async function spawnServer(binary: string, guardian: Guardian): Promise<RedisStore> {
  const port = await freePort()
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const server = spawn(binary, settings, { stdio: 'ignore', detached: true })
  if (server.pid !== undefined) guardian.watch(server.pid, 'KILL')
  const url = `redis://127.0.0.1:${port}`
  const client = connect(url)
  const close = async () => {
    client.disconnect()
    await end(server)
    if (server.pid !== undefined) guardian.forget(server.pid)
  }
  try {
    // The client retries until redis-server accepts connections, so an error of this call can be
    // ignored.
    void client.connect().catch(() => undefined)
    await untilAnswers(client, server)
  } catch (error) {
    await close()
    throw error
  }
  return { kind: 'redis-server', place: url, ...serverCommands(client), close }
}

/**
 * Waits until the started redis-server answers. Another Redis server may already use the same port,
 * so the process id in the reply to INFO is compared.
 */
async function untilAnswers(client: Redis, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(20)) {
    if (server.exitCode !== null)
      throw new Error(`redis-server ended with ${server.exitCode}; its port may be taken.`)
    const about = await client.info('server').catch(() => '')
    if (about.includes(`process_id:${server.pid}\r`)) return
    if (Date.now() > deadline) throw new Error('redis-server did not start in time.')
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await Promise.race([ended, delay(STOP_LIMIT_MS, undefined, { ref: false })])
  server.kill('SIGKILL')
}

async function findOnPath(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name)
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder !== '' && runs) return file
  }
  return null
}

/**
 * Code at the start of each Lua script that makes ioredis-mock behave like Redis. Redis gives a
 * script false for a missing value and a table for a list. ioredis-mock gives nil and JavaScript
 * objects.
 */
const LUA_PRELUDE = `local mock = redis
local function plain(value)
  if value == nil or type(value) == 'userdata' and tostring(value) == 'null' then return false end
  if type(value) ~= 'userdata' then return value end
  local list = {}
  for place = 1, #value do list[place] = plain(value[place]) end
  return list
end
local redis = setmetatable({ call = function(...) return plain(mock.call(...)) end }, { __index = mock })
`

/**
 * For each command, the index of the first argument that may be an option, such as NX. ioredis-mock
 * accepts options only in upper case, so they are converted.
 */
const OPTIONS_FROM: Record<string, number> = {
  set: 2,
  zadd: 1,
  zrange: 3,
  expire: 2,
  pexpire: 2,
  getex: 1,
}
const OPTION =
  /^(?:nx|xx|gt|lt|ch|incr|get|ex|px|exat|pxat|keepttl|persist|rev|byscore|bylex|limit|withscores)$/i

/**
 * Emulates Redis in this process. ioredis-mock has no SCRIPT command and forgets scripts after
 * EVAL, so the emulation stores them by their SHA-1 digest.
 */
function openMock(): RedisStore {
  // Instances of ioredis-mock with the same host name share their data, so each instance gets a
  // random name.
  const client = new RedisMock({ host: randomUUID() })
  const scripts = new Map<string, string>()
  const remember = (script: string): string => {
    const digest = createHash('sha1').update(script).digest('hex')
    scripts.set(digest, script)
    return digest
  }
  const translate = ([name, args]: [string, string[]]): [string, string[]] => {
    const [first = '', ...rest] = args
    const script =
      name === 'eval' ? first : name === 'evalsha' ? scripts.get(first.toLowerCase()) : undefined
    if (script !== undefined) {
      remember(script)
      return ['eval', [LUA_PRELUDE + script, ...rest]]
    }
    const from = OPTIONS_FROM[name] ?? args.length
    return [
      name,
      args.map((arg, index) => (index >= from && OPTION.test(arg) ? arg.toUpperCase() : arg)),
    ]
  }
  return {
    kind: 'ioredis-mock',
    place: 'in the memory of this process, because redis-server is not installed',
    async run(name, args) {
      if (name === 'script' && args[0]?.toLowerCase() === 'load') return remember(args[1] ?? '')
      return flat(await commandOf(client, translate([name, args]))())
    },
    async runAtOnce(commands) {
      const transaction = client.multi()
      for (const command of commands) commandOf(transaction, translate(command))()
      const outcomes = (await transaction.exec()) ?? []
      return outcomes.map(([error, result]) => [error, flat(result)])
    },
    close: async () => client.disconnect(),
  }
}

function commandOf(
  client: Redis | ChainableCommander,
  [name, args]: [string, string[]],
): () => unknown {
  const method: unknown = Reflect.get(client, name)
  if (typeof method !== 'function') throw new Error(`ERR unknown command '${name}'`)
  return () => method.apply(client, args)
}

/**
 * Converts the object that the client library makes of the reply to HGETALL back to the flat list
 * that Redis sends.
 */
function flat(reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply
  return Object.entries(reply).flat()
}
