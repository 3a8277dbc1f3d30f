import { z } from 'zod'
import { CADENCES, Monitor } from '../../../shared/monitors/monitor.ts'
import { type ErrorCode, PublicError } from '../../../shared/platform/http/errors.ts'
import { Domain, Passive } from './analyses.ts'
import { defineTool, STARTS } from './tool.ts'

interface Saved {
  monitors: object[]
  rejected: { error: { code: ErrorCode; message: string } }[]
}

// The label and the callback address are left out. They are the customer's own texts, and an
// address may contain a secret.
const Watched = Monitor.pick({
  monitor_id: true,
  domain: true,
  status: true,
  cadence: true,
  cadence_effective: true,
  passive: true,
  watch: true,
  monthly_credit_limit: true,
  credits_this_month: true,
  baseline: true,
  next_check_at: true,
  last_changed_at: true,
  last_error: true,
})

export const watchDomain = defineTool({
  name: 'watch_domain',
  description:
    'Watches a domain for changes of operator, registration and redirect. ' +
    'Default daily, free tier weekly. Checks are free. The first ' +
    'analysis (none if recent) and one per confirmed change (max 5 a month) cost 1 each; a ' +
    "monitor above the tier's number 1 credit per 30 days.",
  input: z.strictObject({
    domain: Domain,
    cadence: z.enum(CADENCES).optional(),
    passive: Passive,
  }),
  output: z.object({ monitors: z.array(Watched) }),
  annotations: STARTS,
  async run({ routes }, { domain, cadence, passive }) {
    const { monitors, rejected } = (await routes.post('/monitors', {
      domains: [domain],
      cadence,
      passive,
    })) as Saved
    const [refused] = rejected
    if (refused !== undefined) throw new PublicError(refused.error.code, refused.error.message)
    return { data: { monitors } }
  },
})
