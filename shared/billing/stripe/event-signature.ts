import Stripe from 'stripe'

/** Stripe's own tolerance for the age of a signature. */
const SIGNATURE_AGE_SECONDS_MAX = 300

/** The event in a signed body, or null when the signature is not good. Verified on the raw bytes (docs.stripe.com/webhooks/signature). */
export async function verifiedEvent(
  rawBody: string,
  signature: string,
  secret: string,
  now: Date,
): Promise<Stripe.Event | null> {
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
