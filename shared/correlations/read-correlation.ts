import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { CorrelationResult } from './correlation-result.ts'
import { correlationGraph } from './graph-svg.ts'
import * as correlations from './queries.ts'

export const CorrelateStatusResponse = z
  .object({
    correlation_id: z.string(),
    status: z.enum(correlations.CORRELATION_STATUSES),
    progress: z.object({ total: z.number().int(), analyzed: z.number().int() }),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    unanalyzed: z
      .array(z.string())
      .openapi({ description: 'Domains that could not be analysed; their credits were given back.' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    result: CorrelationResult.optional(),
  })
  .openapi('CorrelateStatusResponse')
export type CorrelateStatusResponse = z.infer<typeof CorrelateStatusResponse>

/** A correlation as its GET and its callback show it. */
export function presentCorrelation({ state: row, result }: correlations.FoundCorrelation): CorrelateStatusResponse {
  return {
    correlation_id: row.id,
    status: row.status,
    progress: { total: row.total, analyzed: row.analyzed },
    created_at: isoTime(row.created_at),
    completed_at: isoTime(row.completed_at),
    unanalyzed: row.unanalyzed,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    ...(result === null ? {} : { result }),
  }
}

/** The body of a finished correlation's webhook event. */
export const renderCorrelation: SubjectRenderer = async (db, { accountId, subjectId }) => {
  const found = await correlations.find(db, accountId, subjectId)
  if (found === null) return null
  const { state } = found
  return { timestamp: isoTime(state.completed_at ?? state.updated_at), data: presentCorrelation(found) }
}

/** The caller's correlation. Throws PublicError NOT_FOUND. */
export async function readCorrelation(
  db: Database,
  caller: Caller,
  id: string,
): Promise<correlations.FoundCorrelation> {
  const found = isIdentifier('cor', id) ? await correlations.find(db, caller.accountId, id) : null
  if (found === null) throw new PublicError('NOT_FOUND', 'There is no such correlation.')
  return found
}

/** The picture of the caller's correlation, as SVG. Throws PublicError NOT_FOUND or JOB_IN_PROGRESS. */
export async function readGraph(db: Database, caller: Caller, id: string): Promise<string> {
  const { state, result } = await readCorrelation(db, caller, id)
  if (state.status === 'failed') throw new PublicError('NOT_FOUND', 'This correlation failed and has no result.')
  if (result === null) throw new PublicError('JOB_IN_PROGRESS', 'The correlation has not finished yet.')
  return correlationGraph(result)
}
