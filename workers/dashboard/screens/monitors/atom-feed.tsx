import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx'
import { monitorSummaryQuery } from '../../parts/monitor-summary.ts'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { Section } from '../../parts/page.tsx'

type Question = 'create' | 'delete'

/**
 * Only this component keeps the new address, and only until its dialog is closed. The address is a
 * secret and is never in a cache, the address bar or storage.
 */
export function AtomFeed() {
  const queries = useQueryClient()
  const summary = useQuery(monitorSummaryQuery)
  const [question, setQuestion] = useState<Question | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [isDeleted, setDeleted] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: monitorSummaryQuery.queryKey })
  const create = useMutation({
    // Returns nothing, because the query library would keep the returned address in its cache.
    mutationFn: async () => {
      const { feed_url: created } = await read(api.POST('/monitors/feed'))
      setAddress(created)
      setDeleted(false)
    },
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/monitors/feed')),
    onSuccess: () => {
      setDeleted(true)
      return refresh()
    },
  })
  // Without the summary it is not known if there is an address to replace.
  if (!summary.isSuccess) return null
  const hasFeed = summary.data.has_feed
  return (
    <Section
      title="Atom feed"
      lead="A feed reader can follow the newest 50 changes at a secret address."
    >
      <div class="flex flex-wrap gap-2">
        <Button onClick={() => setQuestion('create')}>
          {hasFeed ? 'Replace the address' : 'Create the address'}
        </Button>
        {hasFeed && (
          <Button look="danger" onClick={() => setQuestion('delete')}>
            Delete the address
          </Button>
        )}
      </div>
      <p role="status" class="pt-2 text-sm text-muted empty:hidden">
        {isDeleted && 'The feed has no address any more.'}
      </p>
      <ConfirmDialog
        title="Create a new address of the feed?"
        isOpen={question === 'create'}
        onClose={() => setQuestion(null)}
        action="Create"
        isHarmless
        onConfirm={() => create.mutateAsync()}
      >
        <p>
          {hasFeed && 'The earlier address stops working at once. '}
          Whoever knows the new one can read your changes.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete the address of the feed?"
        isOpen={question === 'delete'}
        onClose={() => setQuestion(null)}
        action="Delete"
        onConfirm={() => remove.mutateAsync()}
      >
        <p>
          Feed readers that use it get no more changes. You can create another address at any time.
        </p>
      </ConfirmDialog>
      <Dialog
        title="Address of your feed"
        isOpen={address !== null}
        onClose={() => setAddress(null)}
      >
        {address !== null && (
          <OneTimeSecret
            label="Address of the feed"
            secret={address}
            use="read your changes"
            onDone={() => setAddress(null)}
          />
        )}
      </Dialog>
    </Section>
  )
}
