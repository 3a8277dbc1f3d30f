import type { CreditPack, Environment, SubscriptionPlan } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { parseUrl } from '../platform/net/url.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { createPayments, type Payments } from './stripe/payments.ts'
import { logRefusal } from './stripe/refusals.ts'
import { isRefusal, PaymentsUnreachable } from './stripe/stripe-call.ts'

/** Throws for an empty list, which cannot occur: the check of the environment refuses it. */
export function firstPack(packs: readonly CreditPack[]): CreditPack {
  const [first] = packs
  if (first === undefined) throw new Error('the list of credit packs is empty')
  return first
}

export function findPack(packs: readonly CreditPack[], id: string): CreditPack | undefined {
  return packs.find((pack) => pack.id === id)
}

export function tierOf(
  plans: readonly SubscriptionPlan[],
  prices: readonly string[],
): SubscriptionPlan['tier'] | null {
  return plans.find(({ price }) => prices.includes(price))?.tier ?? null
}

/** Price in cents of an analysis beyond the quota, or 0 if the tier has no such price. */
export function overageUnitAmount(plans: readonly SubscriptionPlan[], tier: Tier): number {
  return plans.find((plan) => plan.tier === tier)?.overage_unit_amount ?? 0
}

/** A plan without a currency has that of the credit packs. */
export function overageCurrency(
  { SUBSCRIPTION_PLANS, CREDIT_PACKS }: Pick<Environment, 'SUBSCRIPTION_PLANS' | 'CREDIT_PACKS'>,
  tier: Tier,
): string {
  const plan = SUBSCRIPTION_PLANS.find((one) => one.tier === tier)
  return plan?.currency ?? firstPack(CREDIT_PACKS).currency
}

type KeyServices = Pick<Services, 'now'> & { env: Pick<Services['env'], 'STRIPE_SECRET_KEY'> }

export function paymentsOf(services: KeyServices): Payments | null {
  const { STRIPE_SECRET_KEY: key } = services.env
  return key === undefined ? null : createPayments(key, () => services.now())
}

/**
 * Runs a call to Stripe. `given` contains the return addresses of the caller by parameter name.
 * Throws PublicError VALIDATION_ERROR if Stripe refuses one of these addresses. Throws UNAVAILABLE
 * if Stripe is not configured, does not respond or refuses the call.
 */
export async function withPayments<Answer>(
  services: KeyServices & Pick<Services, 'requestId'>,
  given: Readonly<Record<string, string | undefined>>,
  call: (payments: Payments) => Promise<Answer>,
): Promise<Answer> {
  const payments = paymentsOf(services)
  if (payments === null) throw new PublicError('UNAVAILABLE', 'Payments are not available here.')
  try {
    return await call(payments)
  } catch (error) {
    if (error instanceof PaymentsUnreachable) {
      const message =
        'The payment provider does not answer; nothing was charged. Try again shortly.'
      throw new PublicError('UNAVAILABLE', message)
    }
    if (isRefusal(error) && error.param !== undefined && given[error.param] !== undefined) {
      throw invalidAddress(error.param, 'is an address that the payment provider does not accept')
    }
    // The cause is logged and not sent to the caller: only the operator can correct it, and its
    // details would show the settings of the service to a stranger.
    if (logRefusal(services.requestId, error) === null) throw error
    throw new PublicError(
      'UNAVAILABLE',
      'Payments are not possible at the moment; nothing was charged.',
    )
  }
}

const invalidAddress = (field: string, message: string) =>
  validationError([{ path: [field], message }])

const ADDRESS_LENGTH_MAX = 2_048
// Accepted return URLs. A URL can contain Stripe's placeholder {CHECKOUT_SESSION_ID}, so it is sent
// to Stripe unchanged. URLs with characters that a URL parser would silently correct are refused.
const ADDRESS = /^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/iu

/**
 * Returns the URL to which Stripe sends the customer back. `given` must be an https URL or a URL of
 * the dashboard. Without it, the customer returns to the billing page of the dashboard, or to the
 * return page of this service if there is no dashboard; `outcome` is the query of this page. Throws
 * PublicError VALIDATION_ERROR that names `field`.
 */
export function requireReturnAddress(
  given: string | undefined,
  field: string,
  outcome: string,
  { DASHBOARD_ORIGINS, PUBLIC_URL }: Pick<Environment, 'DASHBOARD_ORIGINS' | 'PUBLIC_URL'>,
): string {
  if (given === undefined) {
    const [dashboard] = DASHBOARD_ORIGINS
    const page =
      dashboard === undefined
        ? new URL('/billing/return', PUBLIC_URL)
        : new URL('/billing', dashboard)
    page.search = outcome
    return page.href
  }
  const url = given.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(given) ? parseUrl(given) : null
  const isAllowed =
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' ||
      [new URL(PUBLIC_URL).origin, ...DASHBOARD_ORIGINS].includes(url.origin))
  if (isAllowed) return given
  throw invalidAddress(field, 'must be an https address or an address of the dashboard')
}
