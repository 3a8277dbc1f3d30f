export interface Chance {
  next(): number
  whole(below: number): number
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  digits(count: number): string
  code(count: number): string
}

const CODE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Returns random numbers that depend only on the seed. FNV-1a hashes the seed, and splitmix32
 * generates the numbers.
 */
export function chanceOf(seed: string): Chance {
  let state = 0x811c9dc5
  for (const character of seed)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const whole = (below: number): number => Math.floor(next() * below)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick,
    shuffled: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
    digits: (count) =>
      Array.from({ length: count }, (_, index) => (index === 0 ? 1 + whole(9) : whole(10))).join(
        '',
      ),
    code: (count) => Array.from({ length: count }, () => CODE[whole(CODE.length)]).join(''),
  }
}
