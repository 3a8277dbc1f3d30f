import { z } from 'zod'
import { Domain, Passive } from './analyses.ts'
import { NOTES } from './constant-texts.ts'
import {
  CORRELATION,
  CorrelationDetail,
  correlationResource,
  describeCorrelation,
  readCorrelation,
} from './correlations.ts'
import { CREDITS_WITHOUT_CONSENT, CreditsMax, defineTool, STARTS } from './tool.ts'

const input = z.strictObject({
  domains: z.array(Domain).min(2).max(100),
  passive: Passive,
  max_credits: CreditsMax.optional(),
  detail: CorrelationDetail.default('clusters'),
})

interface Submitted {
  correlation_id: string
  status: string
}

export const correlateDomains = defineTool({
  name: 'correlate_domains',
  description:
    'Which of 2-100 domains share an operator. Read it with ' +
    'get_result. Costs 1 credit, plus 1 per domain not analysed in 7 days (refunded if it ' +
    'fails), never quota. If over 10, needs max_credits.',
  input,
  output: z.object({
    status: z.string(),
    domains: z.array(z.string()).optional(),
    uncached_domains: z.array(z.string()).optional(),
    credits_charged: z.number().optional(),
    ...CORRELATION,
  }),
  annotations: STARTS,
  async run({ routes }, { domains, passive, max_credits, detail }) {
    const creditsMax = max_credits ?? CREDITS_WITHOUT_CONSENT
    const submitted = (await routes.post(
      '/correlate',
      { domains, passive },
      { creditsMax },
    )) as Submitted
    // If a call is repeated with the same Idempotency-Key, it gets the id of the first call, whose
    // correlation may already have ended.
    const stored = await readCorrelation(routes, submitted.correlation_id)
    const isEnded = stored.status === 'completed' || stored.status === 'failed'
    const rest = isEnded
      ? describeCorrelation(stored, detail)
      : { next: 'get_result', note: NOTES.running }
    const resource = correlationResource(submitted.correlation_id)
    return { data: { ...submitted, ...rest }, resource }
  },
})
