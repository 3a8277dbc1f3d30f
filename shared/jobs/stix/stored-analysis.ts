import { z } from 'zod'
import { evidencePath } from '../../attribution/answer/evidence-path.ts'
import { AsnEvidence, DnsEvidence, WhoisEvidence } from '../../attribution/evidence.ts'
import { RegistrationRecord } from '../../attribution/registration-record.ts'
import type { EntitySignals, ScoringResult } from '../../attribution/scoring/scoring-result.ts'
import { isoTime } from '../../platform/db/client.ts'

/** Only the evidence of these collectors is read for a bundle. */
const COLLECTORS = ['dns', 'whois', 'asn'] as const

export const EVIDENCE_PATH = evidencePath(COLLECTORS)

const piece = <Name extends (typeof COLLECTORS)[number], Data extends z.ZodType>(
  collector: Name,
  data: Data,
) =>
  z.object({
    collector: z.literal(collector),
    source: z.string(),
    collected_at: z.iso.datetime(),
    data: data.nullable(),
  })

// Evidence with only the fields that a bundle needs. Older evidence that lacks other fields is
// valid too.
const Piece = z.discriminatedUnion('collector', [
  piece('dns', DnsEvidence.pick({ a: true, aaaa: true, ns: true, mx: true })),
  piece(
    'whois',
    WhoisEvidence.pick({ registrable_domain: true }).extend({
      record: RegistrationRecord.pick({
        outcome: true,
        registrant: true,
        registrar: true,
        name_servers: true,
        statuses: true,
        created_at: true,
        expires_at: true,
        privacy: true,
        source: true,
      }),
    }),
  ),
  piece('asn', AsnEvidence),
])

export const StixEvidence = z.array(Piece)
export type StixEvidence = z.infer<typeof StixEvidence>
export type PieceOf<Name extends (typeof COLLECTORS)[number]> = Extract<
  StixEvidence[number],
  { collector: Name }
>

export interface StixAnalysis {
  /** Null for an answer of the sandbox that no job has given. */
  jobId: string | null
  domain: string
  /** Time at which the job was completed, in ISO 8601 in UTC with milliseconds. */
  completedAt: string
  result: ScoringResult
  signals: readonly Pick<EntitySignals, 'entity' | 'confidence' | 'signals'>[]
  evidence: StixEvidence
}

/** Columns of a stored analysis. They are null for a job without a result. */
interface StoredRow {
  jobId: string | null
  domain: string
  completedAt: string | null
  result: ScoringResult | null
  signals: StixAnalysis['signals'] | null
  evidence: StixEvidence | null
}

export function storedAnalysis({
  jobId,
  domain,
  completedAt,
  result,
  signals,
  evidence,
}: StoredRow): StixAnalysis | null {
  if (completedAt === null || result === null) return null
  return {
    jobId,
    domain,
    completedAt: isoTime(completedAt),
    result,
    signals: signals ?? [],
    evidence: evidence ?? [],
  }
}
