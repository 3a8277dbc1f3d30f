/** The parsed URL, or null when the text is none (URL.parse, which the type libraries do not agree on). */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
