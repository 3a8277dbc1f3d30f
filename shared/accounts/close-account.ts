import { actorOf, doerOf } from '../platform/actor.ts'
import type { Caller, Holder } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { acceptSubject, emailDigest } from './accept-subject.ts'
import type { Proof } from './credentials.ts'
import { profileForProof } from './profile.ts'
import * as accounts from './queries.ts'

/** The answer waits this long for the identity provider and Stripe, whose notification goes on behind it. */
const NOTIFICATION_MS = 10_000

const alreadyClosed = () => new PublicError('ACCOUNT_CLOSED', 'The account is closed already.')

/**
 * The account behind a credential with its address, for closing it. Throws PublicError ACCOUNT_CLOSED when it is closed already: closing
 * is the one act for which a token that outlived its account gets another answer than 401.
 */
export async function closingForProof(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
): Promise<{ holder: Holder; joined: { email: string | null } }> {
  if (!('identity' in proof)) return profileForProof(services, proof)
  const { identity, addressPrefix } = proof
  const holder = await acceptSubject(services, identity, addressPrefix)
  if (holder === 'closed') throw alreadyClosed()
  return { holder, joined: { email: identity.email } }
}

/**
 * Closes and erases the account in one statement, then notifies the identity provider and Stripe at once where they answer, so that the
 * same address can sign up again. `email`: the address of the account, of which a keyed digest is kept. Returns the time of the closure.
 * Throws PublicError ACCOUNT_CLOSED when it was closed meanwhile.
 */
export async function closeAccount(
  services: Pick<Services, 'db' | 'env' | 'requestId' | 'sendHints' | 'background'>,
  caller: Caller,
  email: string | null,
): Promise<string> {
  const digest = await emailDigest(services.env.API_KEY_PEPPER, email)
  const closure = await accounts.closeAccount(services.db, actorOf(doerOf(services, caller)), digest)
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
