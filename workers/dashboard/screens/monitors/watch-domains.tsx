import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { ListCheckNote } from '../../parts/list-check-note.tsx'
import { ListInput, type ListSource } from '../../parts/list-input.tsx'
import { LIST_LINES_MAX } from '../../parts/list-lines.ts'
import type { ListPreview } from '../../parts/list-preview.ts'
import { Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { count } from '../../parts/texts.ts'
import { type ListState, useCheckedList } from '../../parts/use-checked-list.ts'
import { MonitorFields } from './monitor-fields.tsx'
import {
  addMonitors,
  domainsForJson,
  type NewMonitors,
  useMonitorRefresh,
} from './monitor-queries.ts'
import { WatchResult } from './watch-result.tsx'
import {
  changedSettings,
  NEW_MONITOR,
  refusedSettings,
  type SettingsForm,
  type SettingsProblems,
} from './watch-settings.ts'

const NOTHING: ListSource = { kind: 'text', text: '' }
const DOMAIN_CHARACTERS_MAX = 255

/** If a domain is already watched, only the settings that the user changes here are changed. */
export function WatchDomains() {
  const refresh = useMonitorRefresh()
  // Pages about a domain link to this form and pass the domain as `watch`.
  const [wanted] = useQueryState('watch')
  const [source, setSource] = useState<ListSource>({
    kind: 'text',
    text: wanted.slice(0, DOMAIN_CHARACTERS_MAX),
  })
  const [form, setForm] = useState<SettingsForm>(NEW_MONITOR)
  const [problems, setProblems] = useState<SettingsProblems>({})
  const [result, setResult] = useState<Schemas['AddMonitorsResponse'] | null>(null)
  const [asked, setAsked] = useState<WatchRequest | null>(null)
  const list = useCheckedList(source)
  const add = useMutation({
    mutationFn: addMonitors,
    onSuccess: (added) => {
      setResult(added)
      setSource(NOTHING)
    },
    // Even if no answer came, the service may have created monitors, so the list is read again.
    onSettled: () => void refresh(),
  })
  const send = async (request: NewMonitors) => {
    setResult(null)
    try {
      await add.mutateAsync(request)
    } catch (error) {
      const refused = refusedSettings(failureOf(error))
      setProblems(refused)
      // If the problems belong to form fields, the fields behind the dialog show them and the
      // dialog closes. Any other failure is shown in the dialog.
      if (Object.keys(refused).length === 0) throw error
    }
  }
  const submit = () => {
    const read = changedSettings(NEW_MONITOR, form)
    setProblems('problems' in read ? read.problems : {})
    if (!('problems' in read) && canBeSent(list)) setAsked(requestOf(list, read.settings))
  }
  return (
    <Section
      title="Watch domains"
      lead="Checks are free. The first analysis of a domain, and one after each confirmed change, are charged like any analysis."
    >
      <form
        class="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div>
          <ListInput
            source={source}
            onSource={(next) => {
              setSource(next)
              setResult(null)
            }}
          />
          <ListCheckNote list={list} />
          {list.state === 'checked' && <Check preview={list.preview} />}
        </div>
        <MonitorFields
          form={form}
          problems={problems}
          isNew
          onChange={(part) => setForm({ ...form, ...part })}
        />
        <p class="text-sm text-muted">
          A domain that is watched already keeps its settings, except those that you change here.
        </p>
        <div>
          <Button type="submit" look="primary" disabled={!canBeSent(list)}>
            {canBeSent(list) ? `Watch ${domains(list.preview.lines.length)}` : 'Watch domains'}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        title="Watch these domains?"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        action="Watch"
        isHarmless
        onConfirm={async () => {
          if (asked !== null) await send(asked)
        }}
      >
        {asked !== null && <Cost analyses={asked.count} />}
      </ConfirmDialog>
      <WatchResult result={result} />
    </Section>
  )
}

const domains = (number: number) => `${count(number)} ${number === 1 ? 'domain' : 'domains'}`

/** `count` is the number of different domains in the request. */
interface WatchRequest extends NewMonitors {
  count: number
}

type Checked = Extract<ListState, { state: 'checked' }>

const canBeSent = (list: ListState): list is Checked =>
  list.state === 'checked' &&
  list.preview.lines.length > 0 &&
  list.preview.lines.length <= LIST_LINES_MAX

const requestOf = (
  { content, preview }: Checked,
  settings: NewMonitors['settings'],
): WatchRequest => ({
  domains: domainsForJson(preview.lines),
  content,
  settings,
  count: preview.distinct,
})

function Cost({ analyses }: { analyses: number }) {
  return (
    <ul class="flex list-disc flex-col gap-1 pl-5">
      <li>
        It starts up to {count(analyses)} {analyses === 1 ? 'analysis' : 'analyses'}, each from your
        quota or for 1 credit. A domain that was analyzed in the last 7 days needs none.
      </li>
      <li>A monitor beyond the number of your plan costs 1 credit for 30 days.</li>
      <li>Names of the sandbox cost nothing.</li>
    </ul>
  )
}

function Check({ preview: { lines, accepted, refused } }: { preview: ListPreview }) {
  if (lines.length > LIST_LINES_MAX)
    return (
      <p role="alert" class="pt-3 text-sm text-bad">
        This list has more than {count(LIST_LINES_MAX)} lines. Split it into several lists.
      </p>
    )
  return (
    <p role="status" class="pt-3 text-sm text-muted">
      {count(accepted)} of {domains(lines.length)} can be watched.
      {refused.length > 0 && ' The others will be listed with the reason.'}
    </p>
  )
}
