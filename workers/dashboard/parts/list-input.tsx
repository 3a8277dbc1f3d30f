import { FileText, Upload } from 'lucide-preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { TextArea } from './field.tsx'
import { OutsideText } from './outside-text.tsx'
import { count } from './texts.ts'

export type ListSource = { kind: 'text'; text: string } | { kind: 'file'; file: File }

const FILE_NAME_CHARACTERS_SHOWN = 80
const KIBIBYTE = 1024
const FILE_TYPES = '.csv,.txt,text/csv,text/plain'

interface InputProps {
  source: ListSource
  onSource: (source: ListSource) => void
}

export function ListInput({ source, onSource }: InputProps) {
  const choice = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file !== undefined) onSource({ kind: 'file', file })
  }
  const remove = () => {
    if (choice.current !== null) choice.current.value = ''
    onSource({ kind: 'text', text: '' })
    choice.current?.focus()
  }
  return (
    <div class="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition for the mouse; the field inside does the same. */}
      <div
        class={
          'flex min-h-40 min-w-0 flex-col items-center justify-center gap-3 rounded-md ' +
          'border border-dashed p-4 text-center ' +
          `${isOver ? 'border-accent bg-accent-soft' : 'border-control'}`
        }
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer?.files)
        }}
      >
        <Upload size={20} aria-hidden="true" class="text-muted" />
        <label for={id} class="text-sm font-medium">
          Choose a CSV or TXT file, or drop it here
        </label>
        <input
          ref={choice}
          id={id}
          type="file"
          accept={FILE_TYPES}
          class="max-w-full cursor-pointer text-sm file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-control file:bg-surface file:px-3 file:py-1.5 file:font-medium file:text-ink"
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
        <p class="text-sm text-muted">
          Up to 10,000 lines and 4 MiB. The file stays in this page until you send it.
        </p>
      </div>
      {source.kind === 'file' ? (
        <div class="flex min-w-0 flex-col items-start gap-3 rounded-md border border-line p-4 text-sm">
          <p class="flex min-w-0 gap-2 font-medium">
            <FileText size={18} aria-hidden="true" class="shrink-0" />
            <OutsideText text={source.file.name} max={FILE_NAME_CHARACTERS_SHOWN} />
          </p>
          <p class="text-muted tabular-nums">{count(Math.ceil(source.file.size / KIBIBYTE))} KiB</p>
          <Button onClick={remove}>Remove the file</Button>
        </div>
      ) : (
        <TextArea
          label="Or paste lines"
          rows={7}
          class="font-mono"
          spellcheck={false}
          placeholder={'example.com\nexample.org'}
          value={source.text}
          onText={(text) => onSource({ kind: 'text', text })}
        />
      )}
    </div>
  )
}
