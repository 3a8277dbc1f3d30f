import { useQuery } from '@tanstack/preact-query'
import { profileQuery } from '../../api/account-queries.ts'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import { PassiveField } from '../../parts/passive-field.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { cadenceChoices } from '../../parts/watch-cadences.ts'
import { KindChoice } from './kind-choice.tsx'
import type { SettingsField, SettingsForm, SettingsProblems } from './watch-settings.ts'

const USUAL_CADENCE = [['', 'As usual for my plan']] as const
const REANALYZE_CHOICES = [
  ['', 'Only after a change'],
  ['7', 'Every 7 days'],
  ['30', 'Every 30 days'],
  ['90', 'Every 90 days'],
] as const

interface FieldsProps {
  form: SettingsForm
  problems: SettingsProblems
  /** True in the form for new monitors, where the user can leave the cadence to the service. */
  isNew: boolean
  onChange: (part: Partial<SettingsForm>) => void
}

export function MonitorFields({ form, problems, isNew, onChange }: FieldsProps) {
  const tier = useQuery(profileQuery).data?.tier
  const cadences = cadenceChoices(tier, form.cadence === '' ? undefined : form.cadence)
  const problemOf = (field: SettingsField) => {
    const problem = problems[field]
    return problem === undefined ? undefined : withVisibleControls(problem)
  }
  return (
    <>
      <div class="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Check the public facts"
          value={form.cadence}
          choices={isNew ? [...USUAL_CADENCE, ...cadences] : cadences}
          onChoice={(cadence) => onChange({ cadence })}
          hint="Checks are free."
          problem={problemOf('cadence')}
        />
        <TextField
          label="Label (optional)"
          value={form.label}
          autocomplete="off"
          onText={(label) => onChange({ label })}
          hint="Groups monitors, for example by customer."
          problem={problemOf('label')}
        />
        <SelectField
          label="Analyze again"
          value={form.reanalyzeDays}
          choices={REANALYZE_CHOICES}
          onChoice={(reanalyzeDays) => onChange({ reanalyzeDays })}
          hint="Every analysis is charged."
          problem={problemOf('reanalyze_days')}
        />
        <TextField
          label="Most analyses a month"
          inputMode="numeric"
          autocomplete="off"
          value={form.creditLimit}
          onText={(creditLimit) => onChange({ creditLimit })}
          hint="Of those that the monitor starts itself. After them, a change is reported without a new analysis."
          problem={problemOf('monthly_credit_limit')}
        />
        <TextField
          label="Callback address (optional)"
          type="url"
          inputMode="url"
          autocomplete="off"
          placeholder="https://example.com/hook"
          value={form.callbackUrl}
          onText={(callbackUrl) => onChange({ callbackUrl })}
          hint="The service sends it a signed message about every change."
          problem={problemOf('callback_url')}
        />
        <CheckField
          label="Send emails"
          hint="At once for a change of high severity, else at most once a day."
          isChecked={form.email}
          onCheck={(email) => onChange({ email })}
        />
        <PassiveField isChecked={form.passive} onCheck={(passive) => onChange({ passive })} />
      </div>
      <KindChoice
        kinds={form.watch}
        onKinds={(watch) => onChange({ watch })}
        problem={problemOf('watch')}
      />
    </>
  )
}
