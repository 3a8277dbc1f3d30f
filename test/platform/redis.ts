import type { Answer, OutgoingCall } from './egress.ts'
import type { Guardian } from './guardian.ts'
import { jsonAnswer, parseJson } from './json.ts'
import { openStore, type RedisStore } from './redis-store.ts'

/**
 * An emulation of Upstash. `POST /` runs one command, `POST /pipeline` a list of commands, and
 * `POST /multi-exec` a list in one transaction.
 */
export type Upstash = {
  readonly url: string
  readonly token: string
  readonly host: string
  readonly store: RedisStore['kind']
  readonly place: RedisStore['place']
  answer(call: OutgoingCall): Promise<Answer>
  close(): Promise<void>
}

const HOST = 'redis.local.upstash.test'
const BODY_BYTES_MAX = 10 * 1024 * 1024

/**
 * Upstash needs this first line in a script. Redis refuses the flag in this line, so the line is
 * removed.
 */
const UPSTASH_SHEBANG = /^#!lua[^\n]*\n/

type Command = [string, ...(string | number)[]]
type Reply = { result: unknown } | { error: string }

/** Starts the emulation. If there is no Redis server, the data is in the memory of this process. */
export async function startUpstash(
  token: string,
  redisUrl: string | undefined,
  guardian: Guardian,
): Promise<Upstash> {
  const store = await openStore(redisUrl, guardian)
  return {
    url: `https://${HOST}`,
    token,
    host: HOST,
    store: store.kind,
    place: store.place,
    async answer(call) {
      if (call.headers.authorization !== `Bearer ${token}`)
        return jsonAnswer(401, { error: 'WRONGPASS invalid or missing auth token' })
      const body = parseJson((await call.body(BODY_BYTES_MAX)).toString('utf8'))
      const encode =
        call.headers['upstash-encoding'] === 'base64' ? toBase64 : (value: unknown) => value
      const present = (reply: Reply) =>
        'error' in reply ? reply : { result: encode(reply.result) }
      switch (call.url.pathname) {
        case '/': {
          if (!isCommand(body)) return jsonAnswer(400, { error: 'ERR failed to parse command' })
          const reply = await runOne(store, body)
          return jsonAnswer('error' in reply ? 400 : 200, present(reply))
        }
        case '/pipeline':
        case '/multi-exec': {
          if (!Array.isArray(body) || !body.every(isCommand))
            return jsonAnswer(400, { error: 'ERR failed to parse pipeline request' })
          const atOnce = call.url.pathname === '/multi-exec'
          const replies = atOnce ? await runAtOnce(store, body) : await runInOrder(store, body)
          return jsonAnswer(200, replies.map(present))
        }
        default:
          return jsonAnswer(404, { error: 'ERR this path is not emulated' })
      }
    },
    close: store.close,
  }
}

function isCommand(value: unknown): value is Command {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  return value.every((part) => typeof part === 'string' || typeof part === 'number')
}

function prepared([name, ...args]: Command): [string, string[]] {
  const lower = name.toLowerCase()
  const isScript = lower === 'eval' || lower === 'eval_ro'
  const isLoad = lower === 'script' && String(args[0]).toLowerCase() === 'load'
  const place = isScript ? 0 : isLoad ? 1 : null
  return [
    lower,
    args.map((part, index) =>
      index === place ? String(part).replace(UPSTASH_SHEBANG, '') : String(part),
    ),
  ]
}

async function runOne(store: RedisStore, command: Command): Promise<Reply> {
  try {
    return { result: await store.run(...prepared(command)) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function runInOrder(store: RedisStore, commands: Command[]): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const command of commands) replies.push(await runOne(store, command))
  return replies
}

async function runAtOnce(store: RedisStore, commands: Command[]): Promise<Reply[]> {
  const outcomes = await store.runAtOnce(commands.map(prepared))
  return outcomes.map(([error, result]) => (error === null ? { result } : { error: error.message }))
}

/**
 * With the header `Upstash-Encoding: base64`, every text in the reply is encoded, except the status
 * OK.
 */
function toBase64(value: unknown): unknown {
  if (typeof value === 'string')
    return value === 'OK' ? value : Buffer.from(value, 'utf8').toString('base64')
  return Array.isArray(value) ? value.map(toBase64) : value
}
