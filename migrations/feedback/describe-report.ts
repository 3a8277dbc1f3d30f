import { z } from 'zod'
import { foldLetters } from '../../shared/attribution/names/fold.ts'
import { EntitySignals, ScoringResult } from '../../shared/attribution/scoring/scoring-result.ts'
import {
  type ReportGroup,
  type ReportToReview,
  trustOf,
} from '../../shared/feedback/group-reports.ts'

/** The stored result of the analysis that a report is about. */
export const StoredAnswer = z.object({
  result: ScoringResult,
  signals: z.array(EntitySignals),
  evidence: z.array(
    z.looseObject({
      collector: z.string(),
      status: z.string(),
      source: z.string(),
      collected_at: z.string(),
      detail: z.string().nullish(),
      data: z.unknown(),
    }),
  ),
})
export type StoredAnswer = z.infer<typeof StoredAnswer>

const SIGNALS_MAX = 10
const LISTED_MAX = 5

/**
 * Characters with which a text could change the terminal or the order of the line: control
 * characters, invisible characters, and marks for the direction of writing (Unicode Standard Annex
 * 9).
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu
/** Returns a text of unknown origin as one line that cannot change the terminal. */
export const safe = (text: string): string => text.replace(UNSAFE, ' ')

const percent = (share: number): string => `${Math.round(share * 100)} %`

const claimOf = ({ verdict, relation, correct_entity: name }: ReportToReview): string =>
  [
    verdict,
    relation === null || relation === 'operator' ? '' : `(${relation})`,
    name === null ? '' : `-> ${safe(name)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')

const answerOf = ({ outcome, entity, confidence }: ReportToReview): string =>
  outcome === null ? 'failed' : `${outcome} ${safe(entity ?? '-')} (${percent(confidence ?? 0)})`

/** Returns the lines for one group of reports in the list, without evidence. */
export function describeGroup({
  kind,
  reports,
  domains,
  independentAccounts,
  score,
}: ReportGroup): string {
  const [first] = reports
  if (first === undefined) return ''
  const name = safe(first.correct_entity ?? '')
  const heads = {
    agreement: `${first.domain}: ${claimOf(first)}`,
    campaign: `${name} for ${domains} domains by young accounts: counts as one report`,
    sandbox: 'sandbox domains, which improve nothing',
  }
  const listed = reports.slice(0, kind === 'campaign' ? LISTED_MAX : reports.length)
  const left = reports.length - listed.length
  return [
    `${heads[kind]}   trust ${score.toFixed(2)}, independent accounts ${independentAccounts}`,
    ...listed.map(
      (each) =>
        `  ${each.feedback_id} ${each.status.padEnd(10)} ${each.created_at.slice(0, 10)} ${each.domain}, our answer: ${answerOf(each)}`,
    ),
    ...(left > 0 ? [`  and ${left} more; --json lists all`] : []),
  ].join('\n')
}

/**
 * Returns one report beside the stored answer and evidence of its analysis. `answer` is null if the
 * analysis failed.
 */
export function describeReport(report: ReportToReview, answer: StoredAnswer | null): string {
  return [
    `${report.feedback_id}  ${report.status}, revision ${report.revision}, ${report.created_at.slice(0, 16)}`,
    `${report.domain}: ${claimOf(report)}`,
    ...(report.note === null ? [] : [`note: ${safe(report.note)}`]),
    ...report.evidence_urls.map((url) => `link: ${safe(url)}`),
    `account: ${Math.floor(report.account_age_days)} days old then, ${report.accepted} reports accepted, ${report.declined} declined, trust ${trustOf(report).toFixed(2)}`,
    ...(report.resolution_note === null ? [] : [`decision: ${safe(report.resolution_note)}`]),
    '',
    `our answer (${report.job_id}): ${answerOf(report)}`,
    ...(answer === null ? [] : describeAnswer(report, answer)),
  ].join('\n')
}

function describeAnswer(
  { correct_entity: name }: ReportToReview,
  { result, signals, evidence }: StoredAnswer,
): string[] {
  const strongest = signals.flatMap(({ entity, signals: own }) =>
    own
      .toSorted((a, b) => b.contribution - a.contribution)
      .slice(0, SIGNALS_MAX)
      .map(
        (signal) =>
          `  ${safe(entity)}: ${signal.signal} ${signal.stance}: ${safe(signal.observed)}`,
      ),
  )
  return [
    safe(result.summary),
    '',
    'candidates',
    ...result.candidates.map(
      ({ rank, entity, confidence, rationale }) =>
        `  ${rank}. ${safe(entity)} (${percent(confidence)}) ${safe(rationale)}`,
    ),
    '',
    'signals',
    ...strongest,
    '',
    name === null ? 'evidence' : `evidence, and how often it contains "${safe(name)}"`,
    ...evidence.map(({ collector, status, source, detail, data }) => {
      const count = name === null ? '' : `${mentions(data, name)}x `
      return `  ${count}${collector} ${status} ${safe(detail ?? source)}`
    }),
  ]
}

/** Counts where `name` stands in stored evidence, without regard to accents and case. */
function mentions(data: unknown, name: string): number {
  const wanted = foldLetters(name).trim()
  return wanted === '' ? 0 : foldLetters(JSON.stringify(data ?? null)).split(wanted).length - 1
}
