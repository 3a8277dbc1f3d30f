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
    started_by: z
      .string()
      .nullable()
      .openapi({
        description:
          'The list or the monitor that started the analysis. Null for other analyses, and for ' +
          'one of a deleted monitor.',
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
  started_by: entry.startedBy,
  created_at: isoTime(entry.createdAt),
})
