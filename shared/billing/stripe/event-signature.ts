import Stripe from 'stripe'

/**
 * Largest age of the signature of a Stripe event. The value is Stripe's default
 * (docs.stripe.com/webhooks/signature).
 */
const SIGNATURE_AGE_SECONDS_MAX = 300

/**
 * Returns the parsed JSON of a signed body, or null if the signature is missing, wrong or too old.
 * Stripe signs the raw bytes of the body. The type is unknown, because Stripe's library checks the
 * signature but not the fields.
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
