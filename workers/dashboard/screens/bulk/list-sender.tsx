import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { BILLING, creditsQuery, profileQuery, usageQuery } from '../../api/account-queries.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import type { ListPreview } from '../../parts/list-preview.ts'
import { Section } from '../../parts/page.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { coverageOf, LISTS_PER_HOUR, linesPerDay } from './list-limits.ts'
import { type ListRequest, sendList } from '../../parts/list-sending.ts'

const DEPTHS = [
  ['deep', 'Deep: all sources, minutes'],
  ['quick', 'Quick: fewer sources, seconds'],
] as const

const NAME_CHARACTERS_MAX = 64

export function ListSender({ content, preview }: { content: Blob; preview: ListPreview }) {
  const [depth, setDepth] = useState<'quick' | 'deep'>('deep')
  const [passive, setPassive] = useState(false)
  const [name, setName] = useState('')
  const [callbackUrl, setCallbackUrl] = useState('')
  const [isAsking, setAsking] = useState(false)
  const send = useSend({
    content,
    depth,
    passive,
    name: name.trim(),
    callbackUrl: callbackUrl.trim(),
  })
  const { distinct, lines } = preview
  return (
    <Section title="Send">
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <div class="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Depth"
            value={depth}
            choices={DEPTHS}
            onChoice={setDepth}
            hint="Both cost the same."
          />
          <TextField
            label="Name (optional)"
            maxLength={NAME_CHARACTERS_MAX}
            value={name}
            onText={setName}
            hint="It stands in your lists and in the email."
          />
          <TextField
            label="Callback address (optional)"
            type="url"
            inputMode="url"
            placeholder="https://example.com/hook"
            value={callbackUrl}
            onText={setCallbackUrl}
            hint="The service sends it a signed message when all lines are done."
          />
          <PassiveField isChecked={passive} onCheck={setPassive} />
        </div>
        <Cost analyses={distinct} lines={lines.length} />
        <div>
          <Button type="submit" look="primary">
            Send {count(lines.length)} {lines.length === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        title="Send this list?"
        action="Send the list"
        isHarmless
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        It starts up to {count(distinct)} {distinct === 1 ? 'analysis' : 'analyses'} and costs at
        most {count(distinct)} from your quota or credits. A failed analysis is refunded. You can
        stop the list later; lines that have not started by then are refunded.
      </ConfirmDialog>
    </Section>
  )
}

// If the user sends the same list with the same settings again, the Idempotency-Key is the same, so
// that the service accepts the list only once.
function useSend(settings: Omit<ListRequest, 'idempotencyKey'>) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { depth, passive, name, callbackUrl } = settings
  const [keys] = useState(() => new Map<string, string>())
  return async () => {
    const action = JSON.stringify([depth, passive, name, callbackUrl])
    const idempotencyKey = keys.get(action) ?? crypto.randomUUID()
    keys.set(action, idempotencyKey)
    const { bulk_job_id: id } = await sendList({ ...settings, idempotencyKey })
    void queries.invalidateQueries({ queryKey: BILLING })
    void queries.invalidateQueries({ queryKey: ['jobs'] })
    void queries.invalidateQueries({ queryKey: ['bulk', 'lists'] })
    navigate(`/bulk/${encodeURIComponent(id)}`)
  }
}

function Cost({ analyses, lines }: { analyses: number; lines: number }) {
  const usage = useQuery(usageQuery)
  const credits = useQuery(creditsQuery)
  const profile = useQuery(profileQuery)
  const failed = [usage, credits, profile].find(({ isError }) => isError)
  if (failed !== undefined)
    return <FailureNote error={failed.error} retry={() => void failed.refetch()} />
  if (usage.data === undefined || credits.data === undefined || profile.data === undefined)
    return <Skeleton lines={2} label="Loading your quota" />
  const means = {
    remaining: usage.data.remaining,
    credits: credits.data.balance,
    hasSubscription: credits.data.has_active_subscription,
  }
  const perDay = linesPerDay(profile.data.tier)
  return (
    <div class="rounded-md bg-raised p-3 text-sm">
      <p class="font-medium">
        Cost: at most {count(analyses)} {analyses === 1 ? 'analysis' : 'analyses'}
      </p>
      <ul class="list-disc pl-5">
        {coverageOf(analyses, means).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="pt-2 text-muted">
        Names of the sandbox cost nothing. Your plan takes {count(LISTS_PER_HOUR)} lists an hour and{' '}
        {count(perDay)} lines a day (UTC), refused lines included.
      </p>
      {lines > perDay && (
        <p class="pt-2 text-warn">This list alone has more lines than your plan takes in a day.</p>
      )}
    </div>
  )
}
