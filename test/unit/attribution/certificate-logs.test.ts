import { expect, test, vi } from 'vitest'
import {
  askLogs,
  CERT_SPOTTER,
  CRT_SH,
  type LogAccess,
  type LogBucket,
  type LogHost,
  type LogQuestion,
  retryAfterMs,
} from '../../../shared/attribution/certificate-logs.ts'
import type { Token } from '../../../shared/platform/limits/waiting-bucket.ts'
import type { UpstreamRequest } from '../../../shared/platform/net/fetch-upstream.ts'

interface Sample {
  status?: number
  body?: string
  headers?: Record<string, string>
}

const NOW = new Date('2026-01-01T00:00:00Z')
const question = (host: LogHost): LogQuestion<string> => ({
  host,
  url: `https://${host}/`,
  timeoutMs: 1_000,
  bytesMax: 1_000,
  read: ({ text }) => (text === '' ? null : text),
})
const BOTH = [question(CRT_SH), question(CERT_SPOTTER)]
const REFUSED: Sample = { status: 429, headers: { 'retry-after': '7' } }

/**
 * Each log answers its first request with its first sample, its second request with its second, and
 * so on. After its last sample a log cannot be reached.
 */
function world(
  samples: Record<LogHost, Sample[]>,
  more: Partial<LogAccess> & { waits?: Record<LogHost, number> } = {},
) {
  const asked: LogHost[] = []
  const sent: UpstreamRequest[] = []
  const pauses: [LogHost, number][] = []
  const bucket = (host: LogHost): LogBucket => ({
    takeToken: async (_caller, waitMsMax) => {
      const waitMs = more.waits?.[host] ?? 0
      return waitMs > waitMsMax ? { allowed: false, waitMs } : { allowed: true }
    },
    waitMs: async () => more.waits?.[host] ?? 0,
    pause: async (pauseMs) => void pauses.push([host, pauseMs]),
  })
  const access: LogAccess = {
    bucketOf: bucket,
    requestsPerMinute: { [CRT_SH]: 60, [CERT_SPOTTER]: 60 },
    priority: 'ordinary',
    turn: 'one',
    waitsUntil: NOW.getTime() + 60_000,
    certSpotterKey: undefined,
    now: () => NOW,
    async fetchUpstream(url, request) {
      const host = new URL(url).hostname === CRT_SH ? CRT_SH : CERT_SPOTTER
      asked.push(host)
      sent.push(request)
      const sample = samples[host].shift()
      if (sample === undefined) throw new Error('down')
      const { status = 200, body = '', headers } = sample
      return {
        url,
        status,
        headers: new Headers(headers),
        text: body,
        truncated: false,
        redirects: [],
      }
    },
    ...more,
  }
  return { access, asked, sent, pauses }
}

test('a refused request pauses the log for all callers and is sent again', async () => {
  const { access, asked, pauses } = world({
    [CRT_SH]: [REFUSED, { body: 'found' }],
    [CERT_SPOTTER]: [],
  })
  expect(await askLogs(access, [question(CRT_SH)])).toEqual({
    outcome: 'answered',
    answer: 'found',
  })
  expect(asked).toEqual([CRT_SH, CRT_SH])
  expect(pauses).toEqual([[CRT_SH, 7_000]])
})

test('after a refusal, the log with the shorter wait is asked', async () => {
  const waits = { [CRT_SH]: 5_000, [CERT_SPOTTER]: 0 }
  const { access, asked } = world(
    { [CRT_SH]: [{ status: 503 }], [CERT_SPOTTER]: [{ body: 'found' }] },
    { waits },
  )
  expect(await askLogs(access, BOTH)).toMatchObject({ outcome: 'answered' })
  expect(asked).toEqual([CRT_SH, CERT_SPOTTER])
})

test.each([
  ['has a token soon', 5_000, CRT_SH],
  ['has a token much later', 30_000, CERT_SPOTTER],
  ['has no token in time', 90_000, CERT_SPOTTER],
] as const)('the preferred log %s', async (_what, wait, wanted) => {
  const samples = { [CRT_SH]: [{ body: 'found' }], [CERT_SPOTTER]: [{ body: 'found' }] }
  const { access, asked } = world(samples, { waits: { [CRT_SH]: wait, [CERT_SPOTTER]: 0 } })
  await askLogs(access, BOTH)
  expect(asked).toEqual([wanted])
})

