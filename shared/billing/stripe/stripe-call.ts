import Stripe from 'stripe'
import { breaker } from '../../platform/limits/breaker.ts'

const stripe = breaker()

/** Stripe was not called or did not respond. The call may or may not have had an effect. */
export class PaymentsUnreachable extends Error {
  override name = 'PaymentsUnreachable'
}

/** True if Stripe has refused the call. A repeated call would be refused too. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 500) < 500 &&
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError)

/** After five failed calls in a row, Stripe is not called for 30 s. Throws PaymentsUnreachable. */
export async function callStripe<Answer>(
  now: () => Date,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!stripe.allows(now()))
    throw new PaymentsUnreachable('Stripe has failed repeatedly and is not called for a while.')
  try {
    const answer = await call()
    stripe.succeeded()
    return answer
  } catch (error) {
    if (isRefusal(error)) {
      stripe.succeeded()
      throw error
    }
    // An error from before the request was sent does not count as a failure of Stripe.
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Failed calls alone pause the calls to Stripe, without a control question: Stripe's responses
    // do not depend on the domains of callers, so an attacker cannot cause failures.
    stripe.failed(now, () => Promise.resolve(false))
    throw new PaymentsUnreachable(error instanceof Error ? error.message : 'no answer', {
      cause: error,
    })
  }
}

export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error) && (error.statusCode === 404 || error.code === 'resource_missing'))
      return null
    throw error
  }
}

/** Ignores refusals with one of `codes`, which mean that an earlier call has already succeeded. */
export async function ignoringRefusals<Answer>(
  codes: readonly string[],
  answer: Promise<Answer>,
): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!isRefusal(error) || !codes.includes(error.code ?? '')) throw error
  }
}

export const isMissingCustomer = (error: unknown): boolean =>
  isRefusal(error) && error.code === 'resource_missing' && error.param === 'customer'

/** The customer or the saved card was removed, which the operator cannot correct. */
export const isAboutCustomer = ({ param }: Stripe.errors.StripeError): boolean =>
  param === 'customer' || param === 'payment_method'

/**
 * True if Stripe refused the secret key, or if a restricted key lacks a permission. The call had no
 * effect.
 */
export const isKeyRefused = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError

/** Stripe's error codes if another call with the same idempotency key is not finished yet. */
const IN_PROGRESS = new Set(['idempotency_key_in_use', 'lock_timeout'])

/**
 * True for a final refusal: status 402, or an invalid request that a repeated call cannot correct.
 * After any other error, the card may have been charged.
 */
export function isRefused(error: unknown): error is Stripe.errors.StripeError {
  const isDefinite =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  return isDefinite && error.statusCode !== 409 && !IN_PROGRESS.has(error.code ?? '')
}
