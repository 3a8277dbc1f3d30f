import { useState } from 'preact/hooks'
import { useUserId } from '../../session/session.ts'
import { storageKey } from '../../session/user-storage.ts'

const OPERATORS_MAX = 500

/**
 * Operators that the user marked as theirs. They apply to all lists, and stay in this browser until
 * the user signs out.
 */
export function useOwnOperators(): [own: ReadonlySet<string>, toggle: (name: string) => void] {
  const key = storageKey(useUserId(), 'own-operators')
  const [own, setOwn] = useState(() => stored(key))
  const toggle = (name: string) => {
    const next = new Set(own)
    if (!next.delete(name)) next.add(name)
    const kept = [...next].slice(-OPERATORS_MAX)
    setOwn(new Set(kept))
    try {
      localStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // The browser stores nothing. The mark then ends with this page.
    }
  }
  return [own, toggle]
}

function stored(key: string): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    return new Set(texts.slice(-OPERATORS_MAX))
  } catch {
    return new Set()
  }
}
