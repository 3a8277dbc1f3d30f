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

/** Every cell is quoted, and one that a spreadsheet would run as a formula is defused by an apostrophe (OWASP ASVS 1.2.10). */
const CSV = { quoted: true, escape_formulas: true, record_delimiter: '\r\n' } as const

export const csvHeader = (): string => stringify([[...COLUMNS]], CSV)

/** Lines as CSV records (RFC 4180). */
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
        row.error_code === null ? '' : `${row.error_code}: ${row.error_message ?? ''}`,
        row.job_id ?? '',
      ]
    }),
    CSV,
  )
}

/** Lines as one JSON object a line, each with the whole answer that the tier sees. */
export function jsonRecords(rows: readonly ExportedRow[], tier: Tier): string {
  return rows
    .map((row) => {
      const record = {
        index: row.line,
        domain: row.domain,
        status: itemStatus(row),
        job_id: row.job_id,
        completed_at: isoTime(row.completed_at),
        registrar: row.registrar,
        scoring_result: row.result === null ? null : resultForTier(row.result, tier),
        error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
      }
      return `${JSON.stringify(record)}\n`
    })
    .join('')
}
