import { z } from '../platform/http/zod-openapi.ts'
import { HistoryDiff } from './history-difference.ts'

export const HistoryEntry = z
  .object({
    job_id: z.string().nullable().openapi({ description: "Only on the caller's own runs." }),
    analyzed_at: z.string(),
    status: z.enum(['completed', 'partial', 'failed']),
    entity: z.string().nullable(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .openapi({ description: 'Null for an external record, which is no analysis.' }),
    registrar: z.string().nullable(),
    nameservers: z.array(z.string()),
    source: z.enum(['local', 'external']),
    diff: HistoryDiff.nullable().openapi({ description: 'Against the next older entry; null when nothing changed.' }),
  })
  .openapi('HistoryEntry')
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** An entry on its way to the page: its exact time, and the entity by which spellings are told apart from changes. */
export interface HistoryPoint extends Omit<HistoryEntry, 'diff' | 'analyzed_at'> {
  /** ISO 8601 UTC with six fraction digits, unique within the domain. */
  at: string
  entity_id: string | null
}
