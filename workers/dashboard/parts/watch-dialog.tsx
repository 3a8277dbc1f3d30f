import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { profileQuery } from '../api/account-queries.ts'
import { api, read, type Schemas } from '../api/api-client.ts'
import { Button, LinkButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SelectField } from './field.tsx'
import { OutsideText } from './outside-text.tsx'
import { FailureNote, Skeleton } from './states.tsx'
import { count } from './texts.ts'
import { type Cadence, cadenceChoices } from './watch-cadences.ts'
import { WatchCost } from './watch-cost.tsx'

type Added = Schemas['AddMonitorsResponse']

interface WatchProps {
  /** At most 100 domains, which is the limit of one request. */
  domains: string[]
  /** Number of these domains that were analyzed in the last 7 days. */
  analyzed?: number
  isPassive?: boolean
  isOpen: boolean
  onClose: () => void
  onWatched?: ((added: Added) => void) | undefined
}

const REJECTIONS_SHOWN = 5

export function WatchDialog({ isOpen, onClose, ...rest }: WatchProps) {
  const { length } = rest.domains
  return (
    <Dialog
      title={length === 1 ? 'Watch this domain' : `Watch ${count(length)} domains`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Content {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Content({
  domains,
  analyzed = 0,
  isPassive = false,
  onClose,
  onWatched,
}: Omit<WatchProps, 'isOpen'>) {
  const queries = useQueryClient()
  const profile = useQuery(profileQuery)
  const [cadence, setCadence] = useState<Cadence | null>(null)
  const add = useMutation({
    mutationFn: () =>
      read(
        api.POST('/monitors', {
          body: {
            domains,
            ...(cadence === null ? {} : { cadence }),
            ...(isPassive ? { passive: true } : {}),
          },
        }),
      ),
    onSuccess: (added) => onWatched?.(added),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['monitors'] }),
  })
  if (add.isSuccess) return <Watching added={add.data} onClose={onClose} />
  if (profile.isPending) return <Skeleton lines={3} label="Loading what it costs" />
  if (profile.isError)
    return <FailureNote error={profile.error} retry={() => void profile.refetch()} />
  const choices = cadenceChoices(profile.data.tier)
  return (
    <form
      class="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending) add.mutate()
      }}
    >
      <p class="text-sm">
        <OutsideText text={domains.join(', ')} max={200} />
      </p>
      <SelectField
        label="Check the public facts"
        value={cadence ?? choices[0]?.[0] ?? 'weekly'}
        choices={choices}
        onChoice={setCadence}
        hint="Checks are free. Changes are sent to you by email."
      />
      <div class="flex flex-col gap-2 text-sm">
        <WatchCost names={domains.length} analyzed={analyzed} />
        <p>A confirmed change starts one analysis, from your quota or for 1 credit.</p>
      </div>
      {add.isError && <FailureNote error={add.error} />}
      <div class="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={add.isPending}>
          Watch
        </Button>
      </div>
    </form>
  )
}

function Watching({ added, onClose }: { added: Added; onClose: () => void }) {
  const { monitors, rejected } = added
  const [one] = monitors
  return (
    <div class="flex flex-col gap-4">
      <FocusedText>
        {monitors.length === 0
          ? 'Nothing is watched.'
          : monitors.length === 1
            ? 'Watching.'
            : `Watching ${count(monitors.length)} domains.`}
      </FocusedText>
      {rejected.length > 0 && (
        <ul class="flex flex-col gap-1 text-sm text-bad">
          {rejected.slice(0, REJECTIONS_SHOWN).map(({ domain, error }, index) => (
            <li key={index}>
              <OutsideText text={domain} max={120} />:{' '}
              <OutsideText text={error.message} max={300} />
            </li>
          ))}
          {rejected.length > REJECTIONS_SHOWN && (
            <li>{count(rejected.length - REJECTIONS_SHOWN)} more were refused.</li>
          )}
        </ul>
      )}
      <div class="flex justify-end gap-2">
        {one !== undefined && (
          <LinkButton
            href={
              monitors.length === 1
                ? `/monitors/${encodeURIComponent(one.monitor_id)}`
                : '/monitors'
            }
          >
            {monitors.length === 1 ? 'Open the monitor' : 'Open the monitors'}
          </LinkButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

/** The form with the focus is gone, so the new text takes it and screen readers read it. */
function FocusedText({ children }: { children: string }) {
  const [text, setText] = useState<HTMLParagraphElement | null>(null)
  useEffect(() => text?.focus(), [text])
  return (
    <p ref={setText} tabIndex={-1} class="font-medium outline-none">
      {children}
    </p>
  )
}
