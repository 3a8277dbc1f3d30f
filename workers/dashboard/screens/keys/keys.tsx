import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { Command } from '../../parts/copy.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { MakeKey } from './make-key.tsx'

type Key = Schemas['ApiKeyResponse']

// Largest number of characters of a name in button labels and questions. A longer name is cut
// there, but the table shows the whole name.
const NAME_SHOWN = 60
const shortName = ({ name }: Key) => shortened(withVisibleControls(name), NAME_SHOWN)

const KEYS = ['keys'] as const

export default function Keys() {
  const queries = useQueryClient()
  const keys = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => read(api.GET('/auth/keys', { signal })),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: KEYS })
  return (
    <Page
      title="API keys"
      lead="A program calls the API with a key. Give every program its own key."
    >
      <MakeKey onMade={() => void refresh()} />
      <Section title="Active keys">
        {keys.isPending && <Skeleton label="Loading the keys" />}
        {keys.isError && <FailureNote error={keys.error} retry={() => void keys.refetch()} />}
        {keys.isSuccess && <KeyTable keys={keys.data.keys} onRevoked={refresh} />}
      </Section>
      <Section title="Connect an agent">
        <p class="max-w-prose pb-3 text-sm">
          Agents reach the service over the Model Context Protocol at{' '}
          <code class="font-mono text-xs break-all">{location.origin}/mcp</code>. A client sends its
          key in the header X-API-Key, or as a bearer token. Every result states its cost, and a
          call of more than 10 credits needs your limit.
        </p>
        <Command
          title="For Claude Code"
          command={agentCommand(location.origin)}
          label="Copy the command"
        />
      </Section>
    </Page>
  )
}

const agentCommand = (origin: string) =>
  `claude mcp add --transport http domain-attribution ${origin}/mcp --header "X-API-Key: <API_KEY>"`

function KeyTable({
  keys,
  onRevoked,
}: {
  keys: readonly Key[]
  onRevoked: () => Promise<unknown>
}) {
  const [asked, setAsked] = useState<Key | null>(null)
  const [said, setSaid] = useState('')
  const revoke = useMutation({
    mutationFn: (id: string) =>
      read(api.DELETE('/auth/keys/{key_id}', { params: { path: { key_id: id } } })),
    onSuccess: onRevoked,
  })
  const columns: readonly Column<Key>[] = [
    {
      title: 'Name',
      cell: ({ name }) => (
        <div class="min-w-40 max-w-md">
          <OutsideText text={name} max={200} />
        </div>
      ),
    },
    {
      title: 'Begins with',
      cell: ({ prefix }) => <code class="font-mono text-xs">{withVisibleControls(prefix)}…</code>,
    },
    { title: 'May buy', cell: ({ billing }) => (billing ? 'Yes' : 'No') },
    { title: 'Made', cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Last used',
      cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time at={at} />),
    },
    {
      title: 'Action',
      cell: (key) => (
        <Button look="danger" aria-label={`Revoke ${shortName(key)}`} onClick={() => setAsked(key)}>
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState title="There is no active key">
          Make a key above. Then a program can call the API with it, for example like this.
        </EmptyState>
      ) : (
        <Table label="Keys" columns={columns} rows={keys} keyOf={({ key_id: id }) => id} />
      )}
      <p role="status" class="pt-2 text-sm text-muted empty:hidden">
        {said}
      </p>
      <ConfirmDialog
        title="Revoke this key?"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        action="Revoke"
        onConfirm={async () => {
          if (asked === null) return
          await revoke.mutateAsync(asked.key_id)
          setSaid(`The key ${shortName(asked)} is revoked.`)
        }}
      >
        <p class="outside">
          Every program that uses <strong>{asked === null ? '' : shortName(asked)}</strong> is
          refused at once. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
