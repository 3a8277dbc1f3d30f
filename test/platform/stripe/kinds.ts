import type { Stripe } from 'stripe'

/** Types of Stripe's objects. Keys are the values of the field `object`. */
export interface Kinds {
  account: Stripe.Account
  'billing.meter': Stripe.Billing.Meter
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  'billing_portal.session': Stripe.BillingPortal.Session
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds

/**
 * Makes all fields of a Stripe type optional, at every level. A field that Stripe's type does not
 * have is a compile error.
 */
export type Part<Value> = Value extends readonly (infer Item)[]
  ? Part<Item>[]
  : Value extends (...args: never) => unknown
    ? never
    : Value extends object
      ? { [Field in keyof Value]?: Part<Value[Field]> | undefined }
      : Value

/** Additional fields that only the emulation stores. Stripe does not have them. */
interface Kept {
  'checkout.session': {
    description?: string
    prices?: string[]
    payment_intent_metadata?: Record<string, string> | undefined
    subscription_metadata?: Record<string, string> | undefined
  }
}

type Base = 'id' | 'object' | 'created'
export type Fields<K extends Kind> = Part<Omit<Kinds[K], Base>> &
  (K extends keyof Kept ? Kept[K] : unknown)
export type Sample<K extends Kind> = Fields<K> & { id: string; object: K; created: number }
