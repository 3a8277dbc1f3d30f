import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { DeliveryView } from './delivery-view.tsx'
import { WEBHOOKS } from './use-retries.ts'

/** Longest text that can be looked up, in characters. All ids of the service are shorter. */
const ID_CHARACTERS_MAX = 64

export function DeliveryLookup() {
  const [id, setId] = useQueryState('job')
  const [typed, setTyped] = useState(id)
  const delivery = useQuery({
    queryKey: [...WEBHOOKS, 'delivery', id],
    queryFn: ({ signal }) =>
      read(api.GET('/webhooks/{job_id}/status', { params: { path: { job_id: id } }, signal })),
    enabled: id !== '',
  })
  return (
    <Section
      title="Find a delivery"
      lead="Look up the callback of an analysis, list, correlation or change by its id."
    >
      <form
        class="flex max-w-xl flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = typed.trim()
          if (wanted === id) void delivery.refetch()
          else setId(wanted)
        }}
      >
        <div class="min-w-0 flex-1">
          <TextField
            label="Id"
            placeholder="job_…"
            required
            maxLength={ID_CHARACTERS_MAX}
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onText={setTyped}
          />
        </div>
        <Button type="submit" isBusy={delivery.isFetching}>
          Look up
        </Button>
      </form>
      <div class="mt-4 empty:hidden">
        {delivery.isLoading && <Skeleton lines={4} label="Loading the delivery" />}
        {delivery.isError && (
          <FailureNote error={delivery.error} retry={() => void delivery.refetch()} />
        )}
        {delivery.isSuccess && <DeliveryView delivery={delivery.data} />}
      </div>
    </Section>
  )
}
