import { open, type SealKeys, seal } from '../crypto/seal.ts'
import { log } from '../log.ts'
import type { Database } from './client.ts'

/** Sealed texts of one kind, as their table keeps them. */
export interface SealedTexts {
  /** What they are called in the log. */
  kind: 'llm_key' | 'webhook_secret'
  /** Texts sealed under one of the given versions, in the order of their ids after `after`. */
  under(db: Database, versions: readonly string[], after: string, limit: number): Promise<SealedText[]>
  /** Replaces one, unless it is no longer the one that was read. */
  replace(db: Database, id: string, was: string, sealed: string): Promise<boolean>
}

export interface SealedText {
  id: string
  /** What the text is bound to. */
  owner: string
  sealed: string
}

const PASS_ROWS = 100
const PASSES_MAX = 100

/** Whether a text lies under another master key than the current one. */
export function isUnderOlderKey(keys: SealKeys, sealed: string): boolean {
  return sealed.split(':')[1] !== Object.keys(keys)[0]
}

/**
 * Seals under the current master key whatever still lies under an older one that is known, so that the older one can be taken away.
 * Returns how many were sealed anew and how many could not be opened; those are logged by id and stay as they are.
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
  if (count.resealed + count.unreadable > 0) log({ event: 'seal.renewed', kind: texts.kind, ...count })
  return count
}
