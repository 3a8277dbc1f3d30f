import Stripe from 'stripe'
import { createCircuits } from '../../platform/net/circuits.ts'

const HOST = 'api.stripe.com'
const circuits = createCircuits()

/** Stripe could not be asked, or its answer is not known: nothing may be concluded from it. */
export class PaymentsOutOfReach extends Error {
  override name = 'PaymentsOutOfReach'
}

const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 500) < 500 &&
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  !(error instanceof Stripe.errors.StripeRateLimitError)

/** One call. A host that failed five times in a row is left alone for 30 s. */
export async function ask<Answer>(now: () => Date, call: () => Promise<Answer>): Promise<Answer> {
  if (!circuits.allows(HOST, now())) throw new PaymentsOutOfReach('Stripe has failed repeatedly and is left alone.')
  try {
    const answer = await call()
    circuits.succeeded(HOST)
    return answer
  } catch (error) {
    if (isRefusal(error)) {
      circuits.succeeded(HOST)
      throw error
    }
    // What the library could not even send says nothing about Stripe.
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    circuits.failed(HOST, now())
    throw new PaymentsOutOfReach(error instanceof Error ? error.message : 'no answer', { cause: error })
  }
}

/** The answer, or null when Stripe has no such thing. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error) && (error.statusCode === 404 || error.code === 'resource_missing')) return null
    throw error
  }
}

/** Waits for the answer; a refusal with one of these codes says that what was asked for is already so. */
export async function unless<Answer>(codes: readonly string[], answer: Promise<Answer>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!isRefusal(error) || !codes.includes(error.code ?? '')) throw error
  }
}

/** Stripe's way to say that an equal call is still under way. */
const UNDER_WAY = new Set(['idempotency_key_in_use', 'lock_timeout'])

/** Whether a charge was refused for good: 402, or what cannot become right by asking again. All else may have happened. */
export function isRefused(error: unknown): error is Stripe.errors.StripeError {
  const isDefinite =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  return isDefinite && error.statusCode !== 409 && !UNDER_WAY.has(error.code ?? '')
}
