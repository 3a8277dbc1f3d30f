const NAME_CHARACTERS_MAX = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Returns the normalised name, or null if it is not below `domain`. The name must follow RFC 1035,
 * but underscores are allowed.
 */
export function nameBelow(domain: string, text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  if (!name.endsWith(`.${domain}`) || name.length > NAME_CHARACTERS_MAX) return null
  const labels = name.slice(0, -domain.length - 1).split('.')
  return labels.every((label) => LABEL.test(label)) ? name : null
}

export function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** Fewer labels come first, then the alphabet decides. */
export function byDepthAndName(a: string, b: string): number {
  return a.split('.').length - b.split('.').length || (a < b ? -1 : a > b ? 1 : 0)
}
