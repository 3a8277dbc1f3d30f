import { useState } from 'preact/hooks'

const KEY = 'own-operators'
const OPERATORS_MAX = 500

/**
 * Operators that the user marked as theirs. They stay in this browser and apply to all lists.
 */
export function useOwnOperators(): [own: ReadonlySet<string>, toggle: (name: string) => void] {
  const [own, setOwn] = useState(stored)
  const toggle = (name: string) => {
    const next = new Set(own)
    if (!next.delete(name)) next.add(name)
    const kept = [...next].slice(-OPERATORS_MAX)
    setOwn(new Set(kept))
    try {
      localStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // The browser stores nothing. The mark then ends with this page.
    }
  }
  return [own, toggle]
}

function stored(): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    return new Set(texts.slice(-OPERATORS_MAX))
  } catch {
    return new Set()
  }
}
