import { z } from 'zod'
import {
  ANALYSIS,
  costOf,
  Depth,
  Domain,
  describeJob,
  jobResource,
  latestAnalysis,
  Passive,
  type ReadJob,
  readJob,
} from './analyses.ts'
import { COSTS, NOTES } from './constant-texts.ts'
import { defineTool, STARTS, type ToolCall } from './tool.ts'

const MAX_AGE_HOURS_MAX = 168

const input = z.strictObject({
  domain: Domain,
  depth: Depth.default('quick'),
  passive: Passive,
  max_age_hours: z.number().min(0).max(MAX_AGE_HOURS_MAX).default(24),
})

export const attributeDomain = defineTool({
  name: 'attribute_domain',
  description:
    "Who operates a domain, how probably, and rivals. Start here. Returns the account's stored " +
    'analysis if younger than max_age_hours (free; 0 runs anew), else runs one: quick (seconds) ' +
    'or deep (minutes, more sources). Costs 1 analysis (quota, else overage or 1 credit), ' +
    'refunded if it fails. passive sends nothing to the domain.',
  input,
  output: z.object({
    ...ANALYSIS,
  }),
  annotations: STARTS,
  async run(call, { passive = false, ...rest }) {
    const asked = { ...rest, passive }
    const stored =
      asked.max_age_hours === 0
        ? null
        : await latestAnalysis(call.routes, { ...asked, now: call.now() })
    if (stored !== null && stored.ageHours <= asked.max_age_hours) return storedAnswer(call, stored)
    const body = { domain: asked.domain, depth: asked.depth, passive }
    const job = (await call.routes.post('/analyze', body, {
      wait: asked.depth === 'deep',
    })) as ReadJob
    const resource = jobResource(job.job_id)
    if (job.completed_at === undefined)
      return {
        data: {
          status: 'running',
          job_id: job.job_id,
          next: 'get_result',
          note: NOTES.running,
          cost: COSTS.analysis,
        },
      }
    return { data: { ...describeJob(job), from_cache: false, cost: costOf(job) }, resource }
  },
})

async function storedAnswer(
  { routes }: ToolCall,
  { jobId, ageHours }: { jobId: string; ageHours: number },
) {
  const job = await readJob(routes, jobId)
  const age = { from_cache: true, age_hours: Math.round(ageHours * 10) / 10, cost: COSTS.stored }
  return { data: { ...job, ...age }, resource: jobResource(jobId) }
}
