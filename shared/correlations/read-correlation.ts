import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { CorrelationResult } from './correlation-result.ts'
import { correlationGraph } from './graph-svg.ts'
import * as correlations from './queries.ts'
import { CORRELATION_STATUSES } from './tables.ts'

export const CorrelateStatusResponse = z
  .object({
    correlation_id: z.string(),
    status: z.enum(CORRELATION_STATUSES),
    progress: z.object({ total: z.number().int(), analyzed: z.number().int() }),
    created_at: Time,
    completed_at: Time.nullable(),
    unanalyzed: z
      .array(z.string())
      .openapi({ description: 'Domains that could not be analyzed. Their credits were refunded.' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    result: CorrelationResult.optional(),
  })
  .openapi('CorrelateStatusResponse')
export type CorrelateStatusResponse = z.infer<typeof CorrelateStatusResponse>

export function presentCorrelation(row: correlations.CorrelationState): CorrelateStatusResponse {
  return {
    correlation_id: row.id,
    status: row.status,
    progress: { total: row.total, analyzed: row.analyzed },
    created_at: isoTime(row.createdAt),
    completed_at: isoTime(row.completedAt),
    unanalyzed: row.unanalyzed,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
    ...(row.result === null ? {} : { result: row.result }),
  }
}

export const renderCorrelation: SubjectRenderer = async (db, { accountId, subjectId }) => {
  const found = await correlations.find(db, accountId, subjectId)
  if (found === null) return null
  return {
    timestamp: isoTime(found.completedAt ?? found.updatedAt),
    data: presentCorrelation(found),
  }
}

/** Throws PublicError NOT_FOUND. */
export async function readCorrelation(
  db: Database,
  caller: Caller,
  id: string,
): Promise<correlations.CorrelationState> {
  const found = isIdentifier('cor', id) ? await correlations.find(db, caller.accountId, id) : null
  if (found === null) throw new PublicError('NOT_FOUND', 'There is no such correlation.')
  return found
}

/**
 * Result of a completed correlation. The time of completion is ISO 8601 in UTC with milliseconds.
 * Throws PublicError NOT_FOUND (also for a failed correlation) or JOB_IN_PROGRESS.
 */
export async function requireCorrelationResult(
  db: Database,
  caller: Caller,
  id: string,
): Promise<{ result: CorrelationResult; completedAt: string }> {
  const { status, result, completedAt } = await readCorrelation(db, caller, id)
  if (status === 'failed')
    throw new PublicError('NOT_FOUND', 'This correlation failed and has no result.')
  if (result === null || completedAt === null)
    throw new PublicError('JOB_IN_PROGRESS', 'The correlation has not finished yet.')
  return { result, completedAt: isoTime(completedAt) }
}

/** Begins the names of files: "kork.com-and-11-more". */
export function correlationSubject({ clusters, unclustered }: CorrelationResult): string {
  const [first = 'correlation', ...more] = [
    ...clusters.flatMap(({ domains }) => domains),
    ...unclustered,
  ]
  return more.length === 0 ? first : `${first}-and-${more.length}-more`
}

/** Throws PublicError NOT_FOUND (also for a failed correlation) or JOB_IN_PROGRESS. */
export async function readGraph(
  db: Database,
  caller: Caller,
  id: string,
): Promise<{ image: string; subject: string; at: string }> {
  const { result, completedAt: at } = await requireCorrelationResult(db, caller, id)
  return { image: correlationGraph(result), subject: correlationSubject(result), at }
}
