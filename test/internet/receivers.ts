import { setTimeout as delay } from 'node:timers/promises'

/** One call that reached a receiver. */
export interface Received {
  /** The receiver's name, the first label of its host. */
  receiver: string
  path: string
  headers: Record<string, string>
  body: string
  /** Unix time in milliseconds. */
  at: number
}

type Behaviour = (request: Request, received: Received) => Response | Promise<Response>

export interface Receivers {
  /** The address of a receiver; https unless told otherwise. */
  url(name: string, path?: string): string
  /** Everything received, oldest first. */
  readonly received: Received[]
  /** What one receiver got, oldest first. */
  of(name: string): Received[]
  /** Makes a receiver, or gives one that is there another behaviour. */
  set(name: string, behaviour: Behaviour, addresses?: Record<string, string[]>): void
  /** A behaviour of the list below, for `set`. */
  readonly behaviours: typeof BEHAVIOURS
}

/** What receivers need of the sample internet. */
interface World {
  serve(host: string, handler: (request: Request) => Response | Promise<Response>): void
  addNames(dns: Record<string, Record<string, string[]>>): void
}

const DOMAIN = 'callback-receivers.com'
const PUBLIC_ADDRESS = '160.153.33.21'
/** Calls remembered; the oldest half goes first. */
const RECEIVED_MAX = 50_000
const SLOW_MS = 400
const HUGE_CHUNK = new Uint8Array(64 * 1024).fill(0x61)
const HUGE_CHUNKS = 16 * 1024
const DRIP_MS = 200
const DRIPS_MAX = 600
const HANG_MS_MAX = 120_000

/** Ends as soon as the caller hangs up; at most two minutes. */
async function hang(request: Request): Promise<never> {
  await delay(HANG_MS_MAX, undefined, { signal: request.signal }).catch(() => undefined)
  throw new Error('the caller hung up')
}

function endless(chunk: Uint8Array, chunks: number, pauseMs: number): ReadableStream<Uint8Array> {
  let sent = 0
  let stopped = false
  return new ReadableStream(
    {
      async pull(controller) {
        if (sent > 0 && pauseMs > 0) await delay(pauseMs)
        if (stopped) return
        sent += 1
        if (sent > chunks) controller.close()
        else controller.enqueue(chunk)
      },
      cancel() {
        stopped = true
      },
    },
    { highWaterMark: 1 },
  )
}

/** How receivers behave, good and bad. */
export const BEHAVIOURS = {
  good: () => new Response('thank you', { status: 200 }),
  slow: async () => {
    await delay(SLOW_MS)
    return new Response('thank you, at last', { status: 202 })
  },
  broken: () => new Response('<h1>Internal\u0000 Server\u0007 Error</h1>', { status: 500 }),
  gone: () => new Response('no such hook', { status: 410 }),
  busy: () => new Response('later, please', { status: 429, headers: { 'retry-after': '90' } }),
  moved: () => new Response(null, { status: 302, headers: { location: `https://good.${DOMAIN}/redirected` } }),
  dripping: () => new Response(endless(new Uint8Array([0x2e]), DRIPS_MAX, DRIP_MS), { status: 200 }),
  huge: () => new Response(endless(HUGE_CHUNK, HUGE_CHUNKS, 0), { status: 200 }),
  hanging: (request) => hang(request),
} satisfies Record<string, Behaviour>

/** Receivers whose names lead where nothing may be delivered. */
const FORBIDDEN: Readonly<Record<string, Record<string, string[]>>> = {
  'resolves-private': { A: ['10.20.30.40'] },
  'resolves-loopback': { A: ['127.0.0.1'] },
  'resolves-metadata': { A: ['169.254.169.254'] },
  'resolves-mixed': { A: [PUBLIC_ADDRESS, '192.168.1.9'] },
  'resolves-local-v6': { AAAA: ['fd00::1'] },
  'resolves-mapped-v6': { AAAA: ['::ffff:127.0.0.1'] },
}

/** Opens the sample receivers: one host for each behaviour, named after it. */
export function openReceivers(world: World): Receivers {
  const received: Received[] = []
  const set: Receivers['set'] = (name, behaviour, addresses = { A: [PUBLIC_ADDRESS] }) => {
    const host = `${name}.${DOMAIN}`
    world.addNames({ [host]: addresses })
    world.serve(host, async (request) => {
      const entry: Received = {
        receiver: name,
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        at: Date.now(),
      }
      if (received.length >= RECEIVED_MAX) received.splice(0, RECEIVED_MAX / 2)
      received.push(entry)
      return behaviour(request, entry)
    })
  }
  for (const [name, behaviour] of Object.entries(BEHAVIOURS)) set(name, behaviour)
  for (const [name, addresses] of Object.entries(FORBIDDEN)) set(name, BEHAVIOURS.good, addresses)
  return {
    url: (name, path = '/hook') => `https://${name}.${DOMAIN}${path}`,
    received,
    of: (name) => received.filter(({ receiver }) => receiver === name),
    set,
    behaviours: BEHAVIOURS,
  }
}
