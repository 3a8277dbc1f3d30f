import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import type { RenderedSubject, SubjectRenderer } from '../webhooks/event-body.ts'
import { type Feedback, presentFeedback } from './feedback.ts'
import { alreadyAccepted } from './give-feedback.ts'
import * as reports from './queries.ts'

export async function listFeedback(
  db: Database,
  caller: Caller,
  wanted: reports.WantedFeedback,
): Promise<{ feedback: Feedback[]; meta: PageMeta }> {
  const { limit, offset } = wanted
  const rows = await reports.page(db, caller.accountId, wanted)
  return {
    feedback: rows.slice(0, limit).map(presentFeedback),
    meta: { limit, offset, has_more: rows.length > limit },
  }
}

/** Throws PublicError NOT_FOUND. */
export async function readFeedback(db: Database, caller: Caller, id: string): Promise<Feedback> {
  const row = isIdentifier('fbk', id) ? await reports.find(db, caller.accountId, id) : null
  if (row === null) throw unknown()
  return presentFeedback(row)
}

/**
 * Throws PublicError NOT_FOUND, or FEEDBACK_ACCEPTED for a report that the reviewer has accepted.
 */
export async function deleteFeedback(db: Database, caller: Caller, id: string): Promise<void> {
  const { outcome } = await reports.remove(db, { account_id: caller.accountId, feedback_id: id })
  if (outcome === 'unknown') throw unknown()
  if (outcome === 'accepted') throw alreadyAccepted()
}

const unknown = () => new PublicError('NOT_FOUND', 'There is no such feedback.')

export const renderFeedback: SubjectRenderer = async (
  db,
  { accountId, subjectId },
): Promise<RenderedSubject | null> => {
  const row = await reports.find(db, accountId, subjectId)
  return row === null
    ? null
    : { timestamp: isoTime(row.resolvedAt ?? row.updatedAt), data: presentFeedback(row) }
}
