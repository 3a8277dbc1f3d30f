import { z } from 'zod'
import { EntitySignals } from '../../shared/attribution/scoring/scoring-result.ts'
import { Job, Progress } from '../../shared/jobs/job.ts'
import { parseJson } from './json.ts'
import type { Platform } from './platform.ts'

export type Api = Pick<Platform, 'baseUrl' | 'apiKey'>

/**
 * If there is no answer, `refused` says why in a sentence. `job` is null if the service did not
 * accept the domain.
 */
export type Analysis =
  | { domain: string; refused: string; job: Job | null }
  | { domain: string; refused: null; job: Job; entities: EntitySignals[] }

export type Depth = 'quick' | 'deep'

/** A call may take longer than the time limit of a deep analysis. */
const CALL_LIMIT_MS = 240_000

const JobAnswer = z.object({ data: Job })
const Submitted = z.object({ data: z.object({ job_id: z.string() }) })
const SignalsAnswer = z.object({ data: z.object({ entities: z.array(EntitySignals) }) })
const Refusal = z.object({ error: z.object({ message: z.string() }) })

class Refused extends Error {}

async function call<Answer>(
  api: Api,
  shape: z.ZodType<Answer>,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(api.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': api.apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = parseJson(await response.text())
  if (response.ok) return shape.parse(answer)
  const refusal = Refusal.safeParse(answer)
  throw new Refused(
    refusal.success ? refusal.data.error.message : `The service answered ${response.status}.`,
  )
}

/**
 * Analyses one domain. `onProgress` gets each step of a deep analysis. If the service refuses the
 * domain, the reason is returned. Throws if the service does not answer.
 */
export async function analyze(
  api: Api,
  domain: string,
  depth: Depth,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Analysis> {
  try {
    const job = await ended(api, domain, depth, onProgress)
    if (job.status === 'failed')
      return { domain, refused: job.error?.message ?? 'The analysis failed.', job }
    const { data } = await call(api, SignalsAnswer, `/jobs/${job.job_id}/signals`)
    return { domain, refused: null, job, entities: data.entities }
  } catch (error) {
    if (error instanceof Refused) return { domain, refused: error.message, job: null }
    throw error
  }
}

/**
 * Waits for the end of an analysis. The response to a quick analysis contains the finished job; a
 * deep analysis is followed with its event stream.
 */
async function ended(
  api: Api,
  domain: string,
  depth: Depth,
  onProgress: (progress: Progress) => void,
): Promise<Job> {
  if (depth === 'quick') return (await call(api, JobAnswer, '/analyze', { domain, depth })).data
  const { data } = await call(api, Submitted, '/analyze', { domain, depth })
  return follow(api, data.job_id, onProgress)
}

/** The last event contains the finished job. */
async function follow(
  api: Api,
  jobId: string,
  onProgress: (progress: Progress) => void,
): Promise<Job> {
  const response = await fetch(`${api.baseUrl}/jobs/${jobId}/events`, {
    headers: { 'x-api-key': api.apiKey },
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  })
  if (response.body === null) throw new Error(`the event stream of ${jobId} is empty`)
  let buffer = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (buffer + text).split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = parseJson(/^data: (.*)$/m.exec(block)?.[1] ?? '')
      if (event === 'done') return Job.parse(data)
      const progress = Progress.safeParse(data)
      if (progress.success) onProgress(progress.data)
    }
  }
  throw new Error(`the event stream of ${jobId} ended before its job`)
}

/**
 * Analyses several domains. `onProgress` gets a sentence about the domains that are being analysed,
 * and `onEnd` each finished analysis. Returns the analyses in the order of the domains.
 */
export async function analyzeAll(
  api: Api,
  wanted: readonly { domain: string; depth: Depth }[],
  concurrency: number,
  report: { onProgress(text: string): void; onEnd(analysis: Analysis): void },
): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  const working = new Map<string, string>()
  let next = 0
  let ended = 0
  const say = () =>
    report.onProgress(`${ended} of ${wanted.length} done · ${[...working.values()].join(' · ')}`)
  const work = async () => {
    for (;;) {
      const at = next
      const item = wanted[at]
      if (item === undefined) return
      next += 1
      working.set(item.domain, item.domain)
      say()
      const analysis = await analyze(api, item.domain, item.depth, (progress) => {
        const waiting = progress.collectors
          .filter(({ status }) => status === 'running')
          .map(({ name }) => name)
        working.set(
          item.domain,
          `${item.domain} ${progress.percent} % ${waiting.join(', ')}`.trimEnd(),
        )
        say()
      })
      analyses[at] = analysis
      working.delete(item.domain)
      ended += 1
      report.onEnd(analysis)
      say()
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, wanted.length) }, work))
  return analyses
}
