import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

/** The label changes to "Copied", and screen readers announce the change. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { state, copy } = useCopy(text)
  return (
    <Button look="quiet" onClick={copy}>
      {state === 'ready' ? label : state === 'copied' ? 'Copied' : 'Copying is not allowed'}
      <span role="status" class="sr-only">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </Button>
  )
}

export function Curl({ command }: { command: string }) {
  return <Command title="The same with the API" command={command} label="Copy as curl" />
}

export function Command({
  title,
  command,
  label,
}: {
  title: string
  command: string
  label: string
}) {
  return (
    <figure class="w-full min-w-0">
      <figcaption class="flex items-center justify-between gap-2 text-sm text-muted">
        {title}
        <CopyButton text={command} label={label} />
      </figcaption>
      <pre class="overflow-x-auto rounded-md bg-raised p-3 font-mono text-xs whitespace-pre-wrap break-all">
        {command}
      </pre>
    </figure>
  )
}
