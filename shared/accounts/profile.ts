import type { Holder } from '../platform/caller.ts'
import { unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { bearerHolder, openSubject } from './accept-subject.ts'
import { holderOf, type Proof } from './credentials.ts'
import * as accounts from './queries.ts'

/**
 * The first token of a user creates the account. Throws PublicError UNAUTHORIZED for a closed
 * account.
 */
export async function profileForProof(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
): Promise<{ holder: Holder; joined: accounts.ProfileRow }> {
  const profile =
    'identity' in proof ? await ofSubject(services, proof) : await ofHolder(services, proof)
  if (profile === null || profile.closed_at !== null) throw unauthorized()
  return { holder: bearerHolder(profile.account_id, profile.tier), joined: profile }
}

async function ofSubject(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  { identity, addressPrefix }: Extract<Proof, { identity: unknown }>,
): Promise<accounts.ProfileRow | null> {
  const found = await accounts.profileBySubject(services.db, identity)
  if (found !== null && !found.isOutdated) return found.profile
  if ((await openSubject(services, identity, addressPrefix)) === 'closed') return null
  return (await accounts.profileBySubject(services.db, identity))?.profile ?? null
}

async function ofHolder(
  services: Pick<Services, 'db' | 'env' | 'sendHints' | 'background'>,
  proof: Proof,
): Promise<accounts.ProfileRow | null> {
  return accounts.profileOf(services.db, (await holderOf(services, proof)).accountId)
}
