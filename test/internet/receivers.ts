import { setTimeout as delay } from 'node:timers/promises'
import { byteStream } from './behaviours.ts'
import type { SampleRequest } from './messages.ts'

export interface Received {
  receiver: string
  path: string
  headers: Record<string, string>
  body: string
  at: number
}

type Behaviour = (request: SampleRequest, received: Received) => Response | Promise<Response>

export interface Receivers {
  url(name: string, path?: string): string
  readonly received: Received[]
  of(name: string): Received[]
  set(name: string, behaviour: Behaviour, addresses?: Record<string, string[]>): void
  readonly behaviours: typeof BEHAVIOURS
}

interface World {
  serve(host: string, handler: (request: SampleRequest) => Response | Promise<Response>): void
  addNames(dns: Record<string, Record<string, string[]>>): void
}

const DOMAIN = 'callback-receivers.com'
const PUBLIC_ADDRESS = '160.153.33.21'
const RECEIVED_MAX = 50_000
const SLOW_MS = 400
const HUGE_CHUNK = new Uint8Array(64 * 1024).fill(0x61)
const HUGE_CHUNKS = 16 * 1024
const DRIP_MS = 200
const DRIPS_MAX = 600
const HANG_MS_MAX = 120_000

async function hang(request: SampleRequest): Promise<never> {
  await delay(HANG_MS_MAX, undefined, { signal: request.signal }).catch(() => undefined)
  throw new Error('the caller hung up')
}

function endless(chunk: Uint8Array, chunks: number, pauseMs: number): ReadableStream<Uint8Array> {
  let sent = 0
  let stopped = false
  return byteStream({
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
  })
}

export const BEHAVIOURS = {
  good: () => new Response('thank you', { status: 200 }),
  slow: async () => {
    await delay(SLOW_MS)
    return new Response('thank you, at last', { status: 202 })
  },
  broken: () => new Response('<h1>Internal\u0000 Server\u0007 Error</h1>', { status: 500 }),
  gone: () => new Response('no such hook', { status: 410 }),
  busy: () => new Response('later, please', { status: 429, headers: { 'retry-after': '90' } }),
  moved: () =>
    new Response(null, { status: 302, headers: { location: `https://good.${DOMAIN}/redirected` } }),
  dripping: () =>
    new Response(endless(new Uint8Array([0x2e]), DRIPS_MAX, DRIP_MS), { status: 200 }),
  huge: () => new Response(endless(HUGE_CHUNK, HUGE_CHUNKS, 0), { status: 200 }),
  hanging: (request) => hang(request),
} satisfies Record<string, Behaviour>

/** Receivers with private addresses. The service must refuse to send webhooks to them. */
const FORBIDDEN: Readonly<Record<string, Record<string, string[]>>> = {
  'resolves-private': { A: ['10.20.30.40'] },
  'resolves-loopback': { A: ['127.0.0.1'] },
  'resolves-metadata': { A: ['169.254.169.254'] },
  'resolves-mixed': { A: [PUBLIC_ADDRESS, '192.168.1.9'] },
  'resolves-local-v6': { AAAA: ['fd00::1'] },
  'resolves-mapped-v6': { AAAA: ['::ffff:127.0.0.1'] },
}

/**
 * Opens simulated receivers of webhooks. The host of each begins with the name of its behaviour,
 * for example `slow` or `broken`.
 */
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
