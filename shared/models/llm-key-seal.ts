import { open, type SealKeys, seal } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { isUnderOlderKey, type SealedTexts } from '../platform/db/reseal.ts'
import { describeError, log } from '../platform/log.ts'
import type { KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

/** What a sealed key is bound to: moved to another account or provider it does not open. */
const ownedBy = (accountId: string, provider: KeyProvider) => `llm_key|${accountId}|${provider}`

export function sealLlmKey(keys: SealKeys, accountId: string, provider: KeyProvider, apiKey: string): Promise<string> {
  return seal(keys, ownedBy(accountId, provider), apiKey)
}

/** The key in the clear; one that lies under an older master key is sealed anew on the way. Throws SealBroken. */
export async function openLlmKey(db: Database, keys: SealKeys, stored: llmKeys.SealedKey): Promise<string> {
  const owner = ownedBy(stored.account_id, stored.provider)
  const apiKey = await open(keys, owner, stored.sealed)
  if (isUnderOlderKey(keys, stored.sealed)) {
    await llmKeys
      .resealLlmKey(db, stored.id, stored.sealed, await seal(keys, owner, apiKey))
      .catch((error: unknown) => {
        // The old text still opens; the nightly pass will try again.
        log({ event: 'llm_key.not_resealed', llm_key_id: stored.id, error: describeError(error) })
      })
  }
  return apiKey
}

/** Every own key of every account, for the renewal of their seals. */
export const sealedLlmKeys: SealedTexts = {
  kind: 'llm_key',
  async under(db, versions, after, limit) {
    const found = await llmKeys.llmKeysSealedUnder(db, versions, after, limit)
    return found.map(({ id, account_id: accountId, provider, sealed }) => ({
      id,
      owner: ownedBy(accountId, provider),
      sealed,
    }))
  },
  replace: llmKeys.resealLlmKey,
}
