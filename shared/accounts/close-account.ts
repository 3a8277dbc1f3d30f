import type { Caller, Holder } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { acceptSubject } from './accept-subject.ts'
import type { Proof } from './credentials.ts'
import { profileForProof } from './profile.ts'
import * as accounts from './queries.ts'

/** The calls to the identity provider and Stripe continue in the background after this time. */
const NOTIFICATION_MS = 10_000

const alreadyClosed = () => new PublicError('ACCOUNT_CLOSED', 'The account is closed already.')

/** Throws PublicError ACCOUNT_CLOSED for a closed account; all other routes answer UNAUTHORIZED. */
export async function closingForProof(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
): Promise<{ holder: Holder; joined: undefined }> {
  if (!('identity' in proof))
    return { holder: (await profileForProof(services, proof)).holder, joined: undefined }
  const { identity, addressPrefix } = proof
  const holder = await acceptSubject(services, identity, addressPrefix)
  if (holder === 'closed') throw alreadyClosed()
  return { holder, joined: undefined }
}

/**
 * The customer can sign up again at once, but the quota that the mailbox has used in this month
 * stays used. Returns the time of the closure. Throws PublicError ACCOUNT_CLOSED if a concurrent
 * request has closed the account.
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
