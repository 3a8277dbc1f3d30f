import { type SealKeys, seal, unseal } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { isUnderOlderKey, replaceSealed, type SealedTexts } from '../platform/db/reseal.ts'
import { describeError, log } from '../platform/log.ts'
import type { KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'
import { llmKeys as llmKeyTable } from './tables.ts'

const COLUMNS = { id: llmKeyTable.id, sealed: llmKeyTable.sealed }

// A sealed key belongs to one account and provider. A copy for another account or provider cannot
// be decrypted.
const ownerOf = (accountId: string, provider: KeyProvider) => `llm_key|${accountId}|${provider}`

export function sealLlmKey(
  keys: SealKeys,
  accountId: string,
  provider: KeyProvider,
  apiKey: string,
): Promise<string> {
  return seal(keys, ownerOf(accountId, provider), apiKey)
}

/** A key under an older master key is sealed again. Throws SealBroken. */
export async function openLlmKey(
  db: Database,
  keys: SealKeys,
  stored: llmKeys.SealedKey,
): Promise<string> {
  const owner = ownerOf(stored.accountId, stored.provider)
  const apiKey = await unseal(keys, owner, stored.sealed)
  if (isUnderOlderKey(keys, stored.sealed)) {
    const sealed = await seal(keys, owner, apiKey)
    await replaceSealed(db, COLUMNS, stored, sealed).catch((error: unknown) => {
      // The failure does no harm: the old text can still be decrypted, and the next night tries to
      // seal it again.
      log({ event: 'llm_key.reseal_failed', llm_key_id: stored.id, error: describeError(error) })
    })
  }
  return apiKey
}

export const sealedLlmKeys: SealedTexts = {
  kind: 'llm_key',
  columns: COLUMNS,
  async under(db, versions, after, limit) {
    const found = await llmKeys.llmKeysSealedUnder(db, versions, after, limit)
    return found.map(({ id, accountId, provider, sealed }) => ({
      id,
      owner: ownerOf(accountId, provider),
      sealed,
    }))
  },
}
