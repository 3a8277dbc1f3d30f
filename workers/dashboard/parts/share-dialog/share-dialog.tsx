import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy.tsx'
import { Dialog } from '../dialog.tsx'
import { SelectField, TextField } from '../field.tsx'
import { FailureNote, Skeleton } from '../states.tsx'
import { count } from '../texts.ts'
import { Time } from '../time.tsx'
import { createShare, deleteShare, type Share, type Shared, shareQuery } from './share-queries.ts'

const EXPIRIES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const
type Days = (typeof EXPIRIES)[number][0]

const CONTENTS: Record<Shared['kind'], string> = {
  job: 'the answer, its reasons and facts',
  correlation: 'the domains, their groups and what links them',
}

interface ShareProps {
  shared: Shared
  isOpen: boolean
  onClose: () => void
}

export function ShareDialog({ shared, isOpen, onClose }: ShareProps) {
  return (
    <Dialog title="Share" isOpen={isOpen} onClose={onClose}>
      <p class="text-sm text-muted">
        Everybody who has the link sees {CONTENTS[shared.kind]}; nothing of your account. Search
        engines are asked to leave it out.
      </p>
      <Content shared={shared} />
      <div class="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

function Content({ shared }: { shared: Shared }) {
  const queries = useQueryClient()
  const share = useQuery(shareQuery(shared))
  const keep = (known: Share | null) => queries.setQueryData(shareQuery(shared).queryKey, known)
  const [days, setDays] = useState<Days>('30')
  const create = useMutation({
    mutationFn: () => createShare(shared, Number(days)),
    onSuccess: keep,
  })
  const stop = useMutation({ mutationFn: () => deleteShare(shared), onSuccess: () => keep(null) })
  if (share.isPending) return <Skeleton lines={2} label="Looking for the link" />
  if (share.isError) return <FailureNote error={share.error} retry={() => void share.refetch()} />
  const failure = create.error ?? stop.error
  const isShared = share.data !== null
  return (
    <div class="flex flex-col gap-4">
      {share.data !== null && <LiveShare share={share.data} />}
      <div class="flex flex-wrap items-end gap-2">
        <div class="w-32">
          <SelectField
            label={isShared ? 'New end in' : 'The link ends in'}
            value={days}
            choices={EXPIRIES}
            onChoice={setDays}
          />
        </div>
        <Button
          look={isShared ? 'plain' : 'primary'}
          isBusy={create.isPending}
          onClick={() => create.mutate()}
        >
          {isShared ? 'Change the end' : 'Create a link'}
        </Button>
        {isShared && (
          <Button look="danger" isBusy={stop.isPending} onClick={() => stop.mutate()}>
            Stop sharing
          </Button>
        )}
      </div>
      {failure !== null && <FailureNote error={failure} />}
      <p role="status" class="text-sm empty:hidden">
        {stop.isSuccess && !isShared ? 'The link does not work any more.' : ''}
      </p>
    </div>
  )
}

function LiveShare({ share: { url, expires_at: at, views } }: { share: Share }) {
  return (
    <div class="flex flex-col gap-2">
      <div class="flex items-end gap-2">
        <div class="min-w-0 flex-1">
          <TextField
            label="Link"
            value={url}
            readOnly
            onText={() => undefined}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <CopyButton text={url} label="Copy the link" />
      </div>
      <p class="text-sm text-muted">
        Ends <Time at={at} />. Seen {views === 1 ? 'once' : `${count(views)} times`}.
      </p>
    </div>
  )
}
