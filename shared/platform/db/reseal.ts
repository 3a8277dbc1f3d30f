import { type Column, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type SealKeys, seal, unseal } from '../crypto/seal.ts'
import { log } from '../log.ts'
import { type Database, rows } from './client.ts'

interface SealedColumns {
  id: Column
  sealed: Column
}

export interface SealedTexts {
  kind: 'llm_key' | 'webhook_secret'
  columns: SealedColumns
  /**
   * Returns texts that were sealed under one of `versions`, sorted by id, and only ids above
   * `after`.
   */
  under(
    db: Database,
    versions: readonly string[],
    after: string,
    limit: number,
  ): Promise<SealedText[]>
}

export interface SealedText {
  id: string
  /** The `associatedData` with which the text was sealed. */
  owner: string
  sealed: string
}

const PASS_ROWS = 100
const PASSES_MAX = 100

export function isUnderOlderKey(keys: SealKeys, sealed: string): boolean {
  return sealed.split(':')[1] !== Object.keys(keys)[0]
}

/** Returns false if another request has changed the stored text in the meantime. */
export async function replaceSealed(
  db: Database,
  { id, sealed }: SealedColumns,
  previous: Pick<SealedText, 'id' | 'sealed'>,
  text: string,
): Promise<boolean> {
  const query = sql`update ${sealed.table} set ${sql.identifier(sealed.name)} = ${text}
    where ${id} = ${previous.id} and ${sealed} = ${previous.sealed} returning ${id}`
  return (await rows(db, query, z.unknown())).length > 0
}

/** Seals texts of older keys again, so that these keys can be removed. Logs unreadable texts. */
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
    for (const one of found) {
      const text = await unseal(keys, one.owner, one.sealed).catch(() => null)
      if (text === null) {
        count.unreadable += 1
        log({ event: 'seal.unreadable', kind: texts.kind, id: one.id })
      } else if (await replaceSealed(db, texts.columns, one, await seal(keys, one.owner, text))) {
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
