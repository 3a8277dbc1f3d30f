import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { askingPayments, findPack, firstPack, requireReturnAddress } from './payment-settings.ts'
import * as money from './queries.ts'
import { isLive, requireBilling } from './read-billing.ts'
import type { CheckoutFrame, Payments } from './stripe/payments.ts'

type CheckoutServices = Pick<Services, 'db' | 'env' | 'now' | 'operationSuffix'>

export interface ReturnAddresses {
  success_url?: string | undefined
  cancel_url?: string | undefined
}

/** A page at the payment provider. */
export interface OpenedCheckout {
  url: string
  sessionId: string
}

function frameOf({ env, operationSuffix }: CheckoutServices, page: string, given: ReturnAddresses): CheckoutFrame {
  return {
    success: requireReturnAddress(given.success_url, 'success_url', `/billing?${page}=done`, env),
    cancel: requireReturnAddress(given.cancel_url, 'cancel_url', `/billing?${page}=canceled`, env),
    operation: operationSuffix,
  }
}

/** The account's customer at Stripe, made at the first need. */
async function requireCustomer(
  db: Database,
  payments: Payments,
  caller: Caller,
  account: money.BillingRow,
): Promise<string> {
  if (account.stripe_customer_id !== null) return account.stripe_customer_id
  const customerId = await payments.createCustomer(caller.accountId, account.email)
  const kept = await money.setCustomer(db, caller.accountId, customerId)
  if (kept === null) throw unauthorized()
  return kept
}

async function open(
  services: CheckoutServices,
  caller: Caller,
  page: (payments: Payments, customerId: string) => Promise<OpenedCheckout>,
): Promise<OpenedCheckout> {
  const account = await requireBilling(services.db, caller)
  return askingPayments(services, async (payments) =>
    page(payments, await requireCustomer(services.db, payments, caller, account)),
  )
}

/** Opens the page on which a pack is paid. Credits come with Stripe's event, never from here. Throws PublicError VALIDATION_ERROR, UNAVAILABLE. */
export async function buyCredits(
  services: CheckoutServices,
  caller: Caller,
  request: ReturnAddresses & { pack: string },
): Promise<OpenedCheckout> {
  const frame = frameOf(services, 'purchase', request)
  const pack = findPack(services.env.CREDIT_PACKS, request.pack)
  if (pack === undefined) {
    const message = `pack must be one of ${services.env.CREDIT_PACKS.map(({ id }) => id).join(', ')}.`
    throw new PublicError('VALIDATION_ERROR', message, { details: [{ path: 'pack', message }] })
  }
  return open(services, caller, (payments, customerId) =>
    payments.openPackCheckout(caller.accountId, customerId, pack, frame),
  )
}

/** Opens the page on which a card is saved for recharges. Throws PublicError VALIDATION_ERROR, UNAVAILABLE. */
export async function setUpCard(
  services: CheckoutServices,
  caller: Caller,
  request: ReturnAddresses,
): Promise<OpenedCheckout> {
  const frame = frameOf(services, 'card', request)
  const { currency } = firstPack(services.env.CREDIT_PACKS)
  return open(services, caller, (payments, customerId) =>
    payments.openCardSetup(caller.accountId, customerId, currency, frame),
  )
}

/**
 * Opens the page on which a subscriber takes another plan; new subscriptions are not sold. The old subscription ends when the new one
 * has begun. Throws PublicError SUBSCRIPTIONS_DISCONTINUED, VALIDATION_ERROR, UNAVAILABLE.
 */
export async function changePlan(
  services: CheckoutServices,
  caller: Caller,
  request: { tier: 'pro' | 'team'; success_url: string; cancel_url: string },
): Promise<OpenedCheckout> {
  const frame = frameOf(services, 'plan', request)
  const account = await requireBilling(services.db, caller)
  const replaces = account.stripe_subscription_id
  const plan = services.env.SUBSCRIPTION_PLANS.find(({ tier }) => tier === request.tier)
  if (!isLive(account) || replaces === null || account.stripe_customer_id === null || plan === undefined) {
    throw new PublicError('SUBSCRIPTIONS_DISCONTINUED', 'Subscriptions are no longer sold; buy a credit pack instead.')
  }
  if (account.tier === plan.tier) {
    const message = 'The account has this plan already.'
    throw new PublicError('VALIDATION_ERROR', `tier: ${message}`, { details: [{ path: 'tier', message }] })
  }
  const prices = [
    { price: plan.price, quantity: 1 },
    ...(plan.overage_price === undefined ? [] : [{ price: plan.overage_price }]),
  ]
  return open(services, caller, (payments, customerId) =>
    payments.openPlanCheckout(caller.accountId, customerId, { prices, replaces }, frame),
  )
}

/** The address of Stripe's customer portal. Throws PublicError VALIDATION_ERROR, NO_BILLING_CUSTOMER, UNAVAILABLE. */
export async function openPortal(services: CheckoutServices, caller: Caller, returnUrl: string): Promise<string> {
  const address = requireReturnAddress(returnUrl, 'return_url', '/', services.env)
  const { stripe_customer_id: customerId } = await requireBilling(services.db, caller)
  if (customerId === null) {
    throw new PublicError(
      'NO_BILLING_CUSTOMER',
      'This account has not bought anything yet, so it has no billing portal.',
    )
  }
  return askingPayments(services, (payments) => payments.openPortal(customerId, address))
}
