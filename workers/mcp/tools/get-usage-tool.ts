import { z } from 'zod'
import { defineTool, READS } from './tool.ts'

const Usage = z.object({ remaining: z.number().nullable() })
const Credits = z.object({ balance: z.number(), has_active_subscription: z.boolean() })

export const getUsage = defineTool({
  name: 'get_usage',
  description: 'Quota, credits and cost of the next analysis. Free. Call it before a long list.',
  input: z.strictObject({}),
  output: z.object({
    period_end: z.string(),
    used: z.number(),
    quota: z.number().nullable(),
    remaining: z.number().nullable(),
    overage: z.number(),
    balance: z.number(),
    has_active_subscription: z.boolean(),
  }),
  annotations: READS,
  async run({ routes }) {
    const usage = await routes.get('/billing/usage')
    const credits = await routes.get('/billing/credits')
    const cost = nextCost(Usage.parse(usage), Credits.parse(credits))
    return { data: { ...(usage as object), ...(credits as object), cost } }
  },
})

/** An analysis is paid first from the quota, then as overage in a paid tier, then with credits. */
function nextCost(
  { remaining }: z.output<typeof Usage>,
  { balance, has_active_subscription }: z.output<typeof Credits>,
) {
  if (remaining === null || remaining > 0) return 'analysis: monthly quota; correlation: credits'
  if (has_active_subscription)
    return 'analysis: overage, or 1 credit without metered billing; correlation: credits'
  return balance > 0
    ? 'analysis: 1 credit; correlation: credits'
    : 'refused: no quota and no credits left'
}
