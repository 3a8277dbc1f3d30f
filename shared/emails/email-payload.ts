import { z } from 'zod'
import { BASES } from '../attribution/basis.ts'
import { Warning } from '../attribution/scoring/scoring-result.ts'
import { ListReliability } from './reliability-words.ts'

const count = z.number().int().nonnegative()
const counts = {
  total: count,
  completed: count,
  partial: count,
  failed: count,
  rejected: count,
  stopped: count.default(0),
}
const list = { bulk_job_id: z.string(), name: z.string().nullish(), ...counts }
const reliability = { basis: z.enum(BASES).nullish(), warnings: z.array(Warning).nullish() }

const MailedAnswer = z.object({
  domain: z.string(),
  entity: z.string().nullable(),
  ...reliability,
})
export type MailedAnswer = z.infer<typeof MailedAnswer>

const moved = z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullish()
const listMoved = z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).nullish()
// Emails that wait in the outbox during an update may lack all facts but the operator.
const MailedDiff = z.object({
  operator: moved,
  registrant: moved,
  registrar: moved,
  nameservers: listMoved,
  redirect: moved,
  status: listMoved,
  expires_at: moved,
})
export type MailedDiff = z.infer<typeof MailedDiff>

const MailedChange = z.object({
  change_id: z.string(),
  domain: z.string(),
  kinds: z.array(z.string()),
  ...reliability,
  diff: MailedDiff,
})
export type MailedChange = z.infer<typeof MailedChange>

const quota = { used: count, quota: count, period_start: z.string() }

export const EmailPayload = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('bulk_ready'),
    ...list,
    expires: count,
    reliability: ListReliability.optional(),
    /** The lines that a reader should see first. */
    worst: z.array(MailedAnswer).default([]),
  }),
  z.object({ template: z.literal('bulk_failed'), ...list }),
  z.object({
    template: z.literal('recharge_failed'),
    pack: z.string(),
    amount_cents: count,
    currency: z.string(),
    message: z.string().nullish(),
  }),
  z.object({
    template: z.literal('recharge_raised'),
    enabled: z.boolean(),
    threshold: count,
    pack: z.string(),
    amount_cents: count,
    currency: z.string(),
    monthly_limit_cents: count.nullable(),
  }),
  z.object({ template: z.literal('monitor_change'), changes: z.array(MailedChange).min(1) }),
  z.object({ template: z.literal('monitor_changes'), changes: z.array(MailedChange).min(1) }),
  z.object({ template: z.literal('welcome') }),
  z.object({ template: z.literal('quota_80'), ...quota }),
  z.object({ template: z.literal('quota_100'), ...quota }),
  z.object({
    template: z.literal('digest'),
    week: z.string(),
    analyzed: count,
    attributed: count,
    domains: z.array(MailedAnswer),
    changes: z.array(z.object({ domain: z.string(), from: z.string(), to: z.string() })),
    // Changes that monitors found. `total` is their number; `changes` lists only the first ones.
    watched: z
      .object({ total: count, changes: z.array(MailedChange) })
      .default({ total: 0, changes: [] }),
  }),
])
export type EmailPayload = z.infer<typeof EmailPayload>
export type PayloadOf<Template extends EmailPayload['template']> = Extract<
  EmailPayload,
  { template: Template }
>

/**
 * The setting that switches an email off, or null if no setting can. Null is for emails about the
 * outcome of a customer's request or payment, and about a change that an attacker could have made.
 */
export function preferenceOf(template: EmailPayload['template']): 'digest' | 'lifecycle' | null {
  switch (template) {
    case 'digest':
      return 'digest'
    case 'welcome':
    case 'quota_80':
    case 'quota_100':
      return 'lifecycle'
    case 'bulk_ready':
    case 'bulk_failed':
    case 'recharge_failed':
    case 'recharge_raised':
    // No setting of the account applies, because each monitor has its own setting for emails.
    case 'monitor_change':
    case 'monitor_changes':
      return null
    default:
      return template satisfies never
  }
}
