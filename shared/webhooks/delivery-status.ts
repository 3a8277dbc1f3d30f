import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import * as deliveries from './queries.ts'

const SUBJECTS = ['job', 'cor', 'blk', 'chg', 'fbk'] as const

/**
 * Returns the newest webhook delivery for a job, bulk job or correlation (comparison of several
 * domains) of the caller's account. Throws PublicError NOT_FOUND.
 */
export async function deliveryStatus(
  db: Database,
  caller: Caller,
  subjectId: string,
): Promise<deliveries.DeliveryStatus> {
  const known = SUBJECTS.some((prefix) => isIdentifier(prefix, subjectId))
  const found = known ? await deliveries.ofSubject(db, caller.accountId, subjectId) : null
  if (found === null) throw new PublicError('NOT_FOUND', 'There is no such job with a callback.')
  return found
}
