import { z } from 'zod'
import {
  COLLECTOR_NAMES,
  COLLECTOR_STATUSES,
  type CollectedEvidence,
  type CollectorName,
  EVIDENCE_SCHEMAS,
  type EvidenceSet,
} from '../../shared/attribution/evidence.ts'

const entryOf = (name: CollectorName) =>
  z.object({
    collector: z.literal(name),
    status: z.enum(COLLECTOR_STATUSES),
    detail: z.string().nullable(),
    source: z.string(),
    collected_at: z.string(),
    duration_ms: z.number(),
    data: (EVIDENCE_SCHEMAS[name] as z.ZodType).nullable(),
  })

const [first, ...others] = COLLECTOR_NAMES

/**
 * Format of the column job_results.evidence: one entry for each collector. A field that older
 * versions of the service did not store gets its default.
 */
export const StoredEvidence = z.array(
  z.discriminatedUnion('collector', [entryOf(first), ...others.map(entryOf)]),
) as unknown as z.ZodType<CollectedEvidence[]>

export const evidenceSetOf = (entries: readonly CollectedEvidence[]): EvidenceSet =>
  Object.fromEntries(entries.map((entry) => [entry.collector, entry])) as EvidenceSet
