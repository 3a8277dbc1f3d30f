import { z } from '@hono/zod-openapi'
import { LedgerEntry } from '../../shared/billing/ledger-entry.ts'
import { SubscriptionStatus } from '../../shared/billing/stripe/tables.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { Tier } from '../../shared/platform/tier.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Billing']
const instant = z.string().openapi({ format: 'date-time' })
const integer = z.number().int()
const currency = z.string().openapi({
  description: 'ISO 4217 code of the amounts in cents, in lower case.',
  example: 'usd',
})
const address = z.string().max(2_048)
const Checkout = z.object({ checkout_url: z.string(), session_id: z.string() })

export const checkout = endpoint({
  method: 'post',
  path: '/billing/checkout',
  credential: 'bearer or key',
  tags,
  summary: 'Change the plan (existing subscribers only)',
  request: {
    body: jsonBody(
      z
        .strictObject({ tier: z.enum(['pro', 'team']), success_url: address, cancel_url: address })
        .openapi('CheckoutRequest'),
    ),
  },
  responses: {
    200: enveloped(
      Checkout.openapi('CheckoutResponse'),
      'The page on which the customer confirms the new plan.',
    ),
  },
  refuses: ['SUBSCRIPTIONS_DISCONTINUED', 'UNAVAILABLE'],
})

export const portal = endpoint({
  method: 'get',
  path: '/billing/portal',
  credential: 'bearer',
  tags,
  summary: 'Open the customer portal of the payment provider',
  request: { query: z.object({ return_url: address }) },
  responses: {
    200: enveloped(
      z.object({ portal_url: z.string() }).openapi('PortalResponse'),
      'The address of the portal.',
    ),
  },
  refuses: ['NO_BILLING_CUSTOMER', 'UNAVAILABLE'],
})

const outcome = z.enum(['done', 'canceled']).optional()

