import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { MonitorFields } from './monitor-fields.tsx'
import { changeMonitor, useMonitorRefresh } from './monitor-queries.ts'
import type { Monitor } from './monitor-words.ts'
import {
  changedSettings,
  refusedSettings,
  type Settings,
  type SettingsProblems,
  settingsFormOf,
} from './watch-settings.ts'

/**
 * While the form is open, the page reads the monitor again from time to time. The new data does not
 * replace text that the user has typed.
 */
export function MonitorSettings({ monitor }: { monitor: Monitor }) {
  const refresh = useMonitorRefresh()
  const [saved, setSaved] = useState(() => settingsFormOf(monitor))
  const [form, setForm] = useState(saved)
  const [problems, setProblems] = useState<SettingsProblems>({})
  const save = useMutation({
    mutationFn: (settings: Settings) => changeMonitor(monitor.monitor_id, settings),
    onSuccess: (changed) => {
      setSaved(settingsFormOf(changed))
      setForm(settingsFormOf(changed))
      void refresh()
    },
    onError: (error) => setProblems(refusedSettings(failureOf(error))),
  })
  const submit = () => {
    const read = changedSettings(saved, form)
    setProblems('problems' in read ? read.problems : {})
    if (!('problems' in read)) save.mutate(read.settings)
  }
  return (
    <Section title="Settings">
      <form
        class="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) submit()
        }}
      >
        <MonitorFields
          form={form}
          problems={problems}
          isNew={false}
          onChange={(part) => {
            setForm({ ...form, ...part })
            save.reset()
          }}
        />
        <div class="flex items-center gap-3">
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save
          </Button>
          <span role="status" class="text-sm text-muted">
            {save.isSuccess ? 'Saved.' : ''}
          </span>
        </div>
        {save.isError && Object.keys(problems).length === 0 && <FailureNote error={save.error} />}
      </form>
    </Section>
  )
}
