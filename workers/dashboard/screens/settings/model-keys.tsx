import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas, succeed } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { ModelKeyForm } from './model-key-form.tsx'
import { providerName } from './model-providers.ts'

type ModelKey = Schemas['BYOKKeyResponse']

const MODEL_KEYS = ['llm-keys'] as const
const ALLOWED: ReadonlySet<Schemas['MeResponse']['tier']> = new Set(['team', 'enterprise'])

/** An account whose plan has no own keys sees nothing, because this plan is not sold. */
export function ModelKeys({ tier }: { tier: Schemas['MeResponse']['tier'] }) {
  if (!ALLOWED.has(tier)) return null
  return (
    <Section
      title="Own keys for language models"
      lead="Deep analyses then use your account at the provider of the model."
    >
      <SavedKeys />
    </Section>
  )
}

function SavedKeys() {
  const queries = useQueryClient()
  const keys = useQuery({
    queryKey: MODEL_KEYS,
    queryFn: ({ signal }) => read(api.GET('/account/llm-keys', { signal })),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: MODEL_KEYS })
  return (
    <div class="flex flex-col gap-6">
      {keys.isPending && <Skeleton label="Loading the keys" />}
      {keys.isError && <FailureNote error={keys.error} retry={() => void keys.refetch()} />}
      {keys.isSuccess && keys.data.keys.length === 0 && (
        <EmptyState title="There is no own key">
          Until you save one, analyses use the keys of the service.
        </EmptyState>
      )}
      {keys.isSuccess && keys.data.keys.length > 0 && (
        <KeyTable keys={keys.data.keys} onDeleted={refresh} />
      )}
      <ModelKeyForm onSaved={() => void refresh()} />
    </div>
  )
}

function KeyTable({
  keys,
  onDeleted,
}: {
  keys: readonly ModelKey[]
  onDeleted: () => Promise<unknown>
}) {
  const [asked, setAsked] = useState<ModelKey['provider'] | null>(null)
  const remove = useMutation({
    mutationFn: (provider: ModelKey['provider']) =>
      succeed(api.DELETE('/account/llm-keys/{provider}', { params: { path: { provider } } })),
    onSuccess: onDeleted,
  })
  const columns: readonly Column<ModelKey>[] = [
    { title: 'Provider', cell: ({ provider }) => providerName(provider) },
    {
      title: 'Model',
      cell: ({ model }) => (
        <span class="block min-w-32">
          <OutsideText text={model} />
        </span>
      ),
    },
    {
      title: 'Ends with',
      cell: ({ key_hint: hint }) => (
        <code class="font-mono text-xs">
          …<OutsideText text={hint} />
        </code>
      ),
    },
    { title: 'Saved', cell: ({ updated_at: at }) => <Time at={at} /> },
    {
      title: 'Action',
      cell: ({ provider }) => (
        <Button
          look="danger"
          aria-label={`Delete the key for ${providerName(provider)}`}
          onClick={() => setAsked(provider)}
        >
          Delete
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table label="Saved keys" columns={columns} rows={keys} keyOf={({ provider }) => provider} />
      <ConfirmDialog
        title="Delete this key?"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        action="Delete"
        onConfirm={async () => {
          if (asked !== null) await remove.mutateAsync(asked)
        }}
      >
        The service forgets your key for {asked === null ? '' : providerName(asked)}. Deep analyses
        then use another key.
      </ConfirmDialog>
    </>
  )
}
