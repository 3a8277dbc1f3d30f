import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Pool, requestsTo, type WireRequest } from '../contract/arbitraries.ts'
import { operations } from '../contract/kept-document.ts'
import { mismatches } from '../contract/mismatches.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? '1000')
const SEED = Number(process.env.FUZZ_SEED ?? '20261120')
const AT_ONCE = 12
const REQUEST_LIMIT_MS = 30_000
const TEST_LIMIT_MS = 300_000

/**
 * Patterns of internals that no response may show: stack traces, source file names, SQL, errors of
 * Postgres or JavaScript.
 */
const INTERNALS =
  /\n\s+at \S|node_modules|\.ts:\d+|\.js:\d+:\d+|\b(?:select|insert|update|delete)\b[^"]{0,80}\b(?:from|into|set|where)\b|duplicate key value|syntax error at|violates \S+ constraint|invalid byte sequence|NeonDbError|PostgresError|(?:Type|Reference|Syntax|Range)Error\b|Cannot read propert|is not a function|DATABASE_URL|postgres(?:ql)?:\/\//i

/**
 * Routes that are not checked for internals, because code examples of the documentation look like
 * internals.
 */
const DOCUMENTATION = new Set(['/openapi.json', '/docs', '/docs/reference.js'])

let service: Service
let account: ServiceAccount
let doomed: ServiceAccount
let pool: Pool

beforeAll(async () => {
  service = await startService()
  account = await service.account({ tier: 'team', credits: 100_000 })
  doomed = await service.account()
  const job = await account.analyze('test-corp.sandbox.example', { depth: 'quick' }).untilTerminal()
  const template = await account.request('POST', '/schemas/templates', {
    name: 'narrow',
    fields: ['domain'],
  })
  const id = String(template.body.data?.template_id)
  const monitors = await account.request('POST', '/monitors', {
    domains: ['test-changing.sandbox.example'],
  })
  const monitorId = /mon_[0-9a-z]{26}/.exec(monitors.text)?.[0] ?? ''
  await account.request('POST', `/monitors/${monitorId}/check`)
  const changes = await account.request('GET', '/changes')
  const changeId = /chg_[0-9a-z]{26}/.exec(changes.text)?.[0] ?? ''
  pool = {
    job_id: [job.job_id, changeId],
    template_id: [id],
    template: ['narrow', id],
    monitor_id: [monitorId],
    change_id: [changeId],
    before: [changeId],
  }
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

function headersOf({ credential, headers, method, path }: WireRequest): Record<string, string> {
  if (credential === 'none') return headers
  if (credential === 'wrong')
    return { ...headers, 'x-api-key': 'wrong', authorization: 'Bearer a.b.c' }
  const who = method === 'DELETE' && path.startsWith('/auth/me') ? doomed : account
  return { ...headers, 'x-api-key': who.apiKey, authorization: `Bearer ${who.bearerToken}` }
}

/**
 * Sends a request, and repeats it if the connection fails.
 * The runtime closes a connection if it did not read the request body to the end. The next request
 * on that connection then fails, although the service works.
 */
async function send(request: WireRequest, attempts = 3): Promise<Response> {
  const { method, path, body } = request
  try {
    return await fetch(service.baseUrl + path, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    if (attempts > 1 && error instanceof TypeError) return send(request, attempts - 1)
    throw new Error(`no answer to ${JSON.stringify(request).slice(0, 600)}`, { cause: error })
  }
}

async function judge(request: WireRequest): Promise<{ status: number; wrong: string[] }> {
  const { method, path } = request
  const response = await send(request)
  const text = await response.text()
  const { status, headers } = response
  const wrong = mismatches({ method, path, status, headers, text })
  if (status === 500) wrong.push('500')
  const leaked = DOCUMENTATION.has(path.split('?')[0] ?? '') ? null : INTERNALS.exec(text)
  if (leaked !== null) wrong.push(`leaks ${JSON.stringify(leaked[0])}`)
  return { status, wrong }
}

function requests(): WireRequest[] {
  const each = Math.ceil(REQUESTS / operations.length)
  const byOperation = operations.map(({ method, path, operation }, place) =>
    fc.sample(requestsTo(method, path, operation, pool), { numRuns: each, seed: SEED + place }),
  )
  return Array.from({ length: each }, (_, turn) =>
    byOperation.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat()
}

test(
  'no request, valid or hostile, breaks the service, leads to an undocumented answer or shows internal details',
  async () => {
    const waiting = requests()
    const sent = waiting.length
    const statuses = new Map<number, number>()
    const broken: string[] = []
    const started = Date.now()
    const worker = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const { status, wrong } = await judge(request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (wrong.length > 0)
          broken.push(
            `${JSON.stringify(request).slice(0, 600)}\n  ${status} ${wrong.join('; ').slice(0, 600)}`,
          )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const counts = [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
    console.info(
      `${sent} requests in ${Math.round((Date.now() - started) / 1_000)} s (seed ${SEED}); ${counts.join(', ')}`,
    )
    expect(broken.slice(0, 20).join('\n')).toBe('')
    expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  },
  TEST_LIMIT_MS,
)

test.each([
  ['GET', '/jobs/%00', 404],
  ['GET', '/jobs/%00/signals', 404],
  ['GET', '/jobs?domain=%00', 422],
  ['GET', '/jobs/{job_id}?template=a%00b', 422],
  ['GET', '/schemas/templates/%00', 404],
])(
  'a null character, which Postgres cannot store, in %s %s answers %i',
  async (method, path, status) => {
    const answer = await account.request(method, path.replace('{job_id}', pool.job_id?.[0] ?? ''))
    expect(answer.status).toBe(status)
  },
)
