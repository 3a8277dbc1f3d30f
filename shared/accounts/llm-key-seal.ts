import { open, type SealKeys, seal } from '../crypto/seal.ts'
import type { Database } from '../db/client.ts'
import * as llmKeys from '../db/llm-keys.ts'
import { describeError, log } from '../log.ts'
import type { KeyProvider } from '../reading/providers.ts'

/** What a sealed key is bound to: moved to another account or provider it does not open. */
const ownedBy = (accountId: string, provider: KeyProvider) => `llm_key|${accountId}|${provider}`

export function sealLlmKey(keys: SealKeys, accountId: string, provider: KeyProvider, apiKey: string): Promise<string> {
  return seal(keys, ownedBy(accountId, provider), apiKey)
}

const versionOf = (sealed: string): string => sealed.split(':')[1] ?? ''
const currentVersion = (keys: SealKeys): string => Object.keys(keys)[0] ?? ''

/** The key in the clear; one that lies under an older master key is sealed anew on the way. Throws SealBroken. */
export async function openLlmKey(db: Database, keys: SealKeys, stored: llmKeys.SealedKey): Promise<string> {
  const owner = ownedBy(stored.account_id, stored.provider)
  const apiKey = await open(keys, owner, stored.sealed)
  if (versionOf(stored.sealed) !== currentVersion(keys)) {
    await llmKeys.reseal(db, stored.id, stored.sealed, await seal(keys, owner, apiKey)).catch((error: unknown) => {
      // The old text still opens; the nightly pass will try again.
      log({ event: 'llm_key.not_resealed', llm_key_id: stored.id, error: describeError(error) })
    })
  }
  return apiKey
}

const PASS_ROWS = 100
const PASSES_MAX = 100

/**
 * Seals under the current master key whatever still lies under an older one that is known, so that the older one can be taken away.
 * Returns how many were sealed anew and how many could not be opened; those are logged by id and stay as they are.
 */
export async function resealLlmKeys(db: Database, keys: SealKeys): Promise<{ resealed: number; unreadable: number }> {
  const older = Object.keys(keys).slice(1)
  const count = { resealed: 0, unreadable: 0 }
  if (older.length === 0) return count
  let after = ''
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const found = await llmKeys.sealedUnder(db, older, after, PASS_ROWS)
    for (const stored of found) {
      const owner = ownedBy(stored.account_id, stored.provider)
      const apiKey = await open(keys, owner, stored.sealed).catch(() => null)
      if (apiKey === null) {
        count.unreadable += 1
        log({ event: 'llm_key.unreadable', llm_key_id: stored.id })
      } else if (await llmKeys.reseal(db, stored.id, stored.sealed, await seal(keys, owner, apiKey))) {
        count.resealed += 1
      }
    }
    const last = found.at(-1)
    if (last === undefined || found.length < PASS_ROWS) break
    after = last.id
  }
  if (count.resealed + count.unreadable > 0) log({ event: 'llm_keys.resealed', ...count })
  return count
}
