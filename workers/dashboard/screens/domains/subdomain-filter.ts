interface Named {
  name: string
  addresses: readonly string[]
  cname: string | null
}

/**
 * Finds names for which every word of the filter is in the name, its addresses or its CNAME. Upper
 * and lower case count as equal.
 */
export function matchingNames<Name extends Named>(names: readonly Name[], filter: string): Name[] {
  const words = filter.toLowerCase().split(/\s+/)
  return names.filter(({ name, addresses, cname }) => {
    const text = [name, ...addresses, cname ?? ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
