import type { Schemas } from '../../api/api-client.ts'
import { count, money } from '../../parts/texts.ts'

type CreditPack = Schemas['CreditPack']

/**
 * Returns a text such as "500 credits for $45.00", or the id of a pack that is no longer on sale.
 */
export function packInWords(id: string, packs: readonly CreditPack[]): string {
  const found = packs.find(({ pack }) => pack === id)
  if (found === undefined) return `the pack ${id}`
  return `${count(found.credits)} credits for ${money(found.price_cents, found.currency)}`
}

/** Price of one credit, such as "$0.09". */
export const creditPrice = ({ price_cents: price, credits, currency }: CreditPack): string =>
  money(price / credits, currency)
