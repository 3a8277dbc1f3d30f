import { z } from 'zod'
import { Depth, Domain, ListedResult, Passive } from './analyses.ts'
import { COSTS } from './constant-texts.ts'
import { CREDITS_WITHOUT_CONSENT, CreditsMax, defineTool, STARTS } from './tool.ts'

// If the call gives no depth, a list with more domains than this is analyzed deep. Same as the
// default of QUICK_BATCH_MAX_DOMAINS.
const QUICK_DOMAINS_MAX = 10

const input = z.strictObject({
  domains: z.array(Domain).min(1).max(50),
  depth: Depth.optional(),
  passive: Passive,
  max_credits: CreditsMax.optional(),
})

interface Batch {
  jobs: { domain: string; status?: string; result?: object }[]
}

export const attributeDomains = defineTool({
  name: 'attribute_domains',
  description:
    'Analyses each of 1-50 domains, also stored ones. quick (max 10 domains, their default) ' +
    'answers at once; deep (default for more) returns job ids for get_result. Costs 1 ' +
    'analysis per domain. If over 10 credits, needs max_credits.',
  input,
  output: z.object({
    jobs: z.array(
      z.object({
        domain: z.string(),
        job_id: z.string().optional(),
        status: z.string().optional(),
        result: ListedResult.optional(),
        error: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
    accepted: z.number(),
    failed: z.number(),
    credits_refunded: z.number(),
  }),
  annotations: STARTS,
  async run({ routes }, { domains, depth, passive, max_credits }) {
    const chosen = depth ?? (domains.length <= QUICK_DOMAINS_MAX ? 'quick' : 'deep')
    const creditsMax = max_credits ?? CREDITS_WITHOUT_CONSENT
    const batch = (await routes.post(
      '/analyze/batch',
      { domains, depth: chosen, passive },
      { creditsMax },
    )) as Batch
    const isUnfinished = batch.jobs.some(
      ({ status }) => status === 'queued' || status === 'running',
    )
    return {
      data: { ...batch, cost: COSTS.analysis, ...(isUnfinished ? { next: 'get_result' } : {}) },
    }
  },
})
