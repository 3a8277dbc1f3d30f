import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import type { Services } from '../platform/services/index.ts'
import { findPack, firstPack, requireReturnAddress, withPayments } from './payment-settings.ts'
import * as money from './queries.ts'
import { isLive, requireBilling } from './read-billing.ts'
import type { CheckoutOptions, Payments } from './stripe/payments.ts'
import { isMissingCustomer } from './stripe/stripe-call.ts'

type CheckoutServices = Pick<Services, 'db' | 'env' | 'now' | 'operationSuffix' | 'requestId'>

export interface ReturnAddresses {
  success_url?: string | undefined
  cancel_url?: string | undefined
}

export interface OpenedCheckout {
  url: string
  sessionId: string
}

function optionsOf(
  { env, operationSuffix }: CheckoutServices,
  page: string,
  given: ReturnAddresses,
): CheckoutOptions {
  return {
    success: requireReturnAddress(given.success_url, 'success_url', `${page}=done`, env),
    cancel: requireReturnAddress(given.cancel_url, 'cancel_url', `${page}=canceled`, env),
    operation: operationSuffix,
  }
}

// Creates a Stripe customer for the account. `deletedId` is the customer that was deleted at Stripe
// and is replaced. Throws PublicError UNAUTHORIZED for a closed account.
async function createCustomer(
  db: Database,
  payments: Payments,
  caller: Caller,
  email: string | null,
  deletedId: string | null,
): Promise<string> {
  const customerId = await payments.createCustomer(caller.accountId, email, deletedId)
  const storedId = await money.setCustomer(db, caller.accountId, customerId, deletedId)
  if (storedId === null) throw unauthorized()
  return storedId
}

async function open(
  services: CheckoutServices,
  caller: Caller,
  { success_url, cancel_url }: ReturnAddresses,
  page: (payments: Payments, customerId: string) => Promise<OpenedCheckout>,
): Promise<OpenedCheckout> {
  const { db } = services
  const { stripeCustomerId: knownId, email } = await requireBilling(db, caller)
  return withPayments(services, { success_url, cancel_url }, async (payments) => {
    if (knownId === null)
      return page(payments, await createCustomer(db, payments, caller, email, null))
    try {
      return await page(payments, knownId)
    } catch (error) {
      // The Stripe customer was deleted in Stripe's dashboard, so a new one is created. Without it,
      // the account could never buy anything again.
      if (!isMissingCustomer(error)) throw error
      return page(payments, await createCustomer(db, payments, caller, email, knownId))
    }
  })
}

/**
 * Opens a Stripe page for buying credits. The credits are granted later, when Stripe's event about
 * the payment arrives. Throws PublicError VALIDATION_ERROR or UNAVAILABLE.
 */
export async function buyCredits(
  services: CheckoutServices,
  caller: Caller,
  request: ReturnAddresses & { pack: string },
): Promise<OpenedCheckout> {
  const options = optionsOf(services, 'purchase', request)
  const pack = findPack(services.env.CREDIT_PACKS, request.pack)
  if (pack === undefined) {
    const message = `must be one of ${services.env.CREDIT_PACKS.map(({ id }) => id).join(', ')}`
    throw validationError([{ path: ['pack'], message }])
  }
  return open(services, caller, request, (payments, customerId) =>
    payments.openPackCheckout(caller.accountId, customerId, pack, options),
  )
}

/** Opens a Stripe page for saving a card. Throws PublicError VALIDATION_ERROR or UNAVAILABLE. */
export async function setUpCard(
  services: CheckoutServices,
  caller: Caller,
  request: ReturnAddresses,
): Promise<OpenedCheckout> {
  const options = optionsOf(services, 'card', request)
  const { currency } = firstPack(services.env.CREDIT_PACKS)
  return open(services, caller, request, (payments, customerId) =>
    payments.openCardSetup(caller.accountId, customerId, currency, options),
  )
}

/**
 * Opens a Stripe page for a new subscription. The old subscription is canceled when the new one is
 * active. Throws PublicError SUBSCRIPTIONS_DISCONTINUED for an account without a subscription,
 * VALIDATION_ERROR or UNAVAILABLE.
 */
export async function changePlan(
  services: CheckoutServices,
  caller: Caller,
  request: { tier: 'pro' | 'team'; success_url: string; cancel_url: string },
): Promise<OpenedCheckout> {
  const options = optionsOf(services, 'plan', request)
  const account = await requireBilling(services.db, caller)
  const replaces = account.stripeSubscriptionId
  const plan = services.env.SUBSCRIPTION_PLANS.find(({ tier }) => tier === request.tier)
  if (
    !isLive(account) ||
    replaces === null ||
    account.stripeCustomerId === null ||
    plan === undefined
  ) {
    throw new PublicError(
      'SUBSCRIPTIONS_DISCONTINUED',
      'Subscriptions are no longer sold; buy a credit pack instead.',
    )
  }
  if (account.tier === plan.tier) {
    throw validationError([{ path: ['tier'], message: 'is the plan that the account has already' }])
  }
  const prices = [
    { price: plan.price, quantity: 1 },
    ...(plan.overage_price === undefined ? [] : [{ price: plan.overage_price }]),
  ]
  return open(services, caller, request, (payments, customerId) =>
    payments.openPlanCheckout(caller.accountId, customerId, { prices, replaces }, options),
  )
}

export async function openPortal(
  services: CheckoutServices,
  caller: Caller,
  returnUrl: string,
): Promise<string> {
  const address = requireReturnAddress(returnUrl, 'return_url', '', services.env)
  const { stripeCustomerId: customerId } = await requireBilling(services.db, caller)
  if (customerId === null) throw noBillingCustomer()
  return withPayments(services, { return_url: returnUrl }, async (payments) => {
    try {
      return await payments.openPortal(
        customerId,
        address,
        services.env.STRIPE_PORTAL_CONFIGURATION,
      )
    } catch (error) {
      throw isMissingCustomer(error) ? noBillingCustomer() : error
    }
  })
}

const noBillingCustomer = () =>
  new PublicError(
    'NO_BILLING_CUSTOMER',
    'This account has not bought anything yet, so it has no billing portal.',
  )
