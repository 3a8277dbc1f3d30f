const PREFIX = 'list-notes:'
/** Older notes are removed, because a browser stores only a few megabytes for a site. */
const LISTS_MAX = 5
const NOTES_CHARACTERS_MAX = 400_000

/**
 * Keeps the second column of a list in this browser, because the service stores no notes. Notes of
 * a list that has too many are not kept.
 */
export function keepNotes(id: string, notes: readonly string[]): void {
  const content = JSON.stringify(notes)
  if (notes.every((note) => note === '') || content.length > NOTES_CHARACTERS_MAX) return
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of kept.sort().slice(0, Math.max(0, kept.length + 1 - LISTS_MAX)))
      localStorage.removeItem(key)
    localStorage.setItem(PREFIX + id, content)
  } catch {
    // The browser stores nothing, or no more. The list works without notes.
  }
}

/** The notes of the lines of a list, in their order. Empty if there are none. */
export function notesOf(id: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + id) ?? '[]')
    return Array.isArray(stored) ? stored.map((note) => (typeof note === 'string' ? note : '')) : []
  } catch {
    return []
  }
}
