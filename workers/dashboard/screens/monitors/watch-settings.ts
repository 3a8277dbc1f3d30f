import type { Schemas } from '../../api/api-client.ts'
import type { ApiFailure } from '../../api/failure.ts'
import { ALL_KINDS, type Kind, USUAL_KINDS } from './change-kinds.ts'

type Monitor = Schemas['Monitor']
type Cadence = Monitor['cadence']
type Days = NonNullable<Monitor['reanalyze_days']>

/** Settings to change. A setting that is missing here is not changed. */
export type Settings = Partial<
  Pick<
    Monitor,
    | 'cadence'
    | 'watch'
    | 'label'
    | 'email'
    | 'passive'
    | 'callback_url'
    | 'reanalyze_days'
    | 'monthly_credit_limit'
  >
>
export type SettingsField = keyof Settings
export type SettingsProblems = Partial<Record<SettingsField, string>>

export interface SettingsForm {
  /**
   * Empty only in the form for new monitors. The service then uses the default cadence of the plan.
   */
  cadence: Cadence | ''
  label: string
  email: boolean
  passive: boolean
  callbackUrl: string
  /** Days after which the domain is analyzed again. Empty for never. */
  reanalyzeDays: `${Days}` | ''
  creditLimit: string
  watch: readonly Kind[]
}

const LABEL_CHARACTERS_MAX = 64
const CREDIT_LIMIT_MAX = 1_000

/** Default settings of `POST /monitors`. */
export const NEW_MONITOR: SettingsForm = {
  cadence: '',
  label: '',
  email: true,
  passive: false,
  callbackUrl: '',
  reanalyzeDays: '',
  creditLimit: '5',
  watch: USUAL_KINDS,
}

export const settingsFormOf = (monitor: Monitor): SettingsForm => ({
  cadence: monitor.cadence,
  label: monitor.label ?? '',
  email: monitor.email,
  passive: monitor.passive,
  callbackUrl: monitor.callback_url ?? '',
  reanalyzeDays: monitor.reanalyze_days === null ? '' : `${monitor.reanalyze_days}`,
  creditLimit: String(monitor.monthly_credit_limit),
  watch: monitor.watch,
})

const DAYS: Record<`${Days}`, Days> = { '7': 7, '30': 30, '90': 90 }
const listOf = (kinds: readonly Kind[]) => ALL_KINDS.filter((kind) => kinds.includes(kind))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

function problemsIn(form: SettingsForm): SettingsProblems {
  const problems: SettingsProblems = {}
  const limit = form.creditLimit.trim()
  if (!/^\d{1,4}$/.test(limit) || Number(limit) > CREDIT_LIMIT_MAX)
    problems.monthly_credit_limit = 'Enter a whole number from 0 to 1,000.'
  if (Array.from(form.label.trim()).length > LABEL_CHARACTERS_MAX)
    problems.label = `Use at most ${LABEL_CHARACTERS_MAX} characters.`
  if (form.watch.length === 0) problems.watch = 'Choose at least one kind of change.'
  return problems
}

/**
 * Returns only the settings that the user changed. If a domain is already watched, its other
 * settings stay as they are.
 */
export function changedSettings(
  before: SettingsForm,
  form: SettingsForm,
): { settings: Settings } | { problems: SettingsProblems } {
  const problems = problemsIn(form)
  if (Object.keys(problems).length > 0) return { problems }
  const settings: Settings = {}
  if (form.cadence !== before.cadence && form.cadence !== '') settings.cadence = form.cadence
  if (form.label.trim() !== before.label) settings.label = orNull(form.label)
  if (form.email !== before.email) settings.email = form.email
  if (form.passive !== before.passive) settings.passive = form.passive
  if (form.callbackUrl.trim() !== before.callbackUrl)
    settings.callback_url = orNull(form.callbackUrl)
  if (form.reanalyzeDays !== before.reanalyzeDays)
    settings.reanalyze_days = form.reanalyzeDays === '' ? null : DAYS[form.reanalyzeDays]
  if (Number(form.creditLimit) !== Number(before.creditLimit))
    settings.monthly_credit_limit = Number(form.creditLimit)
  if (listOf(form.watch).join() !== listOf(before.watch).join()) settings.watch = listOf(form.watch)
  return { settings }
}

/** Writes the settings as parameters of an address. Empty settings are left out. */
export function settingsQuery({
  watch,
  label,
  callback_url: url,
  reanalyze_days: days,
  ...rest
}: Settings) {
  return {
    ...rest,
    ...(watch === undefined ? {} : { watch: watch.join(',') }),
    ...(label === undefined || label === null ? {} : { label }),
    ...(url === undefined || url === null ? {} : { callback_url: url }),
    ...(days === undefined || days === null ? {} : { reanalyze_days: days }),
  }
}

const FIELDS: readonly SettingsField[] = [
  'cadence',
  'watch',
  'label',
  'email',
  'passive',
  'callback_url',
  'reanalyze_days',
  'monthly_credit_limit',
]

/**
 * Assigns a failure to the fields of the form. An empty result means that the failure is not about
 * a field.
 */
export function refusedSettings({ code, message, details }: ApiFailure): SettingsProblems {
  if (code === 'CADENCE_NOT_ALLOWED')
    return { cadence: 'Your plan does not include checks this often. Choose a longer interval.' }
  const problems: SettingsProblems = {}
  for (const { path, message: reason } of details) {
    const field = FIELDS.find((each) => path === each || path.startsWith(`${each}.`))
    if (field !== undefined)
      problems[field] = reason.startsWith(field) ? reason : `The value ${reason}.`
  }
  const named = FIELDS.find((field) => message.startsWith(`${field} `))
  return named === undefined || details.length > 0 ? problems : { [named]: message }
}
