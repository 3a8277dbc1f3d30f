import { useEffect, useRef } from 'preact/hooks'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { MonitorList } from './monitor-list.tsx'
import { WatchDomains } from './watch-domains.tsx'

export default function Monitors() {
  const form = useRef<HTMLDivElement>(null)
  const [wanted] = useQueryState('watch')
  useEffect(() => {
    if (wanted !== '') form.current?.scrollIntoView()
  }, [wanted])
  return (
    <Page
      title="Monitors"
      lead="The service checks the public facts of watched domains and reports when an operator changes."
      actions={
        <>
          <LinkButton href="/changes">Changes</LinkButton>
          <Button look="primary" onClick={() => form.current?.focus()}>
            New monitors
          </Button>
        </>
      }
    >
      <MonitorList />
      <div ref={form} tabIndex={-1}>
        <WatchDomains />
      </div>
    </Page>
  )
}
