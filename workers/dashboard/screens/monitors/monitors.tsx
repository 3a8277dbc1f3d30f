import { useEffect, useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { openChangesText, useOpenChanges } from '../../parts/open-changes.ts'
import { Page } from '../../parts/page.tsx'
import { MonitorList } from './monitor-list.tsx'
import { WatchForm } from './watch-form.tsx'
import { WatchResult } from './watch-result.tsx'

const DOMAIN_CHARACTERS_MAX = 255

/** Pages about a domain link to this page and pass the domain as `watch`. */
function useWanted(): [wanted: string, forget: () => void] {
  const [parameters, setParameters] = useSearchParams()
  const forget = () =>
    setParameters(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.delete('watch')
        return next
      },
      { replace: true },
    )
  return [(parameters.get('watch') ?? '').slice(0, DOMAIN_CHARACTERS_MAX), forget]
}

export default function Monitors() {
  const [wanted, forget] = useWanted()
  const open = openChangesText(useOpenChanges())
  const [isOpen, setOpen] = useState(wanted !== '')
  const [result, setResult] = useState<Schemas['AddMonitorsResponse'] | null>(null)
  useEffect(() => {
    if (wanted !== '') setOpen(true)
  }, [wanted])
  const close = () => {
    setOpen(false)
    if (wanted !== '') forget()
  }
  return (
    <Page
      title="Monitors"
      lead="The service checks the public facts of watched domains and reports when an operator changes."
      actions={
        <>
          <LinkButton href="/changes">
            Changes
            {open !== '' && (
              <Badge tone="accent">
                {open}
                <span class="sr-only"> open</span>
              </Badge>
            )}
          </LinkButton>
          <Button look="primary" onClick={() => setOpen(true)}>
            Watch domains
          </Button>
        </>
      }
    >
      <WatchResult result={result} />
      <MonitorList />
      <WatchForm isOpen={isOpen} wanted={wanted} onClose={close} onResult={setResult} />
    </Page>
  )
}
