import { actorOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { type AcceptDependencies, acceptSubject, emailDigest } from './accept-subject.ts'
import * as accounts from './queries.ts'

export interface Closed {
  user_id: string
  status: 'closed'
  closed_at: string
}

export interface CloseDependencies extends AcceptDependencies {
  requestId: string
  /** Takes the caller in as every route does. */
  acceptCaller(caller: Caller): Promise<void>
  /** Tells what the closing left in the outbox. Never throws: what fails is told by the sweep. */
  sendOutbox(accountId: string): Promise<void>
}

const alreadyClosed = () => new PublicError('ACCOUNT_CLOSED', 'The account is closed already.')

/**
 * Closes and erases the account of a checked token in one statement, then tells the identity provider and Stripe at once where they
 * answer, so that the same address can sign up again. Throws PublicError ACCOUNT_CLOSED when it was closed before: this is the one
 * route where a token that outlived its account hears more than 401.
 */
export async function closeAccount(deps: CloseDependencies, identity: accounts.Identity): Promise<Closed> {
  const caller = await acceptSubject(deps, identity)
  if (caller === 'closed') throw alreadyClosed()
  await deps.acceptCaller(caller)
  const { addressPrefix, requestId } = deps
  const actor = actorOf({
    account_id: caller.accountId,
    key_id: null,
    address_prefix: addressPrefix,
    request_id: requestId,
  })
  const closure = await accounts.closeAccount(deps.db, actor, await emailDigest(deps.peppers, identity.email))
  switch (closure.outcome) {
    case 'closed':
      await deps.sendOutbox(caller.accountId)
      return { user_id: caller.accountId, status: 'closed', closed_at: isoTime(closure.closed_at) }
    case 'already':
      throw alreadyClosed()
    case 'unknown':
      throw unauthorized()
    default:
      return closure satisfies never
  }
}