test('the object of the other log is asked only if the preferred log has no token soon', async () => {
  const waited: LogHost[] = []
  const bucketOf = (wait: number) => (host: LogHost) => ({
    takeToken: async (): Promise<Token> => ({ allowed: true }),
    waitMs: async () => {
      waited.push(host)
      return host === CRT_SH ? wait : 0
    },
    pause: async () => undefined,
  })
  const samples = () => ({ [CRT_SH]: [{ body: 'found' }], [CERT_SPOTTER]: [{ body: 'found' }] })
  await askLogs(world(samples(), { bucketOf: bucketOf(5_000) }).access, BOTH)
  expect(waited.splice(0)).toEqual([CRT_SH])
  await askLogs(world(samples(), { bucketOf: bucketOf(30_000) }).access, BOTH)
  expect(waited).toEqual([CRT_SH, CERT_SPOTTER])
})

test('without a token of any log, no request is sent', async () => {
  const waits = { [CRT_SH]: 90_000, [CERT_SPOTTER]: 61_000 }
  const { access, asked } = world({ [CRT_SH]: [], [CERT_SPOTTER]: [] }, { waits })
  expect(await askLogs(access, BOTH)).toEqual({ outcome: 'no token' })
  expect(asked).toEqual([])
})

test('if the object of the bucket fails, the request is sent without a token', async () => {
  const broken = async () => Promise.reject(new Error('object is gone'))
  const bucketOf = () => ({ takeToken: broken, waitMs: broken, pause: broken })
  const working = world({ [CRT_SH]: [{ body: 'found' }], [CERT_SPOTTER]: [] }, { bucketOf })
  expect(await askLogs(working.access, BOTH)).toMatchObject({ outcome: 'answered' })
  const refusing = world(
    { [CRT_SH]: Array(9).fill(REFUSED), [CERT_SPOTTER]: Array(9).fill(REFUSED) },
    { bucketOf },
  )
  expect(await askLogs(refusing.access, BOTH)).toEqual({ outcome: 'failed' })
  expect(refusing.asked).toHaveLength(4)
})

test('an object that never answers stops nobody', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const aborting = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('too late')), milliseconds)
    return controller.signal
  })
  const silent = () => new Promise<never>(() => undefined)
  const bucketOf = () => ({ takeToken: silent, waitMs: silent, pause: silent })
  const { access } = world({ [CRT_SH]: [{ body: 'found' }], [CERT_SPOTTER]: [] }, { bucketOf })
  const asked = askLogs(access, BOTH)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(await asked).toMatchObject({ outcome: 'answered' })
  aborting.mockRestore()
  vi.useRealTimers()
})

test('a failed request goes to the other log, and each log fails at most twice', async () => {
  const bad = { status: 502 }
  const { access, asked } = world({
    [CRT_SH]: [bad, { body: 'found' }],
    [CERT_SPOTTER]: [bad, bad],
  })
  expect(await askLogs(access, BOTH)).toMatchObject({ outcome: 'answered' })
  expect(asked).toEqual([CRT_SH, CERT_SPOTTER, CRT_SH])
  const silent = world({ [CRT_SH]: [], [CERT_SPOTTER]: [] })
  expect(await askLogs(silent.access, BOTH)).toEqual({ outcome: 'failed' })
  expect(silent.asked).toEqual([CRT_SH, CERT_SPOTTER])
})

test('only Cert Spotter gets the key, and a refused key is logged without the key', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const samples = { [CRT_SH]: [{ body: 'found' }], [CERT_SPOTTER]: [{ status: 401 }] }
  const { access, asked, sent } = world(samples, { certSpotterKey: 'secret-key' })
  expect(await askLogs(access, [question(CERT_SPOTTER), question(CRT_SH)])).toMatchObject({
    outcome: 'answered',
  })
  expect(asked).toEqual([CERT_SPOTTER, CRT_SH])
  expect(sent.map(({ headers }) => headers)).toEqual([
    { authorization: 'Bearer secret-key' },
    undefined,
  ])
  const lines = logged.mock.calls.flat().join('\n')
  expect(lines).toContain('certificate_log.key_refused')
  expect(lines).not.toContain('secret-key')
  logged.mockRestore()
})

test.each([
  ['306', 306_000],
  ['Thu, 01 Jan 2026 00:00:20 GMT', 20_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  [null, 5_000],
  ['soon', 5_000],
])('Retry-After %j is a pause of %i ms', (header, milliseconds) => {
  expect(retryAfterMs(header, NOW)).toBe(milliseconds)
})
