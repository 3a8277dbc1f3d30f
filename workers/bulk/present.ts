import type { BulkItemRow } from '../../shared/bulk/queries.ts'
import { itemStatus } from '../../shared/bulk/read-bulk.ts'
import type { BulkSubmitted } from '../../shared/bulk/submit-bulk.ts'

export const presentSubmitted = ({ bulkJobId, total, accepted }: BulkSubmitted) => ({
  bulk_job_id: bulkJobId,
  status: 'accepted' as const,
  total,
  accepted,
  rejected: total - accepted,
})

export const presentItem = (row: BulkItemRow) => ({
  index: row.line,
  domain: row.domain,
  status: itemStatus(row),
  job_id: row.jobId,
  entity: row.entity,
  confidence: row.confidence,
  basis: row.basis,
  warnings: row.warnings ?? [],
  error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
})
