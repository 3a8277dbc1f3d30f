import { isoTime } from '../platform/db/client.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { LedgerEntryRow } from './queries.ts'
import { LEDGER_REASONS } from './tables.ts'

export const LedgerEntry = z
  .object({
    entry_id: z.string(),
    delta: z.number().int(),
    reason: z.enum(LEDGER_REASONS),
    balance_after: z.number().int(),
    subject_id: z
      .string()
      .nullable()
      .openapi({
        description:
          'The analysis, correlation or monitor. Null for purchases, adjustments and external ' +
          'history.',
      }),
    job_id: z.string().nullable().openapi({ description: 'The analysis, otherwise null.' }),
    domain: z.string().nullable().openapi({
      description: 'The domain of the analysis. Null without one, and after it was deleted.',
    }),
    created_at: Time,
  })
  .openapi('LedgerEntry')

export const presentEntry = (entry: LedgerEntryRow): z.infer<typeof LedgerEntry> => ({
  entry_id: entry.id,
  delta: entry.delta,
  reason: entry.reason,
  balance_after: entry.balanceAfter,
  subject_id: entry.subjectId,
  job_id: isIdentifier('job', entry.subjectId ?? '') ? entry.subjectId : null,
  domain: entry.domain,
  created_at: isoTime(entry.createdAt),
})
