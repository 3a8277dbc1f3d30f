import type { CreditPack, Environment, SubscriptionPlan } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { parseUrl } from '../platform/net/url.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { createPayments, type Payments } from './stripe/payments.ts'
import { PaymentsOutOfReach } from './stripe/stripe-call.ts'

/** The pack that a new auto-recharge buys. Throws on an empty list, which the configuration does not allow. */
export function firstPack(packs: readonly CreditPack[]): CreditPack {
  const [first] = packs
  if (first === undefined) throw new Error('there are no credit packs')
  return first
}

export function findPack(packs: readonly CreditPack[], id: string): CreditPack | undefined {
  return packs.find((pack) => pack.id === id)
}

/** The tier of a subscription by its prices; null when none of them belongs to a plan. */
export function tierOf(plans: readonly SubscriptionPlan[], prices: readonly string[]): SubscriptionPlan['tier'] | null {
  return plans.find(({ price }) => prices.includes(price))?.tier ?? null
}

/** Cents that an analysis beyond the quota costs in a tier. */
export function overageUnitAmount(plans: readonly SubscriptionPlan[], tier: Tier): number {
  return plans.find((plan) => plan.tier === tier)?.overage_unit_amount ?? 0
}

/** The adapter to Stripe, or null where no key is configured. */
export function paymentsOf(services: Pick<Services, 'env' | 'now'>): Payments | null {
  const { STRIPE_SECRET_KEY: key } = services.env
  return key === undefined ? null : createPayments(key, () => services.now())
}

/** Asks Stripe on behalf of a caller. Throws PublicError UNAVAILABLE when payments are not configured or out of reach. */
export async function askingPayments<Answer>(
  services: Pick<Services, 'env' | 'now'>,
  ask: (payments: Payments) => Promise<Answer>,
): Promise<Answer> {
  const payments = paymentsOf(services)
  if (payments === null) throw new PublicError('UNAVAILABLE', 'Payments are not available here.')
  try {
    return await ask(payments)
  } catch (error) {
    if (!(error instanceof PaymentsOutOfReach)) throw error
    throw new PublicError(
      'UNAVAILABLE',
      'The payment provider is out of reach; nothing was charged. Try again shortly.',
    )
  }
}

const ADDRESS_LENGTH_MAX = 2_048
/** Passed through unchanged, since Stripe replaces {CHECKOUT_SESSION_ID} in it; so nothing that a parser would first mend. */
const ADDRESS = /^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/iu

/**
 * An address that a hosted page may lead back to: https, or anything on an origin of the dashboard. `fallback` is a path of the dashboard
 * where none is given. Throws PublicError VALIDATION_ERROR naming `field`.
 */
export function requireReturnAddress(
  given: string | undefined,
  field: string,
  fallback: string,
  { DASHBOARD_ORIGINS, PUBLIC_URL }: Pick<Environment, 'DASHBOARD_ORIGINS' | 'PUBLIC_URL'>,
): string {
  if (given === undefined) return new URL(fallback, DASHBOARD_ORIGINS[0] ?? PUBLIC_URL).href
  const url = given.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(given) ? parseUrl(given) : null
  const isAllowed =
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || DASHBOARD_ORIGINS.includes(url.origin))
  if (isAllowed) return given
  const message = `${field} must be an https address or one of the dashboard.`
  throw new PublicError('VALIDATION_ERROR', message, { details: [{ path: field, message }] })
}
