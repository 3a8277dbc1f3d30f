import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { count } from '../../parts/texts.ts'
import { WatchDialog } from '../../parts/watch-dialog.tsx'

/** Largest number of domains that one request can watch. */
const WATCHED_MAX = 100

export function WatchDomains({ domains }: { domains: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const all = domains.length === 1 ? 'Watch it' : 'Watch all'
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {domains.length > WATCHED_MAX ? `Watch the first ${count(WATCHED_MAX)}` : all}
      </Button>
      <WatchDialog
        domains={domains.slice(0, WATCHED_MAX)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
