import { z } from 'zod'
import type { Bytes } from '../formats/byte-stream.ts'
import { jsonObjects } from '../formats/json-objects.ts'
import { parsedEntries } from '../formats/parsed-entries.ts'
import type { SourceEntry } from '../formats/source-entry.ts'

// sellers.json 1.0 (IAB Tech Lab). The file is an object, so its sellers are at depth 2, like the
// objects of "identifiers", which have no seller id.
const SELLERS_DEPTH = 2
const Seller = z.object({
  seller_id: z.string(),
  seller_type: z.string(),
  is_confidential: z.union([z.number(), z.boolean()]).optional(),
  name: z.string().optional(),
  domain: z.string().optional(),
})
const Identifier = z.object({ name: z.string(), value: z.string() })

export async function* googleSellerEntries(bytes: Bytes): AsyncGenerator<SourceEntry[]> {
  yield* parsedEntries(jsonObjects(bytes, SELLERS_DEPTH), parseSeller)
}

/** An intermediary sells for others, so it names no operator. Null for another shape. */
export function parseSeller(json: unknown): SourceEntry[] | null {
  const { data: seller } = Seller.safeParse(json)
  if (seller === undefined) return Identifier.safeParse(json).success ? [] : null
  const { seller_id: sellerId, seller_type: type, is_confidential, name, domain } = seller
  if (type !== 'PUBLISHER' || is_confidential || !name || !domain) return []
  return [{ site: domain, name, sellerId }]
}
