import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Curl } from './copy.tsx'
import { Dialog } from './dialog.tsx'

/** One for each page, so that people who never use the API see no command. */
export function ApiButton({ command }: { command: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        API
      </Button>
      <Dialog title="This page with the API" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Curl command={command} />
        <div class="flex items-center justify-between gap-2">
          <a class="link text-sm" href="/docs">
            API reference
          </a>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Dialog>
    </>
  )
}
