import Stripe from 'stripe'
import { createCircuits } from '../../platform/net/circuits.ts'

const HOST = 'api.stripe.com'
const circuits = createCircuits()

/**
 * Thrown when Stripe was not called or did not respond. The call may or may not have had an effect.
 */
export class PaymentsUnreachable extends Error {
  override name = 'PaymentsUnreachable'
}

/**
 * Returns true if Stripe has answered a call with a refusal that a repetition of the same call does
 * not change.
 */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 500) < 500 &&
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError)

/**
 * Makes one call to Stripe and returns the result. After five failed calls in a row, Stripe is not
 * called for 30 s. Throws PaymentsUnreachable.
 */
export async function callStripe<Answer>(
  now: () => Date,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!circuits.allows(HOST, now()))
    throw new PaymentsUnreachable('Stripe has failed repeatedly and is not called for a while.')
  try {
    const answer = await call()
    circuits.succeeded(HOST)
    return answer
  } catch (error) {
    if (isRefusal(error)) {
      circuits.succeeded(HOST)
      throw error
    }
    // An error of the Stripe library before the request is sent does not count as a failure of
    // Stripe.
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Stripe's answers do not depend on the domains of callers, so no control question is needed:
    // the failures alone pause the calls.
    circuits.failed(HOST, now, () => Promise.resolve(false))
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

/**
 * Waits for a call to Stripe and ignores errors with one of `codes`. These codes mean that an
 * earlier call has already succeeded.
 */
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

/** Returns true if Stripe refused a call because its customer does not exist (any more). */
export const isMissingCustomer = (error: unknown): boolean =>
  isRefusal(error) && error.code === 'resource_missing' && error.param === 'customer'

/**
 * Returns true if Stripe refused a charge because the customer or the saved card was removed, which
 * the operator cannot correct.
 */
export const isAboutCustomer = ({ param }: Stripe.errors.StripeError): boolean =>
  param === 'customer' || param === 'payment_method'

/**
 * Returns true if Stripe refused the secret key, or a restricted key lacks a permission. Such a
 * call had no effect.
 */
export const isKeyRefused = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError

/**
 * Stripe's error codes for a call with an idempotency key that another, unfinished call is using.
 */
const IN_PROGRESS = new Set(['idempotency_key_in_use', 'lock_timeout'])

/**
 * Returns true if Stripe has finally refused a charge: status 402, or an invalid request that a
 * repetition cannot correct. After any other error, the charge may have happened.
 */
export function isRefused(error: unknown): error is Stripe.errors.StripeError {
  const isDefinite =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  return isDefinite && error.statusCode !== 409 && !IN_PROGRESS.has(error.code ?? '')
}
