import { actorOf } from '../platform/actor.ts'
import type { Holder } from '../platform/caller.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { digestText, type Peppers, possibleTextDigests } from './key-tokens.ts'
import * as accounts from './queries.ts'

/** What stands for an address where it must be recognised but not known. */
const emailText = (email: string) => `email:${email.trim().toLowerCase()}`

/** The digest of an address under the current pepper; null without one. */
export async function emailDigest(peppers: Peppers, email: string | null): Promise<string | null> {
  return email === null ? null : digestText(peppers, emailText(email))
}

/** The holder that a bearer token of the account proves. */
export const bearerHolder = (accountId: string, tier: Tier): Holder => ({
  accountId,
  tier,
  keyId: null,
  playground: false,
})

/**
 * The holder that a checked token proves: one query. The first token of an unknown subject makes the account, one with a newer address
 * brings it up to date. `closed` when the account is closed, however long its token still lives.
 */
export async function acceptSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  identity: accounts.Identity,
  addressPrefix: string | null,
): Promise<Holder | 'closed'> {
  const found = await accounts.holderBySubject(services.db, identity)
  if (found?.closed) return 'closed'
  if (found !== null && !found.email_moved) return bearerHolder(found.id, found.tier)
  return openSubject(services, identity, addressPrefix)
}

/** Makes or updates the account of a subject. */
export async function openSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  identity: accounts.Identity,
  addressPrefix: string | null,
): Promise<Holder | 'closed'> {
  const { db, env } = services
  const newId = newIdentifier('usr')
  const { email } = identity
  const digests = email === null ? [] : await possibleTextDigests(env.API_KEY_PEPPER, emailText(email))
  const actor = actorOf({ account_id: newId, key_id: null, address_prefix: addressPrefix, request_id: db.requestId })
  const opened = await accounts.openAccount(db, identity, actor, digests)
  // The welcome waits for a queue; a sign-in does not.
  services.background(services.sendHints(opened.hints))
  return opened.closed ? 'closed' : bearerHolder(opened.id, opened.tier)
}
