import { setTimeout as delay } from 'node:timers/promises'
import { orAbort } from '../../shared/platform/net/fetch-failure.ts'
import type { QueueName } from '../../shared/platform/queue-messages.ts'
import type { Kind, Submission } from './plan.ts'

export interface SentMessage {
  queue: QueueName
  id: string
}

export interface Submitted {
  messages: SentMessage[]
  /** Number of repeated requests whose reply contained other jobs than the first reply. */
  contradictions: number
}

const PATHS: Record<Kind, string> = {
  single_quick: '/analyze',
  single_deep: '/analyze',
  batch_quick: '/analyze/batch',
  batch_deep: '/analyze/batch',
  bulk: '/analyze/bulk',
  correlation: '/correlate',
  monitor: '/monitors',
}
const QUICK = new Set<Kind>(['single_quick', 'batch_quick', 'bulk'])
/**
 * With these statuses a request is done. 422: each domain of the batch failed, but the response
 * still contains their jobs.
 */
const DONE = new Set([200, 202, 207, 422])
/**
 * After these statuses a client sends the same request again. 409: the first request is still
 * running.
 */
const AGAIN = new Set([409, 429, 500, 502, 503, 504])
const REQUEST_MS_MAX = 60_000
const PAUSE_MS = 500
/**
 * Largest number of requests of one submission: domains that a batch did not accept are sent in a
 * new request.
 */
const ROUNDS_MAX = 60
const PATIENCE_MS = 8 * 60_000

interface Client {
  baseUrl: string
  apiKey: string
}

/**
 * Submits work as a careful client does. Without a useful reply it sends the request again with the
 * same Idempotency-Key. Domains that a batch did not accept are sent in a new request with a new
 * key. Throws if the service refuses the request, or after 8 minutes.
 */
export async function submit(
  client: Client,
  submission: Submission,
  callbackUrl: string | null,
): Promise<Submitted> {
  const ids: string[] = []
  let contradictions = 0
  let domains = submission.domains
  for (let round = 0; domains.length > 0; round += 1) {
    if (round === ROUNDS_MAX)
      throw new Error(`${submission.kind} was not accepted: ${domains.length} domains`)
    if (round > 0) await delay(PAUSE_MS)
    const body = JSON.stringify(bodyOf(submission, domains, callbackUrl))
    const sent = await send(
      client,
      submission,
      body,
      `soak-${submission.number}-${round}`,
      round === 0,
    )
    contradictions += sent.contradictions
    ids.push(...idsOf(submission.kind, sent.answer))
    domains = refusedOf(submission.kind, sent.answer)
  }
  const queue = QUEUES[submission.kind]
  return { messages: queue === null ? [] : ids.map((id) => ({ queue, id })), contradictions }
}

function bodyOf({ kind }: Submission, domains: string[], callbackUrl: string | null): object {
  const callback = callbackUrl === null ? {} : { callback_url: callbackUrl }
  switch (kind) {
    case 'single_quick':
    case 'single_deep':
      return { domain: domains[0], depth: QUICK.has(kind) ? 'quick' : 'deep', ...callback }
    case 'batch_quick':
    case 'batch_deep':
    case 'bulk':
      return { domains, depth: QUICK.has(kind) ? 'quick' : 'deep', ...callback }
    case 'correlation':
      return { domains, ...callback }
    case 'monitor':
      return { domains, email: false }
    default:
      return kind satisfies never
  }
}

const QUEUES: Record<Kind, QueueName | null> = {
  single_quick: 'analysis',
  single_deep: 'analysis',
  batch_quick: 'analysis',
  batch_deep: 'analysis',
  bulk: 'bulk',
  correlation: 'correlation',
  monitor: null,
}

interface Answer {
  data?: { job_id?: string; correlation_id?: string } | null
  jobs?: { domain: string; job_id?: string }[]
  bulk_job_id?: string
}

function idsOf(kind: Kind, answer: Answer): string[] {
  if (kind === 'monitor') return []
  const ids = [
    answer.data?.job_id,
    answer.data?.correlation_id,
    answer.bulk_job_id,
    ...(answer.jobs ?? []).map(jobId),
  ]
  return ids.filter((id) => id !== undefined)
}

const jobId = ({ job_id: id }: { job_id?: string }) => id

const refusedOf = (kind: Kind, answer: Answer): string[] =>
  kind.startsWith('batch')
    ? (answer.jobs ?? []).filter((job) => job.job_id === undefined).map(({ domain }) => domain)
    : []

async function send(
  { baseUrl, apiKey }: Client,
  { kind, reply, cutAfterMs }: Submission,
  body: string,
  key: string,
  mayLose: boolean,
): Promise<{ answer: Answer; contradictions: number }> {
  let isLost = !mayLose || reply === 'read'
  let first: string | null = null
  let last = 'no reply'
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const isCut = !isLost && reply === 'cut'
    if (isCut) isLost = true
    try {
      const headers = {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'idempotency-key': key,
      }
      const { status, text } = await post(
        baseUrl + PATHS[kind],
        headers,
        body,
        isCut ? cutAfterMs : REQUEST_MS_MAX,
      )
      last = `${status} ${text.slice(0, 500)}`
      if (DONE.has(status)) {
        const answer = JSON.parse(text) as Answer
        if (status === 422 && (answer.jobs ?? []).length === 0) break
        const named = idsOf(kind, answer).join()
        if (isLost) return { answer, contradictions: first === null || first === named ? 0 : 1 }
        isLost = true
        first = named
        continue
      }
      if (!AGAIN.has(status)) break
    } catch (error) {
      // The connection was cut or the runtime was just killed, so the request is sent again.
      last = String(error)
    }
    await delay(PAUSE_MS)
  }
  throw new Error(`${kind} was not accepted: ${last}`)
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  limitMs: number,
): Promise<{ status: number; text: string }> {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), limitMs)
  const read = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, connection: 'close' },
      body,
      signal: cut.signal,
    })
    return { status: response.status, text: await response.text() }
  }
  try {
    // In Node 20 an aborted fetch sometimes never settles. So the wait also ends when the time
    // limit is reached.
    return await orAbort(read(), cut.signal)
  } finally {
    clearTimeout(timer)
  }
}
