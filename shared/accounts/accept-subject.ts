import type { Holder } from '../platform/caller.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { auditOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { type Peppers, possibleTextDigests } from './key-tokens.ts'
import { mailboxOf } from './mailbox.ts'
import * as accounts from './queries.ts'

/**
 * Returns one digest of the mailbox for each version of the secret key (pepper). The digested text
 * starts with "mailbox:", so that it never has the same digest as a text for another purpose.
 */
export async function mailboxDigests(peppers: Peppers, email: string | null): Promise<string[]> {
  return email === null ? [] : possibleTextDigests(peppers, `mailbox:${mailboxOf(email)}`)
}

export const bearerHolder = (accountId: string, tier: Tier): Holder => ({
  accountId,
  tier,
  keyId: null,
  playground: false,
  billing: true,
})

/**
 * Returns the account of a user's access token. The first token of a user creates the account, and
 * a token with a newer email address updates it. Returns `closed` for a closed account, even if the
 * token has not expired.
 */
export async function acceptSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  identity: accounts.Identity,
  addressPrefix: string | null,
): Promise<Holder | 'closed'> {
  const found = await accounts.holderBySubject(services.db, identity)
  if (found?.closed) return 'closed'
  if (found !== null && !found.isOutdated) return bearerHolder(found.id, found.tier)
  return openSubject(services, identity, addressPrefix)
}

/** Opens or updates the account of a user. Returns `closed` if the account is closed. */
export async function openSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  identity: accounts.Identity,
  addressPrefix: string | null,
): Promise<Holder | 'closed'> {
  const { db, env } = services
  const newId = newIdentifier('usr')
  const digests = await mailboxDigests(env.API_KEY_PEPPER, identity.email)
  const actor = auditOriginOf({
    account_id: newId,
    key_id: null,
    address_prefix: addressPrefix,
    request_id: db.requestId,
  })
  const opened = await accounts.openAccount(db, identity, actor, digests)
  // The hints for the welcome email are sent in the background, so that a slow queue does not delay
  // the sign-in.
  services.background(services.sendHints(opened.hints))
  return opened.closed ? 'closed' : bearerHolder(opened.id, opened.tier)
}
