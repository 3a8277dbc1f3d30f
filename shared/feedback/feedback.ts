import { isoTime } from '../platform/db/client.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { FeedbackRow } from './queries.ts'

export const FEEDBACK_VERDICTS = ['right', 'wrong', 'outdated', 'unsure'] as const
export const RELATIONS = [
  'operator',
  'parent',
  'former_operator',
  'platform',
  'host_or_registrar',
  'nobody',
] as const
export const FEEDBACK_STATUSES = [
  'received',
  'reviewing',
  'accepted',
  'declined',
  'superseded',
] as const
export const EVIDENCE_URLS_MAX = 5

export const relation = z.enum(RELATIONS).openapi({
  description:
    'What `correct_entity` is to the domain; without `correct_entity`, what the entity of the ' +
    'answer is. `nobody`: nobody operates the domain.',
})

/** A customer's opinion about the answer of one analysis. */
export const Feedback = z
  .object({
    feedback_id: z.string(),
    job_id: z.string(),
    domain: z.string(),
    verdict: z.enum(FEEDBACK_VERDICTS),
    correct_entity: z.string().nullable(),
    relation: relation.nullable(),
    evidence_urls: z.array(z.string()),
    note: z.string().nullable(),
    status: z.enum(FEEDBACK_STATUSES).openapi({
      description:
        '`received`: nobody has looked at it yet. `superseded`: a newer report of the account ' +
        'about the same domain was accepted.',
    }),
    resolution: z
      .object({
        note: z.string().nullable(),
        resolved_at: Time,
        job_id: z.string().openapi({ description: 'The analysis that was judged.' }),
      })
      .nullable(),
    revision: z
      .number()
      .int()
      .openapi({ description: '1, and one more for each time the report was replaced.' }),
    created_at: Time,
  })
  .openapi('Feedback')
export type Feedback = z.infer<typeof Feedback>

export function presentFeedback(row: FeedbackRow): Feedback {
  return {
    feedback_id: row.id,
    job_id: row.jobId,
    domain: row.domain,
    verdict: row.verdict,
    correct_entity: row.correctEntity,
    relation: row.relation,
    evidence_urls: row.evidenceUrls,
    note: row.note,
    status: row.status,
    resolution:
      row.resolvedAt === null
        ? null
        : { note: row.resolutionNote, resolved_at: isoTime(row.resolvedAt), job_id: row.jobId },
    revision: row.revision,
    created_at: isoTime(row.createdAt),
  }
}
