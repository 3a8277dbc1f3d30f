import { z } from '@hono/zod-openapi'
import { LedgerEntry } from '../../shared/billing/ledger-entry.ts'
import { requireBuyer } from '../../shared/billing/require-buyer.ts'
import { SubscriptionStatus } from '../../shared/billing/stripe/tables.ts'
import { Time, WebAddress } from '../../shared/platform/http/fields.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { Tier } from '../../shared/platform/tier.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Billing']
const integer = z.number().int()
const currency = z.string().openapi({
  description: 'ISO 4217 code of the amounts in cents, in lower case.',
  example: 'usd',
})
const address = z.string().max(2_048)
const Checkout = z.object({ checkout_url: WebAddress, session_id: z.string() })

export const checkout = endpoint({
  method: 'post',
  path: '/billing/checkout',
  operationId: 'createPlanCheckout',
  credential: 'bearer or key',
  requireAccess: requireBuyer,
  tags,
  summary: 'Change the plan (existing subscribers only)',
  description:
    'New subscriptions are no longer sold, so an account without a live one gets 410. Buy a ' +
    'credit pack instead.',
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
  operationId: 'getCustomerPortal',
  credential: 'bearer',
  tags,
  summary: 'Open the customer portal of the payment provider',
  description:
    'The portal shows invoices and cards. `return_url` is the page to which it links back.',
  request: { query: z.object({ return_url: address }) },
  responses: {
    200: enveloped(
      z.object({ portal_url: WebAddress }).openapi('PortalResponse'),
      'The address of the portal.',
    ),
  },
  refuses: ['NO_BILLING_CUSTOMER', 'UNAVAILABLE'],
})

const outcome = z.enum(['done', 'canceled']).optional()

export const returned = endpoint({
  method: 'get',
  path: '/billing/return',
  operationId: 'getPaymentReturnPage',
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
    current_period_end: Time.nullable(),
    cancel_at_period_end: z.boolean(),
  })
  .openapi('SubscriptionInfo')

export const subscription = endpoint({
  method: 'get',
  path: '/billing/subscription',
  operationId: 'getSubscription',
  credential: 'bearer or key',
  tags,
  summary: 'Show the tier and the legacy subscription',
  description: '`none` for an account that never had a subscription.',
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
  operationId: 'listCreditPacks',
  credential: 'bearer or key',
  tags,
  summary: 'List the credit packs on sale',
  description: 'Prices are in the smallest unit of the currency, for example cents.',
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
  operationId: 'createCreditCheckout',
  credential: 'bearer or key',
  requireAccess: requireBuyer,
  idempotent: true,
  tags,
  summary: 'Buy a credit pack',
  description:
    'Open `checkout_url` in a browser to pay. The credits are booked as soon as the payment ' +
    'is confirmed.',
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
  operationId: 'getCreditBalance',
  credential: 'bearer or key',
  tags,
  summary: 'Show the credit balance',
  description: 'An analysis uses a credit only after the monthly quota is used up.',
  responses: { 200: enveloped(CreditBalance, 'The balance.') },
})

export const ledger = endpoint({
  method: 'get',
  path: '/billing/ledger',
  operationId: 'listLedgerEntries',
  credential: 'bearer or key',
  tags,
  summary: 'List all changes of the credit balance, newest first',
  description: 'Each entry has the signed change, its reason and the balance after it.',
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
  operationId: 'getAutoRecharge',
  credential: 'bearer or key',
  tags,
  summary: 'Show the auto-recharge settings',
  description: '`last_error` says why the last recharge failed.',
  responses: { 200: enveloped(AutoRechargeSettings, 'The settings.') },
})

const wholeNumber = z
  .number({ error: 'must be a whole number' })
  .refine((value) => Number.isInteger(value), 'must be a whole number')
  .openapi({ type: 'integer' })

/** A wrong type gets status 422 here, a number out of range 400 from `updateAutoRecharge`. */
export const AutoRechargeUpdateRequest = z
  .strictObject({
    enabled: z.boolean().optional(),
    threshold: wholeNumber.optional(),
    pack: z.string().optional().openapi({ maxLength: 64 }),
    monthly_limit_cents: wholeNumber
      .nullable()
      .optional()
      .openapi({ type: ['integer', 'null'] }),
  })
  .openapi('AutoRechargeUpdateRequest')

export const updateAutoRecharge = endpoint({
  method: 'put',
  path: '/billing/auto-recharge',
  operationId: 'updateAutoRecharge',
  credential: 'bearer or key',
  requireAccess: requireBuyer,
  tags,
  summary: 'Change the auto-recharge settings; omitted fields keep their value',
  description:
    'A change that can spend more is reported to the account by email: `enabled` from false ' +
    'to true, a higher `threshold`, a larger `pack`, a higher `monthly_limit_cents`, or null ' +
    'for no limit. `monthly_limit_cents` is 10000 until it is changed. A key with `billing: ' +
    'false` gets 403 `FORBIDDEN`.',
  request: { body: jsonBody(AutoRechargeUpdateRequest) },
  responses: { 200: enveloped(AutoRechargeSettings, 'The settings.') },
  refuses: ['INVALID_AUTO_RECHARGE', 'NO_PAYMENT_METHOD'],
})

export const setUpAutoRecharge = endpoint({
  method: 'post',
  path: '/billing/auto-recharge/setup',
  operationId: 'setUpAutoRecharge',
  credential: 'bearer or key',
  requireAccess: requireBuyer,
  idempotent: true,
  tags,
  summary: 'Save a card for auto-recharge',
  description:
    'Open `checkout_url` in a browser to save a card. Then switch auto-recharge on with PUT.',
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
    period_start: Time,
    period_end: Time,
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
        lists: integer.openapi({ description: 'Of `analyses`, those of lists.' }),
        monitors: integer.openapi({
          description: 'Of `analyses`, those that monitors started themselves.',
        }),
        credits: integer,
      }),
    ),
  })
  .openapi('UsageDashboard')

export const usage = endpoint({
  method: 'get',
  path: '/billing/usage',
  operationId: 'getUsage',
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
  operationId: 'receiveStripeEvent',
  credential: 'none',
  addressLimit: 'refused',
  bodyTypes: ['application/json'],
  tags,
  summary: 'Receive a signed event of the payment provider',
  description:
    'The signature covers the exact bytes of the body, so this document contains no schema ' +
    'for it. Events may arrive in any order; each event id is applied once.',
  request: {
    headers: z.object({
      'stripe-signature': z.string().max(4_096).default(''),
    }),
  },
  responses: { 200: enveloped(EventReceived, 'The event is stored.') },
  refuses: ['INVALID_SIGNATURE'],
})
