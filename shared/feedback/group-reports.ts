import { z } from 'zod'
import { FEEDBACK_STATUSES, FEEDBACK_VERDICTS, RELATIONS } from './feedback.ts'

/**
 * A report as the reviewer sees it, with the answer that it is about and the record of the account
 * that sent it.
 */
export const ReportToReview = z.object({
  feedback_id: z.string(),
  job_id: z.string(),
  domain: z.string(),
  sandbox: z.boolean(),
  verdict: z.enum(FEEDBACK_VERDICTS),
  correct_entity: z.string().nullable(),
  normalized_entity: z.string().nullable(),
  relation: z.enum(RELATIONS).nullable(),
  evidence_urls: z.array(z.string()),
  note: z.string().nullable(),
  status: z.enum(FEEDBACK_STATUSES),
  revision: z.number(),
  resolution_note: z.string().nullable(),
  created_at: z.string(),
  /** Equal for all accounts of one mailbox. */
  account_group: z.string(),
  /** Age of the account when it sent the report. */
  account_age_days: z.number(),
  /** Other reports of the account that were accepted, and that were declined. */
  accepted: z.number(),
  declined: z.number(),
  outcome: z.string().nullable(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
})
export type ReportToReview = z.infer<typeof ReportToReview>

/** Reports that are reviewed together, oldest first. */
export interface ReportGroup {
  /**
   * `agreement`: all reports say the same about one domain. `campaign`: young accounts name one
   * entity for many domains. `sandbox`: reports about test domains, which improve nothing.
   */
  kind: 'agreement' | 'campaign' | 'sandbox'
  reports: ReportToReview[]
  domains: number
  /** Accounts that share no mailbox. */
  independentAccounts: number
  /**
   * Sum of the trust of the independent accounts; a campaign counts as one report of mean trust.
   */
  score: number
}

const YOUNG_DAYS = 30
const CAMPAIGN_DOMAINS_MIN = 3

/**
 * Returns the trust in an account, between 0 and 1: the share of its reports that were accepted, as
 * if one more had been accepted and one more declined. An account without decisions has 0.5.
 */
export const trustOf = ({
  accepted,
  declined,
}: Pick<ReportToReview, 'accepted' | 'declined'>): number =>
  (accepted + 1) / (accepted + declined + 2)

/**
 * Groups reports for the review, most trusted first. Reports of independent accounts that say the
 * same about a domain strengthen each other. If young accounts name one entity for three or more
 * domains, all these reports count as one. Reports about sandbox domains are one group, the last
 * one. The order of `reports` has no effect.
 */
export function groupReports(reports: readonly ReportToReview[]): ReportGroup[] {
  const oldestFirst = [...reports].sort((a, b) => compare(a.feedback_id, b.feedback_id))
  const real = oldestFirst.filter(({ sandbox }) => !sandbox)
  const practice = oldestFirst.filter(({ sandbox }) => sandbox)
  const campaigns = groupBy(
    real.filter(isYoungNaming),
    ({ normalized_entity: name }) => name ?? '',
  ).filter((group) => new Set(group.map(({ domain }) => domain)).size >= CAMPAIGN_DOMAINS_MIN)
  const inCampaign = new Set(campaigns.flat())
  const others = real.filter((report) => !inCampaign.has(report))
  const groups = [
    ...campaigns.map((group) => groupOf('campaign', group)),
    ...groupBy(others, claimOf).map((group) => groupOf('agreement', group)),
    ...(practice.length === 0 ? [] : [groupOf('sandbox', practice)]),
  ]
  return groups.sort((a, b) => b.score - a.score || compare(firstId(a), firstId(b)))
}

const isYoungNaming = ({
  account_age_days: days,
  normalized_entity: name,
  verdict,
}: ReportToReview): boolean =>
  days < YOUNG_DAYS &&
  name !== null &&
  name !== '' &&
  (verdict === 'wrong' || verdict === 'outdated')

const claimOf = ({ domain, verdict, relation, normalized_entity: name }: ReportToReview): string =>
  JSON.stringify([domain, name === null ? verdict : 'named', relation ?? 'operator', name])

function groupOf(kind: ReportGroup['kind'], reports: ReportToReview[]): ReportGroup {
  const trusts = groupBy(reports, (report) => report.account_group).map((own) =>
    Math.min(...own.map(trustOf)),
  )
  const sum = trusts.reduce((total, trust) => total + trust, 0)
  return {
    kind,
    reports,
    domains: new Set(reports.map(({ domain }) => domain)).size,
    independentAccounts: trusts.length,
    score: kind === 'sandbox' ? 0 : kind === 'campaign' ? sum / trusts.length : sum,
  }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const firstId = ({ reports }: ReportGroup): string => reports[0]?.feedback_id ?? ''
