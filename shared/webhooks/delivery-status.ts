import type { Caller } from '../platform/caller.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'
import { attemptsMax } from './retry-schedule.ts'

export const WebhookStatusResponse = z
  .object({
    job_id: z.string().openapi({ description: 'The job, correlation or bulk job that the callback tells of.' }),
    delivery_id: z.string(),
    delivery_ids: z
      .array(z.string())
      .openapi({ description: 'All deliveries of the job, newest first; the rest of the body is the first one.' }),
    url: z.string(),
    status: z.enum(deliveries.DELIVERY_STATES),
    attempts: z.number().int(),
    max_attempts: z.number().int(),
    next_attempt_at: z.string().nullable(),
    last_attempt_at: z.string().nullable(),
    last_response_code: z.number().int().nullable(),
    last_error: z.string().nullable(),
    delivered_at: z.string().nullable(),
    attempts_log: z.array(
      z.object({
        attempt: z.number().int(),
        attempted_at: z.string(),
        response_code: z.number().int().nullable(),
        duration_ms: z.number().int(),
        error: z.string().nullable(),
        response_excerpt: z
          .string()
          .nullable()
          .openapi({ description: 'The first 1 kB of the answer, as plain text.' }),
      }),
    ),
  })
  .openapi('WebhookStatusResponse')
export type WebhookStatusResponse = z.infer<typeof WebhookStatusResponse>

const SUBJECTS = ['job', 'cor', 'blk'] as const

/** The state of the newest callback of the caller's job, correlation or bulk job. Throws PublicError NOT_FOUND. */
export async function deliveryStatus(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  subjectId: string,
): Promise<WebhookStatusResponse> {
  const known = SUBJECTS.some((prefix) => isIdentifier(prefix, subjectId))
  const found = known ? await deliveries.ofSubject(db, caller.accountId, subjectId) : null
  if (found === null) throw new PublicError('NOT_FOUND', 'There is no such job with a callback.')
  const { id, subject_id, state, attempts_log: attempts, ...rest } = found
  return {
    ...rest,
    job_id: subject_id,
    delivery_id: id,
    status: state,
    max_attempts: attemptsMax(env.WEBHOOK_RETRY_SECONDS),
    next_attempt_at: isoTime(found.next_attempt_at),
    last_attempt_at: isoTime(found.last_attempt_at),
    delivered_at: isoTime(found.delivered_at),
    attempts_log: attempts.map((attempt) => ({ ...attempt, attempted_at: isoTime(attempt.attempted_at) })),
  }
}
