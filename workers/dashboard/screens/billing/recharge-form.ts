import type { ApiFailure } from '../../api/failure.ts'

const RECHARGE_FIELDS = ['enabled', 'threshold', 'pack', 'monthly_limit_cents'] as const
type RechargeField = (typeof RECHARGE_FIELDS)[number]
export type RechargeProblems = Partial<Record<RechargeField, string>>

/** Values of the form, as the user typed them. */
interface RechargeForm {
  isEnabled: boolean
  threshold: string
  pack: string
  /** Amount of money, for example "100" or "99.50". Empty if there is no limit. */
  monthlyLimit: string
}

export interface RechargeSettings {
  enabled: boolean
  threshold: number
  pack: string
  monthly_limit_cents: number | null
}

// Upper bounds of `PUT /billing/auto-recharge`: the threshold in credits, the monthly limit in
// cents.
const THRESHOLD_MAX = 10_000
const LIMIT_CENTS_MAX = 100_000_000

/** Returns whole cents, or null if the text is not an amount of money. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Returns a text such as "100" or "99.50". Without a limit, the text is empty. */
export function amountText(cents: number | null): string {
  if (cents === null) return ''
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

export const formOf = ({
  enabled,
  threshold,
  pack,
  monthly_limit_cents: limit,
}: RechargeSettings): RechargeForm => ({
  isEnabled: enabled,
  threshold: String(threshold),
  pack,
  monthlyLimit: amountText(limit),
})

export function readForm(
  form: RechargeForm,
): { settings: RechargeSettings } | { problems: RechargeProblems } {
  const threshold = /^\d{1,6}$/.test(form.threshold.trim()) ? Number(form.threshold) : 0
  const limit = form.monthlyLimit.trim() === '' ? null : centsOf(form.monthlyLimit)
  const problems: RechargeProblems = {}
  if (threshold < 1 || threshold > THRESHOLD_MAX)
    problems.threshold = 'Enter a whole number from 1 to 10,000.'
  if (form.monthlyLimit.trim() !== '' && (limit === null || limit < 1 || limit > LIMIT_CENTS_MAX)) {
    problems.monthly_limit_cents =
      'Enter an amount such as 100 or 99.50, up to 1,000,000, or leave it empty.'
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    settings: { enabled: form.isEnabled, threshold, pack: form.pack, monthly_limit_cents: limit },
  }
}

/**
 * Assigns a failure to the fields of the form. `NO_PAYMENT_METHOD` belongs to the switch. The
 * message of `INVALID_AUTO_RECHARGE` begins with the name of its field. An empty result means that
 * the failure is not about a field.
 */
export function problemsOf({ code, message, details }: ApiFailure): RechargeProblems {
  if (code === 'NO_PAYMENT_METHOD')
    return { enabled: 'Save a card first. Then switch the recharge on.' }
  const [detail] = details
  const named = RECHARGE_FIELDS.find(
    (field) => detail?.path === field || message.startsWith(`${field} `),
  )
  return named === undefined ? {} : { [named]: detail?.message ?? message }
}

/** True if the new settings allow the service to charge more money than the old ones. */
export function mayRaiseSpending(before: RechargeSettings, after: RechargeSettings): boolean {
  if (!after.enabled) return false
  return (
    !before.enabled ||
    after.threshold > before.threshold ||
    after.pack !== before.pack ||
    (before.monthly_limit_cents !== null &&
      (after.monthly_limit_cents === null ||
        after.monthly_limit_cents > before.monthly_limit_cents))
  )
}

/** Currency of the monthly limit. The API gives the limit in cents without a currency. */
export const LIMIT_CURRENCY = 'usd'

/** Returns a text such as "Visa ending in 4242". */
export function cardInWords({
  brand,
  last4,
}: {
  brand: string | null
  last4: string | null
}): string {
  const name = brand === null ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1)
  return last4 === null ? name : `${name} ending in ${last4}`
}
