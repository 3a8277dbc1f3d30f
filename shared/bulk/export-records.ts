import { labelToUnicode } from '../attribution/names/domain-label.ts'
import { warningKinds } from '../attribution/scoring/answer-words.ts'
import { resultForTier } from '../jobs/job.ts'
import { csvRecords } from '../platform/csv.ts'
import { isoTime } from '../platform/db/client.ts'
import type { Tier } from '../platform/tier.ts'
import type { ExportedRow } from './queries.ts'
import { itemStatus } from './read-bulk.ts'

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
] as const

export const bulkCsvHeader = (): string => csvRecords([COLUMNS])

/** RFC 4180, one record for each line. It shows as many candidates as the tier allows. */
export function bulkCsvRecords(rows: readonly ExportedRow[], tier: Tier): string {
  return csvRecords(
    rows.map((row) => {
      const result = row.result === null ? null : resultForTier(row.result, tier)
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
        row.errorCode === 'INVALID_DOMAIN'
          ? ''
          : row.domain.split('.').map(labelToUnicode).join('.'),
      ]
    }),
  )
}

/** JSON Lines, one object for each line. It shows as many candidates as the tier allows. */
export function jsonRecords(rows: readonly ExportedRow[], tier: Tier): string {
  return rows
    .map((row) => {
      const record = {
        index: row.line,
        domain: row.domain,
        status: itemStatus(row),
        job_id: row.jobId,
        completed_at: isoTime(row.completedAt),
        registrar: row.registrar,
        scoring_result: row.result === null ? null : resultForTier(row.result, tier),
        error:
          row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
      }
      return `${JSON.stringify(record)}\n`
    })
    .join('')
}
