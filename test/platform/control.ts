import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { AccountRequest } from './accounts.ts'
import { FaultRequest } from './faults.ts'
import type { Platform } from './platform.ts'
import { CannotKill } from './refusal.ts'
import { CheckoutOutcome, HandMadeEvent } from './stripe/customer.ts'
import { StripeRefusal } from './stripe/store.ts'

/**
 * With this server, tests and developers create accounts and tokens, or make parts of the platform
 * fail. It has its own loopback port and does not use the Worker.
 */
export type ControlServer = {
  readonly url: string
  /**
   * Connects the server to the platform. Before this call, every request except GET / gets status
   * 503.
   */
  serve(platform: Platform): void
  close(): Promise<void>
}

const BODY_BYTES_MAX = 1024 * 1024
const CLAIMS_MAX = 50
const PAGES_PATH = '/stripe/pages/'

const LinkRequest = z.strictObject({
  email: z.email(),
  expires_in: z.number().int().min(0).max(86_400).optional(),
})
const TokenRequest = z.strictObject({
  email: z.email(),
  claims: z.record(z.string(), z.unknown()).optional(),
  header: z.record(z.string(), z.unknown()).optional(),
})
const CronRequest = z.strictObject({ cron: z.string().min(1) })
const HostLimitRequest = z.strictObject({
  requests_per_second: z.number().int().min(1).max(10_000).nullable(),
})
const KillRequest = z.strictObject({ what: z.enum(['runtime', 'postgres']) })
const ReplayRequest = z.strictObject({ event_id: z.string().min(1) })
const DeliverRequest = z.strictObject({ queue: z.string().min(1), message: z.unknown() })

class BadCall extends Error {}

/** `last` is the last segment of the URL path, for example the id in `/stripe/checkouts/<id>`. */
type CallInput = { query: URLSearchParams; body: unknown; last: string }

/**
 * Keys are a method and a path, in which `*` stands for the last segment. An invalid body throws a
 * ZodError, which becomes status 400.
 */
const CALLS: Record<string, (platform: Platform, input: CallInput) => unknown> = {
  'POST /accounts': (platform, { body }) => platform.openAccount(AccountRequest.parse(body)),
  'POST /tokens': ({ identity }, { body }) => {
    const { email, claims = {}, header = {} } = TokenRequest.parse(body)
    if (Object.keys(claims).length > CLAIMS_MAX) throw new BadCall(`at most ${CLAIMS_MAX} claims`)
    return { token: identity.token(email, claims, header) }
  },
  'POST /magic-links': ({ identity }, { body }) => {
    const { email, expires_in: expiresIn } = LinkRequest.parse(body)
    return { token: identity.mailLink(email, expiresIn) }
  },
  'GET /mail': ({ outbox }, { query }) => ({ mails: outbox.list(query.get('to') ?? undefined) }),
  'POST /cron': async (platform, { body }) => {
    const { cron } = CronRequest.parse(body)
    if (!platform.crons.includes(cron))
      throw new BadCall(`cron: no such schedule; there are ${platform.crons.join(' · ')}`)
    await platform.runtime().runSchedule(cron)
    return { cron }
  },
  'GET /outgoing': ({ outgoing }, { query }) => ({
    requests: outgoing.list(query.get('host') ?? undefined),
  }),
  'DELETE /outgoing': ({ outgoing }) => {
    outgoing.clear()
    return {}
  },
  'GET /stats': async ({ logs, stats }) => {
    await logs.quiet()
    return { routes: stats.routes() }
  },
  'DELETE /stats': async ({ logs, stats }) => {
    await logs.quiet()
    stats.clear()
    return {}
  },
  'POST /faults': async (platform, { body }) => {
    const fault = FaultRequest.parse(body)
    await platform.breakPart(fault)
    return fault
  },
  'DELETE /faults': async (platform) => {
    await platform.mendAll()
    return {}
  },
  'POST /certificate-logs': ({ internet }, { body }) => {
    const limit = HostLimitRequest.parse(body)
    if (internet?.logLimits === undefined)
      throw new BadCall('certificate-logs: only the sample internet has a limit')
    internet.logLimits.set(limit.requests_per_second)
    return limit
  },
  'POST /registries': ({ internet }, { body }) => {
    const limit = HostLimitRequest.parse(body)
    if (internet?.registryLimits === undefined)
      throw new BadCall('registries: only the sample internet has a limit')
    internet.registryLimits.set(limit.requests_per_second)
    return limit
  },
  'POST /kill': async (platform, { body }) => {
    const { what } = KillRequest.parse(body)
    await platform.kill(what)
    return { what }
  },
  'POST /deliver-again': async (platform, { body }) => {
    const { queue, message } = DeliverRequest.parse(body)
    if (!platform.queues.includes(queue))
      throw new BadCall(`queue: no such queue; there are ${platform.queues.join(', ')}`)
    if (message === undefined) throw new BadCall('message: is missing')
    return platform.runtime().deliver(queue, [{ body: message }])
  },
  'POST /stripe/checkouts/*': ({ stripe }, { body, last }) =>
    stripe.finish(last, CheckoutOutcome.parse(body)),
  'POST /stripe/replay': async ({ stripe }, { body }) => {
    const { event_id: eventId } = ReplayRequest.parse(body)
    if (!stripe.events.has(eventId)) throw new BadCall(`event_id: there is no event ${eventId}`)
    return { event_id: eventId, status: await stripe.events.replay(eventId) }
  },
  'POST /stripe/events': ({ stripe }, { body }) =>
    stripe.sendHandMadeEvent(HandMadeEvent.parse(body)),
}

