import type { Caller } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import * as shares from './queries.ts'
import { presentShare, type Share } from './share.ts'
import { digestOfToken, tokenOfShare } from './share-token.ts'

/**
 * Creates a public link to an answer, or gives the existing one a new end. Throws PublicError
 * NOT_FOUND (also for a failed analysis), JOB_IN_PROGRESS or SHARE_LIMIT_REACHED.
 */
export async function createShare(
  services: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  subject: shares.ShareSubject,
  days: number,
): Promise<Share> {
  const { db, env } = services
  const id = newIdentifier('shr')
  const created = await shares.create(db, {
    ...subject,
    account_id: caller.accountId,
    share_id: id,
    token_digest: await digestOfToken(env, await tokenOfShare(env, id)),
    days,
    limit: env.SHARES_MAX,
  })
  switch (created.outcome) {
    case 'shared':
      return presentShare(services, created.share)
    case 'closed':
      throw unauthorized()
    case 'unknown':
      throw new PublicError('NOT_FOUND', 'There is no such answer to share.')
    case 'failed':
      throw new PublicError('NOT_FOUND', 'It failed, so there is no answer to share.')
    case 'in_progress':
      throw new PublicError('JOB_IN_PROGRESS', 'There is no answer to share yet.')
    case 'limited':
      throw new PublicError(
        'SHARE_LIMIT_REACHED',
        `An account has at most ${env.SHARES_MAX} live shares. Delete one first.`,
      )
    default:
      return created satisfies never
  }
}
