import { useEffect, useState } from 'preact/hooks'
import type { PastedNames } from './pasted-names.ts'

/** These characters stand between names, so a text without them is at most one name. */
const SEPARATOR = /[\s,;|<>"'()]/

export const isOneWord = (text: string): boolean => !SEPARATOR.test(text.trim())

/** The list of all endings makes this code large, so the browser loads it only for a text. */
export async function readPasted(text: string): Promise<PastedNames> {
  const { pastedNames } = await import('./pasted-names.ts')
  return pastedNames(text)
}

/** Undefined for one word, and until the text is read. */
export function usePastedNames(text: string): PastedNames | undefined {
  const [read, setRead] = useState<{ text: string; found: PastedNames } | undefined>()
  const isWord = isOneWord(text)
  useEffect(() => {
    if (isWord) return
    let isCurrent = true
    void readPasted(text).then((found) => {
      if (isCurrent) setRead({ text, found })
    })
    return () => {
      isCurrent = false
    }
  }, [text, isWord])
  return !isWord && read?.text === text ? read.found : undefined
}
