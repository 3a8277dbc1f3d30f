import type { Caller } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as accounts from './queries.ts'

// The response waits at most this time for the identity provider and Stripe. After it, the calls to
// them continue in the background.
const NOTIFICATION_MS = 10_000

export const alreadyClosed = () =>
  new PublicError('ACCOUNT_CLOSED', 'The account is closed already.')

/**
 * Erases the personal data, and tells the identity provider and Stripe. Returns the time of the
 * closure. The customer can sign up again at once. The quota that the mailbox has used in this
 * month stays used. Throws PublicError ACCOUNT_CLOSED if a concurrent request has closed the
 * account.
 */
export async function closeAccount(
  services: Pick<Services, 'db' | 'env' | 'requestId' | 'sendHints' | 'background'>,
  caller: Caller,
): Promise<string> {
  const closure = await accounts.closeAccount(
    services.db,
    auditOriginOf(requestOriginOf(services, caller)),
  )
  switch (closure.outcome) {
    case 'closed': {
      const notified = services.sendHints(closure.hints)
      services.background(notified)
      await Promise.race([notified, new Promise((resolve) => setTimeout(resolve, NOTIFICATION_MS))])
      return closure.closed_at
    }
    case 'already':
      throw alreadyClosed()
    case 'unknown':
      throw unauthorized()
    default:
      return closure satisfies never
  }
}
