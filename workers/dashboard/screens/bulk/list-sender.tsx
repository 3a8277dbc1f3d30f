import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { BILLING, profileQuery } from '../../api/account-queries.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { type Forecast, forecastOf, forecastText } from '../../parts/forecast.ts'
import type { ListPreview } from '../../parts/list-preview.ts'
import { type ListRequest, sendList } from '../../parts/list-sending.ts'
import { Section } from '../../parts/page.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { chargedNames } from '../../parts/sandbox-names.ts'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, counted } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'
import { UsedUp } from '../../parts/used-up.tsx'
import { useUserId } from '../../session/session.ts'
import { LISTS_PER_HOUR, linesPerDay } from './list-limits.ts'
import { keepNotes } from './list-notes.ts'

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
  const settings = { content, depth, passive, name: name.trim(), callbackUrl: callbackUrl.trim() }
  const send = useSend(settings, preview)
  const cost = useCost(preview)
  const { lines } = preview
  const isUncovered =
    cost.forecast !== null && cost.charged > 0 && cost.forecast.uncovered === cost.charged
  return (
    <Section title="Send">
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isUncovered) setAsking(true)
        }}
      >
        <div class="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name (optional)"
            maxLength={NAME_CHARACTERS_MAX}
            value={name}
            onText={setName}
            hint="It stands in your lists and in the email."
          />
          <SelectField
            label="Depth"
            value={depth}
            choices={DEPTHS}
            onChoice={setDepth}
            hint="Both cost the same."
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
        <Cost cost={cost} lines={lines.length} />
        {isUncovered && <UsedUp />}
        <div>
          <Button type="submit" look="primary" disabled={isUncovered} aria-describedby="list-cost">
            Send {counted(lines.length, 'line')}
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
        {cost.text} A failed analysis is refunded. You can stop the list later; lines that have not
        started by then are refunded.
      </ConfirmDialog>
    </Section>
  )
}

// If the user sends the same list with the same settings again, the Idempotency-Key is the same, so
// that the service accepts the list only once.
function useSend(settings: Omit<ListRequest, 'idempotencyKey'>, preview: ListPreview) {
  const queries = useQueryClient()
  const userId = useUserId()
  const [, navigate] = useLocation()
  const { depth, passive, name, callbackUrl } = settings
  const [keys] = useState(() => new Map<string, string>())
  return async () => {
    const action = JSON.stringify([depth, passive, name, callbackUrl])
    const idempotencyKey = keys.get(action) ?? crypto.randomUUID()
    keys.set(action, idempotencyKey)
    const { bulk_job_id: id } = await sendList({ ...settings, idempotencyKey })
    keepNotes(
      userId,
      id,
      preview.lines.map(({ note }) => note),
    )
    void queries.invalidateQueries({ queryKey: BILLING })
    void queries.invalidateQueries({ queryKey: ['jobs'] })
    void queries.invalidateQueries({ queryKey: ['bulk', 'lists'] })
    navigate(`/bulk/${encodeURIComponent(id)}`)
  }
}

interface ListCost {
  /** Number of analyses that are not free. */
  charged: number
  forecast: Forecast | null
  text: string
  means: ReturnType<typeof useMeans>
}

function useCost({ lines }: ListPreview): ListCost {
  const means = useMeans()
  const distinct = new Set(lines.flatMap(({ domain }) => (domain === null ? [] : [domain])))
  const charged = chargedNames([...distinct])
  const forecast = means.means === undefined ? null : forecastOf(charged, means.means)
  const text =
    forecast === null || means.means === undefined
      ? `At most ${counted(charged, 'analysis is', 'analyses are')} charged.`
      : forecastText(forecast, means.means)
  return { charged, forecast, text, means }
}

function Cost({ cost: { means, text }, lines }: { cost: ListCost; lines: number }) {
  const profile = useQuery(profileQuery)
  if (means.error !== null) return <FailureNote error={means.error} retry={means.retry} />
  if (means.means === undefined) return <Skeleton lines={2} label="Loading your quota" />
  const perDay = profile.data === undefined ? null : linesPerDay(profile.data.tier)
  return (
    <div class="rounded-md bg-raised p-3 text-sm">
      <p id="list-cost" class="font-medium tabular-nums">
        {text}
      </p>
      {perDay !== null && (
        <p class="pt-1 text-muted">
          Your plan takes {count(LISTS_PER_HOUR)} lists an hour and {count(perDay)} lines a day
          (UTC), refused lines included.
        </p>
      )}
      {perDay !== null && lines > perDay && (
        <p class="pt-1 text-warn">This list alone has more lines than your plan takes in a day.</p>
      )}
    </div>
  )
}
