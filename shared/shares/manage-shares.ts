import type { Caller } from '../platform/caller.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as shares from './queries.ts'
import { presentShare, type Share } from './share.ts'

export async function listShares(
  services: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  page: { limit: number; offset: number },
): Promise<{ shares: Share[]; meta: PageMeta }> {
  const rows = await shares.livePage(services.db, caller.accountId, page)
  const shown = rows.slice(0, page.limit).map((row) => presentShare(services, row))
  return { shares: await Promise.all(shown), meta: { ...page, has_more: rows.length > page.limit } }
}

/** The address stops working at once. Throws PublicError NOT_FOUND. */
export async function deleteShare(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  subject: shares.ShareSubject,
): Promise<void> {
  if (!(await shares.remove(db, caller.accountId, subject)))
    throw new PublicError('NOT_FOUND', 'There is no such share.')
}