export const returned = endpoint({
  method: 'get',
  path: '/billing/return',
  credential: 'none',
  tags,
  summary: 'Show the page to which the payment provider returns a customer',
  description: 'Used as return address if a request names none and the service has no dashboard.',
  request: { query: z.object({ purchase: outcome, card: outcome }) },
  responses: {
    200: { description: 'An HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})

export const SubscriptionInfo = z
  .object({
    tier: Tier,
    status: SubscriptionStatus,
    stripe_customer_id: z.string().nullable(),
    stripe_subscription_id: z.string().nullable(),
    current_period_end: instant.nullable(),
    cancel_at_period_end: z.boolean(),
  })
  .openapi('SubscriptionInfo')

export const subscription = endpoint({
  method: 'get',
  path: '/billing/subscription',
  credential: 'bearer or key',
  tags,
  summary: 'Show the tier and the legacy subscription',
  responses: { 200: enveloped(SubscriptionInfo, 'The subscription.') },
})

const CreditPack = z
  .object({
    pack: z.string(),
    credits: integer,
    price_cents: integer.openapi({ description: 'Price in the smallest unit of the currency.' }),
    currency: z.string(),
  })
  .openapi('CreditPack')

export const packs = endpoint({
  method: 'get',
  path: '/billing/packs',
  credential: 'bearer or key',
  tags,
  summary: 'List the credit packs on sale',
  responses: {
    200: enveloped(
      z.object({ packs: z.array(CreditPack) }).openapi('CreditPacksResponse'),
      'The packs, in the order of the settings of the service.',
    ),
  },
})

export const creditCheckout = endpoint({
  method: 'post',
  path: '/billing/credits/checkout',
  credential: 'bearer or key',
  idempotent: true,
  tags,
  summary: 'Buy a credit pack',
  request: {
    body: jsonBody(
      z
        .strictObject({
          pack: z.string().max(64).openapi({ example: 'pack_100' }),
          success_url: address.optional(),
          cancel_url: address.optional(),
        })
        .openapi('CreditCheckoutRequest'),
    ),
  },
  responses: {
    200: enveloped(
      Checkout.openapi('CreditCheckoutResponse'),
      'The page on which the customer pays for the pack.',
    ),
  },
})

export const CreditBalance = z
  .object({ balance: integer, has_active_subscription: z.boolean() })
  .openapi('CreditBalance')

export const credits = endpoint({
  method: 'get',
  path: '/billing/credits',
  credential: 'bearer or key',
  tags,
  summary: 'Show the credit balance',
  responses: { 200: enveloped(CreditBalance, 'The balance.') },
})

export const ledger = endpoint({
  method: 'get',
  path: '/billing/ledger',
  credential: 'bearer or key',
  tags,
  summary: 'List all changes of the credit balance, newest first',
  request: { query: z.object({ limit: queryNumber(1, 500, 50), offset: queryOffset() }) },
  responses: { 200: enveloped(z.array(LedgerEntry), 'A page of the ledger.', 'paged') },
})

export const AutoRechargeSettings = z
  .object({
    enabled: z.boolean(),
    threshold: integer,
    pack: z.string(),
    monthly_limit_cents: integer.nullable(),
    spent_this_month_cents: integer,
    currency,
    payment_method: z
      .object({ brand: z.string().nullable(), last4: z.string().nullable() })
      .nullable(),
    last_error: z.string().nullable(),
  })
  .openapi('AutoRechargeSettings')

export const autoRecharge = endpoint({
  method: 'get',
  path: '/billing/auto-recharge',
  credential: 'bearer or key',
  tags,
  summary: 'Show the auto-recharge settings',
  responses: { 200: enveloped(AutoRechargeSettings, 'The settings.') },
})

const wholeNumber = z
  .number()
  .refine((value) => Number.isInteger(value), 'must be a whole number')
  .openapi({ type: 'integer' })

/** A wrong type gets status 422 here, a number out of range 400 from `updateAutoRecharge`. */
export const AutoRechargeUpdateRequest = z
  .strictObject({
    enabled: z.boolean().optional(),
    threshold: wholeNumber.optional(),
    pack: z.string().optional(),
    monthly_limit_cents: wholeNumber
      .nullable()
      .optional()
      .openapi({ type: ['integer', 'null'] }),
  })
  .openapi('AutoRechargeUpdateRequest')

export const updateAutoRecharge = endpoint({
  method: 'put',
  path: '/billing/auto-recharge',
  credential: 'bearer or key',
  tags,
  summary: 'Change the auto-recharge settings; omitted fields keep their value',
  description:
    'A change that can spend more needs a bearer token: `enabled` from false to true, a ' +
    'higher `threshold`, a larger `pack`, a higher `monthly_limit_cents`, or null for no ' +
    'limit. A key gets 403 `FORBIDDEN` for it. Each such change is reported to the account by ' +
    'email. `monthly_limit_cents` is 10000 until it is changed.',
  request: { body: jsonBody(AutoRechargeUpdateRequest) },
  responses: { 200: enveloped(AutoRechargeSettings, 'The settings.') },
  refuses: ['INVALID_AUTO_RECHARGE', 'NO_PAYMENT_METHOD', 'FORBIDDEN'],
})

export const setUpAutoRecharge = endpoint({
  method: 'post',
  path: '/billing/auto-recharge/setup',
  credential: 'bearer or key',
  idempotent: true,
  tags,
  summary: 'Save a card for auto-recharge',
  request: {
    body: jsonBody(
      z
        .strictObject({ success_url: address.optional(), cancel_url: address.optional() })
        .openapi('AutoRechargeSetupRequest'),
    ),
  },
  responses: {
    200: enveloped(
      Checkout.openapi('AutoRechargeSetupResponse'),
      'The page on which the customer saves the card.',
    ),
  },
})

export const UsageDashboard = z
  .object({
    period_start: instant,
    period_end: instant,
    used: integer,
    quota: integer.nullable(),
    remaining: integer.nullable(),
    overage: integer,
    projected_overage_cents: integer,
    currency,
    credits_used: integer,
    daily: z.array(
      z.object({
        date: z.string().openapi({ format: 'date' }),
        analyses: integer,
        credits: integer,
      }),
    ),
  })
  .openapi('UsageDashboard')

export const usage = endpoint({
  method: 'get',
  path: '/billing/usage',
  credential: 'bearer or key',
  tags,
  summary: 'Show the usage of the current period',
  description:
    '`projected_overage_cents` is the cost of the overage so far, which the next invoice will ' +
    'contain. `daily` contains every day (UTC) of the period until today.',
  responses: { 200: enveloped(UsageDashboard, 'The usage so far.') },
})

const EventReceived = z.object({ received: z.literal(true) }).openapi('EventReceived')

export const webhook = endpoint({
  method: 'post',
  path: '/billing/stripe/webhook',
  credential: 'none',
  addressLimit: 'refused',
  bodyTypes: ['application/json'],
  tags,
  summary: 'Receive a signed event of the payment provider',
  description:
    'The signature covers the exact bytes of the body, so this document contains no schema ' +
    'for it. Events may arrive in any order; each event id is applied once.',
  request: { headers: z.object({ 'stripe-signature': z.string().default('') }) },
  responses: { 200: enveloped(EventReceived, 'The event is stored.') },
  refuses: ['INVALID_SIGNATURE'],
})
