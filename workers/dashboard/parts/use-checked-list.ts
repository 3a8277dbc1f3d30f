import { useEffect, useState } from 'preact/hooks'
import type { ListSource } from './list-input.tsx'
import { decodeList, LIST_BYTES_MAX, LIST_LINES_MAX, listLines } from './list-lines.ts'
import { type ListPreview, previewOf } from './list-preview.ts'
import type { PastedNames } from './pasted-names.ts'
import { readPasted } from './use-pasted-names.ts'

/** A list has one domain on each line. In a text, the domains stand anywhere. */
export type ListReading = 'lines' | 'text'

export type ListState =
  | { state: 'empty' | 'checking' | 'too large' | 'unreadable' }
  | {
      state: 'checked'
      id: number
      content: Blob
      preview: ListPreview
      /** Null if the list was read line by line. */
      found: PastedNames | null
    }

/** A pasted or typed list is checked when the user has not typed for this time. */
const TYPING_PAUSE_MS = 250
/** If more than this share of the lines is refused, the list is taken for a text. */
const REFUSED_SHARE_MAX = 1 / 2

let checks = 0

/**
 * Checks the list in the browser. Nothing is sent to the service yet. Without `reading`, the
 * content decides how it is read; a CSV file is always read line by line.
 */
export function useCheckedList(source: ListSource, reading?: ListReading): ListState {
  const [checked, setChecked] = useState<ListState>({ state: 'empty' })
  useEffect(() => {
    const content = source.kind === 'file' ? source.file : new Blob([source.text])
    if (content.size === 0 && source.kind === 'text') return setChecked({ state: 'empty' })
    if (content.size > LIST_BYTES_MAX) return setChecked({ state: 'too large' })
    setChecked({ state: 'checking' })
    let isCurrent = true
    const isTable = source.kind === 'file' && /\.csv$/i.test(source.file.name)
    const check = async () => {
      const next = await checkedOf(content, reading ?? (isTable ? 'lines' : undefined))
      if (isCurrent) setChecked(next)
    }
    const timer = setTimeout(() => void check(), source.kind === 'file' ? 0 : TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, reading])
  return checked
}

async function checkedOf(content: Blob, reading: ListReading | undefined): Promise<ListState> {
  try {
    const bytes = new Uint8Array(await content.arrayBuffer())
    const text = decodeList(bytes)
    const preview = previewOf(listLines(text, LIST_LINES_MAX))
    const isDoubtful = preview.refused.length > preview.lines.length * REFUSED_SHARE_MAX
    checks += 1
    const id = checks
    if (reading === 'text' || (reading === undefined && isDoubtful)) {
      const found = await readPasted(text)
      if (reading === 'text' || found.names.length > 0) return { id, ...fromText(found) }
    }
    // The file on the disk may change before the user sends the list, so the bytes that were
    // checked are kept and sent.
    return { state: 'checked', id, content: new Blob([bytes]), preview, found: null }
  } catch {
    return { state: 'unreadable' }
  }
}

function fromText(found: PastedNames) {
  const names = found.names.map(({ domain }) => domain)
  const lines = names.map((text) => ({ text, isReadable: true, note: '' }))
  return {
    state: 'checked' as const,
    content: new Blob([names.join('\n')]),
    preview: previewOf(lines),
    found,
  }
}
