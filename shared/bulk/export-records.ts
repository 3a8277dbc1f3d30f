import { stringify } from 'csv-stringify/sync'
import { resultForTier } from '../jobs/job.ts'
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
] as const

/**
 * Each CSV cell is in quotation marks. If a spreadsheet would run a cell as a formula, the cell gets an apostrophe in front (OWASP ASVS
 * 1.2.10).
 */
const CSV = { quoted: true, escape_formulas: true, record_delimiter: '\r\n' } as const

export const csvHeader = (): string => stringify([[...COLUMNS]], CSV)

/**
 * Returns CSV records (RFC 4180), one for each line of a bulk list. A record shows the possible operators of the domain (candidates), as
 * many as the customer's subscription `tier` allows.
 */
export function csvRecords(rows: readonly ExportedRow[], tier: Tier): string {
  return stringify(
    rows.map((row) => {
      const result = row.result === null ? null : resultForTier(row.result, tier)
      return [
        row.domain,
        itemStatus(row),
        result?.entity ?? '',
        result === null ? '' : String(result.confidence),
        result?.outcome ?? '',
        result?.candidates.find(({ rank }) => rank === 2)?.entity ?? '',
        row.registrar ?? '',
        row.errorCode === null ? '' : `${row.errorCode}: ${row.errorMessage ?? ''}`,
        row.jobId ?? '',
      ]
    }),
    CSV,
  )
}

/**
 * Returns one JSON object per text line (JSON Lines format) for each line of a bulk list. An object shows the possible operators of the
 * domain (candidates), as many as the customer's subscription `tier` allows.
 */
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
        error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
      }
      return `${JSON.stringify(record)}\n`
    })
    .join('')
}
