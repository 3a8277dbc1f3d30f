import { useEffect, useState } from 'preact/hooks'
import type { ListSource } from './list-input.tsx'
import { decodeList, LIST_BYTES_MAX, LIST_LINES_MAX, listLines } from './list-lines.ts'
import { type ListPreview, previewOf } from './list-preview.ts'

export type ListState =
  | { state: 'empty' | 'checking' | 'too large' | 'unreadable' }
  | { state: 'checked'; id: number; content: Blob; preview: ListPreview }

/** A pasted or typed list is checked when the user has not typed for this time. */
const TYPING_PAUSE_MS = 250

let checks = 0

/** Checks the list in the browser. Nothing is sent to the service yet. */
export function useCheckedList(source: ListSource): ListState {
  const [checked, setChecked] = useState<ListState>({ state: 'empty' })
  useEffect(() => {
    const content = source.kind === 'file' ? source.file : new Blob([source.text])
    if (content.size === 0 && source.kind === 'text') return setChecked({ state: 'empty' })
    if (content.size > LIST_BYTES_MAX) return setChecked({ state: 'too large' })
    setChecked({ state: 'checking' })
    let isCurrent = true
    const check = async () => {
      const next = await checkedOf(content)
      if (isCurrent) setChecked(next)
    }
    const timer = setTimeout(() => void check(), source.kind === 'file' ? 0 : TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source])
  return checked
}

async function checkedOf(content: Blob): Promise<ListState> {
  try {
    const bytes = new Uint8Array(await content.arrayBuffer())
    const preview = previewOf(listLines(decodeList(bytes), LIST_LINES_MAX))
    checks += 1
    // The file on the disk may change before the user sends the list, so the bytes that were
    // checked are kept and sent.
    return { state: 'checked', id: checks, content: new Blob([bytes]), preview }
  } catch {
    return { state: 'unreadable' }
  }
}
