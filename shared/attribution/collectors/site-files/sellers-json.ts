import type { HttpProbeEvidence } from '../../page-evidence.ts'
import { foldText } from '../page/text.ts'

type Seller = HttpProbeEvidence['sellers'][number]

const ENTRY_LENGTH_MAX = 4_000

/**
 * Source: sellers.json of IAB Tech Lab. The file may be malformed or cut off, so only the JSON
 * object around each seller id is parsed.
 */
export function sellersFor(text: string, system: string, sellerIds: readonly string[]): Seller[] {
  return sellerIds.flatMap((sellerId) => {
    const entry = entryOf(text, sellerId)
    return entry === null ? [] : [seller(entry, system, sellerId)]
  })
}

function entryOf(text: string, sellerId: string): Record<string, unknown> | null {
  const quoted = JSON.stringify(sellerId)
  for (const needle of [quoted, sellerId]) {
    let at = text.indexOf(needle)
    for (let tries = 0; at >= 0 && tries < 50; tries += 1, at = text.indexOf(needle, at + 1)) {
      const before = text.slice(Math.max(0, at - 40), at)
      if (!/"seller_id"\s{0,10}:\s{0,10}$/u.test(before)) continue
      const entry = objectAround(text, at)
      if (entry !== null && String(entry.seller_id) === sellerId) return entry
    }
  }
  return null
}

export function objectAround(text: string, at: number): Record<string, unknown> | null {
  // Only the text near the id is searched for braces. For ids outside of an object, each search
  // would otherwise go through the whole file.
  const from = Math.max(0, at - ENTRY_LENGTH_MAX)
  const near = text.slice(from, at + ENTRY_LENGTH_MAX)
  const start = near.lastIndexOf('{', at - from)
  const end = near.indexOf('}', at - from)
  if (start < 0 || end < 0 || end - start > ENTRY_LENGTH_MAX) return null
  try {
    const parsed: unknown = JSON.parse(near.slice(start, end + 1).replace(/,\s*\}$/u, '}'))
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function seller(entry: Record<string, unknown>, system: string, sellerId: string): Seller {
  const word = (value: unknown): string | null =>
    typeof value === 'string' ? foldText(value, 200) || null : null
  return {
    system,
    seller_id: sellerId,
    name: word(entry.name),
    domain:
      word(entry.domain)
        ?.toLowerCase()
        .replace(/^(?:https?:\/\/)?(?:www\.)?/u, '') ?? null,
    seller_type: word(entry.seller_type)?.toUpperCase() ?? '',
    confidential:
      entry.is_confidential === 1 ||
      entry.is_confidential === true ||
      entry.is_confidential === '1',
  }
}