/**
 * Starts the control server. GET / returns `name`, so that another process can recognise the
 * platform.
 */
export async function startControl(name: string): Promise<ControlServer> {
  let platform: Platform | null = null
  const server = createServer((request, response) => {
    if (request.url?.startsWith(PAGES_PATH)) {
      showPage(request, response, platform).catch(() => response.destroy())
      return
    }
    answer(request)
      .then(
        (body) => reply(response, 200, body),
        (error: unknown) => reply(response, ...refusal(error)),
      )
      .catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '/', 'http://control')
    const call = `${request.method} ${url.pathname}`
    if (call === 'GET /')
      return { name, pid: process.pid, ready: platform !== null, calls: Object.keys(CALLS) }
    const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
    const handle = CALLS[call] ?? CALLS[`${call.slice(0, call.length - last.length)}*`]
    if (handle === undefined) throw new UnknownCall(`${call}: there is no such call`)
    if (platform === null) throw new NotReady('The platform is still starting.')
    return handle(platform, {
      query: url.searchParams,
      body: await readBody(request),
      last: decodeURIComponent(last),
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    serve(served) {
      platform = served
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

class UnknownCall extends Error {}
class NotReady extends Error {}

function refusal(error: unknown): [status: number, body: unknown] {
  if (error instanceof z.ZodError) {
    const problems = error.issues.map(
      (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
    )
    return [400, { error: problems.join('; ') }]
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof BadCall || error instanceof CannotKill) return [400, { error: message }]
  if (error instanceof StripeRefusal) return [error.status, { error: message }]
  if (error instanceof UnknownCall) return [404, { error: message }]
  return [error instanceof NotReady ? 503 : 500, { error: message }]
}

async function showPage(
  request: IncomingMessage,
  response: ServerResponse,
  platform: Platform | null,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://control')
  const pressed = request.method === 'POST' ? new URLSearchParams(await readText(request)) : null
  const page = (await platform?.stripe.page(pathname, pressed)) ?? null
  if (page === null) reply(response, 404, { error: 'There is no such page.' })
  else if ('location' in page) response.writeHead(303, { location: page.location }).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new BadCall('body: is not valid JSON')
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new BadCall(`body: more than ${BODY_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(`${JSON.stringify(body)}\n`)
}
