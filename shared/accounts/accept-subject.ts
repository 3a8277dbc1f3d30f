import { actorOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Tier } from '../platform/tier.ts'
import { digestText, type Peppers, possibleTextDigests } from './key-tokens.ts'
import * as accounts from './queries.ts'

export interface AcceptDependencies {
  db: Database
  peppers: Peppers
  addressPrefix: string | null
}

/** What stands for an address where it must be recognised but not known. */
const emailText = (email: string) => `email:${email.trim().toLowerCase()}`

/** The digest of an address under the current pepper; null without one. */
export async function emailDigest(peppers: Peppers, email: string | null): Promise<string | null> {
  return email === null ? null : digestText(peppers, emailText(email))
}

/** Whose account it is with a bearer token. */
export const bearerCaller = (accountId: string, tier: Tier): Caller => ({
  accountId,
  tier,
  keyId: null,
  playground: false,
})

/**
 * The caller that a checked token proves: one query. The first token of an unknown subject makes the account, one with a newer address
 * brings it up to date. `closed` when the account is closed, however long its token still lives.
 */
export async function acceptSubject(deps: AcceptDependencies, identity: accounts.Identity): Promise<Caller | 'closed'> {
  const holder = await accounts.holderBySubject(deps.db, identity)
  if (holder?.closed) return 'closed'
  if (holder !== null && !holder.email_moved) return bearerCaller(holder.id, holder.tier)
  return openSubject(deps, identity)
}

/** Makes or updates the account of a subject. */
export async function openSubject(deps: AcceptDependencies, identity: accounts.Identity): Promise<Caller | 'closed'> {
  const { db, peppers, addressPrefix } = deps
  const newId = newIdentifier('usr')
  const digests = identity.email === null ? [] : await possibleTextDigests(peppers, emailText(identity.email))
  const actor = actorOf({
    account_id: newId,
    key_id: null,
    address_prefix: addressPrefix,
    request_id: db.requestId,
  })
  const opened = await accounts.openAccount(db, identity, actor, digests)
  return opened.closed ? 'closed' : bearerCaller(opened.id, opened.tier)
}
