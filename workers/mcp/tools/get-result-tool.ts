import { z } from 'zod'
import { PublicError } from '../../../shared/platform/http/errors.ts'
import { ANALYSIS, describeJob, isTerminal, jobResource, nullable, readJob } from './analyses.ts'
import { NOTES } from './constant-texts.ts'
import {
  CORRELATION,
  CorrelationDetail,
  correlationResource,
  describeCorrelation,
  readCorrelation,
} from './correlations.ts'
import { pathOf } from './own-routes.ts'
import { defineTool, READS, type ToolCall } from './tool.ts'

const WAIT_SECONDS_MAX = 20
const ASK_AGAIN_MS = 2_000

const BULK = {
  bulk_job_id: nullable(z.string()),
  total: z.number().optional(),
  completed: z.number().optional(),
  failed: z.number().optional(),
  stopped: z.number().optional(),
  exports: nullable(
    z.object({ csv_url: z.string(), json_url: z.string(), expires_at: z.string() }),
  ),
}

const Progress = z.object({
  percent: z.number().optional(),
  stage: z.string().optional(),
  total: z.number().optional(),
  analyzed: z.number().optional(),
})

const input = z.strictObject({
  id: z.string().max(64),
  wait_seconds: z.number().min(0).max(WAIT_SECONDS_MAX).default(0),
  detail: CorrelationDetail.default('clusters'),
})
type Input = z.output<typeof input>

export const getResult = defineTool({
  name: 'get_result',
  description:
    'Reads an analysis (job_), correlation (cor_) or list (blk_); waits up to wait_seconds. ' +
    "Free. detail full adds a correlation's pairs.",
  input,
  output: z.object({ ...ANALYSIS, ...CORRELATION, ...BULK, progress: Progress.optional() }),
  annotations: READS,
  async run(call, asked) {
    if (asked.id.startsWith('job_')) return jobResult(call, asked)
    const read = readerOf(call, asked)
    if (read === undefined) throw noSuchPrefix()
    const until = call.now() + asked.wait_seconds * 1_000
    let found = await read()
    while (!isEnded(found) && call.now() + ASK_AGAIN_MS <= until) {
      await call.wait(ASK_AGAIN_MS)
      found = await read()
    }
    const data = isEnded(found) ? found : { ...found, next: 'get_result', note: NOTES.running }
    return asked.id.startsWith('cor_')
      ? { data, resource: correlationResource(asked.id) }
      : { data }
  },
})

const Found = z.looseObject({ status: z.string() })

const isEnded = ({ status }: { status: string }) => status === 'completed' || status === 'failed'

function readerOf(
  { routes }: ToolCall,
  { id, detail }: Input,
): (() => Promise<{ status: string }>) | undefined {
  if (id.startsWith('cor_'))
    return async () => describeCorrelation(await readCorrelation(routes, id), detail)
  if (id.startsWith('blk_'))
    return async () => Found.parse(await routes.get(pathOf`/analyze/bulk/${id}`))
  return undefined
}

async function jobResult({ routes }: ToolCall, { id, wait_seconds: seconds }: Input) {
  let job = await readJob(routes, id)
  if (!isTerminal(job) && seconds > 0) {
    await routes.awaitEnd(pathOf`/jobs/${id}/events`, seconds * 1_000)
    job = await readJob(routes, id)
  }
  return { data: describeJob(job), resource: jobResource(id) }
}

function noSuchPrefix(): PublicError {
  const message = 'must begin with job_, cor_ or blk_'
  return new PublicError('VALIDATION_ERROR', `id: ${message}`, {
    details: [{ path: 'id', message }],
  })
}
