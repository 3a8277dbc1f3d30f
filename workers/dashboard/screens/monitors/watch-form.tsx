import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { BILLING } from '../../api/account-queries.ts'
import type { Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { ListCheckNote } from '../../parts/list-check-note.tsx'
import { ListInput, type ListSource } from '../../parts/list-input.tsx'
import { LIST_LINES_MAX } from '../../parts/list-lines.ts'
import type { ListPreview } from '../../parts/list-preview.ts'
import { useModal } from '../../parts/modal.ts'
import { count } from '../../parts/texts.ts'
import { type ListState, useCheckedList } from '../../parts/use-checked-list.ts'
import { WatchCost } from '../../parts/watch-cost.tsx'
import { MonitorFields } from './monitor-fields.tsx'
import {
  addMonitors,
  domainsForJson,
  type NewMonitors,
  useMonitorRefresh,
} from './monitor-queries.ts'
import {
  changedSettings,
  NEW_MONITOR,
  refusedSettings,
  type SettingsForm,
  type SettingsProblems,
} from './watch-settings.ts'

const SANDBOX = '.sandbox.example'

interface FormProps {
  isOpen: boolean
  /** Domain that the form contains first. Empty for none. */
  wanted: string
  onClose: () => void
  onResult: (result: Schemas['AddMonitorsResponse'] | null) => void
}

/** The dialog is wide, because the form has two columns. */
export function WatchForm({ isOpen, ...props }: FormProps) {
  const dialog = useModal(isOpen)
  const id = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={(event) => {
        // The event of a dialog inside this one does not close this one.
        if (event.target === event.currentTarget) props.onClose()
      }}
      class="m-auto w-full max-w-4xl rounded-lg border border-line bg-surface p-0 text-ink shadow-lg"
    >
      {isOpen && (
        <div class="flex flex-col gap-4 p-5">
          <h2 id={id} class="text-lg font-semibold">
            Watch domains
          </h2>
          <Fields {...props} />
        </div>
      )}
    </dialog>
  )
}

type Callbacks = Pick<FormProps, 'onClose' | 'onResult'>

/** Sends the domains. `problems` are refused settings, which the fields of the form show. */
function useWatch({ onClose, onResult }: Callbacks) {
  const refresh = useMonitorRefresh()
  const queries = useQueryClient()
  const [problems, setProblems] = useState<SettingsProblems>({})
  const add = useMutation({
    mutationFn: addMonitors,
    onSuccess: (added) => {
      onResult(added)
      onClose()
    },
    // Even if no answer came, the service may have created monitors, so the list is read again.
    onSettled: () => {
      void refresh()
      void queries.invalidateQueries({ queryKey: BILLING })
    },
  })
  const send = async (request: NewMonitors) => {
    onResult(null)
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
  return { problems, setProblems, send }
}

/** If a domain is already watched, only the settings that the user changes here are changed. */
function Fields({ wanted, onClose, onResult }: Omit<FormProps, 'isOpen'>) {
  const { problems, setProblems, send } = useWatch({ onClose, onResult })
  const [source, setSource] = useState<ListSource>({ kind: 'text', text: wanted })
  const [form, setForm] = useState<SettingsForm>(NEW_MONITOR)
  const [asked, setAsked] = useState<WatchRequest | null>(null)
  const list = useCheckedList(source)
  const submit = () => {
    const read = changedSettings(NEW_MONITOR, form)
    setProblems('problems' in read ? read.problems : {})
    if (!('problems' in read) && canBeSent(list)) setAsked(requestOf(list, read.settings))
  }
  return (
    <>
      <form
        class="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div>
          <ListInput source={source} onSource={setSource} />
          <ListCheckNote list={list} />
          {list.state === 'checked' && <Check preview={list.preview} />}
        </div>
        <details class="text-sm" open={Object.keys(problems).length > 0 || undefined}>
          <summary class="cursor-pointer font-medium">Settings</summary>
          <div class="flex flex-col gap-4 pt-3">
            <MonitorFields
              form={form}
              problems={problems}
              isNew
              onChange={(part) => setForm({ ...form, ...part })}
            />
            <p class="text-muted">
              A domain that is watched already keeps its settings, except those that you change
              here.
            </p>
          </div>
        </details>
        <div class="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
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
        {asked !== null && <WatchCost names={asked.charged} />}
      </ConfirmDialog>
    </>
  )
}

const domains = (number: number) => `${count(number)} ${number === 1 ? 'domain' : 'domains'}`

/** `charged` is the number of different domains outside the sandbox. */
interface WatchRequest extends NewMonitors {
  charged: number
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
  charged: new Set(
    preview.lines.flatMap(({ domain }) =>
      domain === null || domain.endsWith(SANDBOX) ? [] : [domain],
    ),
  ).size,
})

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
