import Stripe from 'stripe'

// Oldest accepted signature in seconds; this is Stripe's default
// (docs.stripe.com/webhooks/signature).
const SIGNATURE_AGE_SECONDS_MAX = 300

/**
 * Returns the event if its signature is valid. Null if the signature is missing, wrong or too old.
 * Stripe signs the raw bytes of the body. The event has the type unknown, because Stripe's library
 * does not check its fields.
 */
export async function verifiedEvent(
  rawBody: string,
  signature: string,
  secret: string,
  now: Date,
): Promise<unknown> {
  try {
    return await Stripe.webhooks.constructEventAsync(
      rawBody,
      signature,
      secret,
      SIGNATURE_AGE_SECONDS_MAX,
      Stripe.createSubtleCryptoProvider(),
      now.getTime(),
    )
  } catch {
    return null
  }
}
