import { open, type SealKeys, seal } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { isUnderOlderKey, type SealedTexts } from '../platform/db/reseal.ts'
import { describeError, log } from '../platform/log.ts'
import type { KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

/**
 * Encrypted together with the key, so that a text copied to another account or provider cannot be
 * decrypted.
 */
const ownerOf = (accountId: string, provider: KeyProvider) => `llm_key|${accountId}|${provider}`

export function sealLlmKey(
  keys: SealKeys,
  accountId: string,
  provider: KeyProvider,
  apiKey: string,
): Promise<string> {
  return seal(keys, ownerOf(accountId, provider), apiKey)
}

/** A key that was encrypted under an older master key is encrypted again. Throws SealBroken. */
export async function openLlmKey(
  db: Database,
  keys: SealKeys,
  stored: llmKeys.SealedKey,
): Promise<string> {
  const owner = ownerOf(stored.accountId, stored.provider)
  const apiKey = await open(keys, owner, stored.sealed)
  if (isUnderOlderKey(keys, stored.sealed)) {
    await llmKeys
      .resealLlmKey(db, stored.id, stored.sealed, await seal(keys, owner, apiKey))
      .catch((error: unknown) => {
        // The old text can still be decrypted, and the nightly re-encryption tries again.
        log({ event: 'llm_key.reseal_failed', llm_key_id: stored.id, error: describeError(error) })
      })
  }
  return apiKey
}

/** For the nightly re-encryption under a new master key. */
export const sealedLlmKeys: SealedTexts = {
  kind: 'llm_key',
  async under(db, versions, after, limit) {
    const found = await llmKeys.llmKeysSealedUnder(db, versions, after, limit)
    return found.map(({ id, accountId, provider, sealed }) => ({
      id,
      owner: ownerOf(accountId, provider),
      sealed,
    }))
  },
  replace: llmKeys.resealLlmKey,
}
