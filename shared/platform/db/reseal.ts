import { open, type SealKeys, seal } from '../crypto/seal.ts'
import { log } from '../log.ts'
import type { Database } from './client.ts'

export interface SealedTexts {
  kind: 'llm_key' | 'webhook_secret'
  /**
   * Returns up to `limit` encrypted texts from the database, sorted by id. Each text is encrypted
   * with one of the key versions in `versions`, and its id is greater than `after`.
   */
  under(
    db: Database,
    versions: readonly string[],
    after: string,
    limit: number,
  ): Promise<SealedText[]>
  /**
   * Replaces the encrypted text of the database row `id`. Returns false and changes nothing if the
   * stored text is no longer `previous`, because another request has changed it.
   */
  replace(db: Database, id: string, previous: string, sealed: string): Promise<boolean>
}

export interface SealedText {
  id: string
  /**
   * Owner and purpose of the encrypted text (`associatedData`). Decryption needs the same value
   * that was used for the encryption.
   */
  owner: string
  sealed: string
}

const PASS_ROWS = 100
const PASSES_MAX = 100

export function isUnderOlderKey(keys: SealKeys, sealed: string): boolean {
  return sealed.split(':')[1] !== Object.keys(keys)[0]
}

/**
 * Finds texts in the database that are encrypted with an older key, and encrypts them again with
 * the current key, so that the older keys can be removed. Returns the number of changed texts and
 * the number of texts that cannot be decrypted. Texts that cannot be decrypted stay unchanged and
 * are logged.
 */
export async function resealAll(
  db: Database,
  keys: SealKeys,
  texts: SealedTexts,
): Promise<{ resealed: number; unreadable: number }> {
  const older = Object.keys(keys).slice(1)
  const count = { resealed: 0, unreadable: 0 }
  if (older.length === 0) return count
  let after = ''
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const found = await texts.under(db, older, after, PASS_ROWS)
    for (const { id, owner, sealed } of found) {
      const text = await open(keys, owner, sealed).catch(() => null)
      if (text === null) {
        count.unreadable += 1
        log({ event: 'seal.unreadable', kind: texts.kind, id })
      } else if (await texts.replace(db, id, sealed, await seal(keys, owner, text))) {
        count.resealed += 1
      }
    }
    const last = found.at(-1)
    if (last === undefined || found.length < PASS_ROWS) break
    after = last.id
  }
  if (count.resealed + count.unreadable > 0)
    log({ event: 'seal.renewed', kind: texts.kind, ...count })
  return count
}
