import { warningKinds } from '../attribution/scoring/answer-words.ts'
import { resultForTier } from '../jobs/job.ts'
import { csvRecords } from '../platform/csv.ts'
import { isoTime } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import type { Tier } from '../platform/tier.ts'
import type { ExportedRow } from './queries.ts'
import { itemStatus, unicodeOfLine } from './read-bulk.ts'

const COLUMNS = [
  'domain',
  'status',
  'entity',
  'confidence',
  'outcome',
  'second_candidate',
  'registrar',
  'error',
  'job_id',
  'basis',
  'warnings',
  'domain_unicode',
  'answer_url',
] as const

/** The file shows as many candidates as `tier` allows, and links to the dashboard. */
type Shown = { tier: Tier } & Pick<Environment, 'PUBLIC_URL'>

/** Address of the page with the answer. Null for a line without a job. */
const answerUrl = ({ jobId }: ExportedRow, { PUBLIC_URL }: Shown) =>
  jobId === null ? null : `${PUBLIC_URL}/app/jobs/${jobId}`

export const bulkCsvHeader = (): string => csvRecords([COLUMNS])

/** RFC 4180, one record for each line. */
export function bulkCsvRecords(rows: readonly ExportedRow[], shown: Shown): string {
  return csvRecords(
    rows.map((row) => {
      const result = row.result === null ? null : resultForTier(row.result, shown.tier)
      return [
        row.domain,
        itemStatus(row),
        result?.entity ?? '',
        result?.confidence ?? '',
        result?.outcome ?? '',
        result?.candidates.find(({ rank }) => rank === 2)?.entity ?? '',
        row.registrar ?? '',
        row.errorCode === null ? '' : `${row.errorCode}: ${row.errorMessage ?? ''}`,
        row.jobId ?? '',
        result?.basis ?? '',
        result === null ? '' : warningKinds(result).join(' '),
        unicodeOfLine(row) ?? '',
        answerUrl(row, shown) ?? '',
      ]
    }),
  )
}

/** JSON Lines, one object for each line. */
export function jsonRecords(rows: readonly ExportedRow[], shown: Shown): string {
  return rows
    .map((row) => {
      const result = row.result === null ? null : resultForTier(row.result, shown.tier)
      const record = {
        index: row.line,
        domain: row.domain,
        domain_unicode: unicodeOfLine(row),
        status: itemStatus(row),
        job_id: row.jobId,
        completed_at: isoTime(row.completedAt),
        registrar: row.registrar,
        entity: result?.entity ?? null,
        confidence: result?.confidence ?? null,
        basis: result?.basis ?? null,
        warnings: result?.warnings ?? [],
        scoring_result: result,
        error:
          row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
        answer_url: answerUrl(row, shown),
      }
      return `${JSON.stringify(record)}\n`
    })
    .join('')
}
