import { storageKey } from '../../session/user-storage.ts'

/** Older notes are removed, because a browser stores only a few megabytes for a site. */
const LISTS_MAX = 5
const NOTES_CHARACTERS_MAX = 400_000

/**
 * Keeps the second column of a list in this browser until the user signs out, because the service
 * stores no notes. Notes of a list that has too many are not kept.
 */
export function keepNotes(userId: string, id: string, notes: readonly string[]): void {
  const content = JSON.stringify(notes)
  if (notes.every((note) => note === '') || content.length > NOTES_CHARACTERS_MAX) return
  const prefix = storageKey(userId, 'list-notes:')
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    for (const key of kept.sort().slice(0, Math.max(0, kept.length + 1 - LISTS_MAX)))
      localStorage.removeItem(key)
    localStorage.setItem(prefix + id, content)
  } catch {
    // The browser stores nothing, or no more. The list works without notes.
  }
}

/** The notes of the lines of a list, in their order. Empty if there are none. */
export function notesOf(userId: string, id: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(storageKey(userId, `list-notes:${id}`)) ?? '[]',
    )
    return Array.isArray(stored) ? stored.map((note) => (typeof note === 'string' ? note : '')) : []
  } catch {
    return []
  }
}
