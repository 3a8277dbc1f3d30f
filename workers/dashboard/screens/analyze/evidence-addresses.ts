const ADDRESSES_MAX = 20
const DEPTH_MAX = 8
const VALUES_MAX = 5_000
const WEB_ADDRESS = /^https?:\/\/[^\s"'<>]{1,2000}$/i

/**
 * Finds texts in the evidence that are a web address and nothing else. Returns up to 20 different
 * ones, in the order of their appearance.
 */
export function addressesIn(evidence: unknown): string[] {
  const found = new Set<string>()
  let seen = 0
  const look = (value: unknown, depth: number): void => {
    seen += 1
    if (found.size >= ADDRESSES_MAX || depth > DEPTH_MAX || seen > VALUES_MAX) return
    if (typeof value === 'string') {
      if (WEB_ADDRESS.test(value)) found.add(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) look(part, depth + 1)
    }
  }
  look(evidence, 0)
  return [...found]
}
