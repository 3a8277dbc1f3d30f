import Stripe from 'stripe'
import { log } from '../../platform/log.ts'
import { isRefusal } from './stripe-call.ts'

type Refusal = Stripe.errors.StripeError

// Finds the name of the missing permission of a restricted key in Stripe's message, for example
// rak_customer_write.
const PERMISSION = /\brak_[a-z0-9_]{1,80}/
const MISSING_PRICE = /^No such price: '([\w-]{1,100})'/
/** Names of parameters that belong to a line item, for example line_items[0][price]. */
const LINE_ITEM = /^line_items\[\d{1,3}\]/

const otherMode = (message: string): string =>
  message.includes('a test mode key was used')
    ? ' It exists in live mode, but STRIPE_SECRET_KEY is a test key.'
    : message.includes('a live mode key was used')
      ? ' It exists in test mode, but STRIPE_SECRET_KEY is a live key.'
      : ''

// Errors of Stripe that an operator can correct, each with the text of the correction. Stripe has
// no error code for some of them. These are recognised by words of its message that do not change
// (Stripe documentation, pages Error codes, API keys, Currencies).
const CHANGES: readonly (readonly [
  matches: (error: Refusal) => boolean,
  change: (error: Refusal) => string,
])[] = [
  [
    (error) => error instanceof Stripe.errors.StripeAuthenticationError,
    ({ code }) =>
      code === 'api_key_expired'
        ? 'STRIPE_SECRET_KEY has expired: set the current key of the Stripe account.'
        : 'STRIPE_SECRET_KEY was refused: set the current secret key of the Stripe account.',
  ],
  [
    (error) => error instanceof Stripe.errors.StripePermissionError,
    ({ message }) => {
      const [permission] = PERMISSION.exec(message) ?? []
      return permission === undefined
        ? 'STRIPE_SECRET_KEY may not make this call: use a key with the permission for it.'
        : `STRIPE_SECRET_KEY is a restricted key without the permission ${permission}: add the ` +
            'permission in the Stripe dashboard, page Developers > API keys.'
    },
  ],
  [
    ({ param, code }) => code === 'resource_missing' && LINE_ITEM.test(param ?? ''),
    ({ message }) => {
      const [, price = 'a price'] = MISSING_PRICE.exec(message) ?? []
      return `SUBSCRIPTION_PLANS names ${price}, which Stripe does not know.${otherMode(message)}`
    },
  ],
  [
    ({ code, param, message }) =>
      code === 'resource_missing' &&
      (param === 'configuration' || message.startsWith('No such configuration')),
    ({ message }) =>
      'STRIPE_PORTAL_CONFIGURATION names a customer portal that Stripe does not ' +
      `know.${otherMode(message)}`,
  ],
  [
    ({ message }) => message.includes('customer portal settings'),
    () =>
      'The customer portal is not set up: run npm run deploy, or save its settings in the ' +
      'Stripe dashboard, page Settings > Billing > Customer portal.',
  ],
  [
    ({ message }) => message.includes('set an account or business name'),
    () =>
      'The Stripe account has no name: set a business name in the Stripe dashboard, page ' +
      'Settings > Business.',
  ],
  [
    ({ code, message }) =>
      code === 'testmode_charges_only' || message.includes('cannot currently make live charges'),
    () =>
      'The Stripe account is not activated for live payments: complete its activation in the ' +
      'Stripe dashboard.',
  ],
  [
    ({ code, message }) =>
      code === 'payment_method_unactivated' || message.includes('No valid payment method types'),
    () =>
      'No payment method is active: activate cards in the Stripe dashboard, page Settings > ' +
      'Payments > Payment methods.',
  ],
  [
    ({ code, message }) =>
      code === 'amount_too_small' ||
      code === 'amount_too_large' ||
      message.includes('must add up to at least'),
    () => 'CREDIT_PACKS has a price outside the limits of Stripe for its currency.',
  ],
  [
    ({ param, message }) =>
      (param ?? '').includes('currency') || message.startsWith('Invalid currency'),
    () => 'CREDIT_PACKS has a currency that the Stripe account does not support.',
  ],
  [
    ({ param }) => param === 'success_url' || param === 'cancel_url' || param === 'return_url',
    ({ param }) =>
      `Stripe refuses the address in ${param}: correct DASHBOARD_ORIGINS or PUBLIC_URL.`,
  ],
  [
    ({ param, code }) => param === 'url' && code === 'url_invalid',
    () =>
      'Stripe cannot send events to PUBLIC_URL: it must be an https address that is reachable ' +
      'from the internet.',
  ],
]

/** A sentence for the operator. It contains no key and no customer data. */
export function changeFor(error: Refusal): string {
  const [, change] = CHANGES.find(([matches]) => matches(error)) ?? []
  if (change !== undefined) return change(error)
  const details = [error.code, error.param]
    .filter((each) => each !== undefined && each !== '')
    .join(', ')
  return (
    'Stripe refused a call ' +
    `(${details === '' ? `status ${error.statusCode ?? 0}` : details}): look up ` +
    `${error.requestId ?? 'the request'} in the Stripe dashboard, page Workbench > Logs.`
  )
}

/**
 * Logs a refusal by Stripe and returns its correction. Returns null for any other error, without
 * logging the error.
 */
export function logRefusal(requestId: string, error: unknown): string | null {
  if (!isRefusal(error)) return null
  const change = changeFor(error)
  log({
    event: 'stripe.refused',
    request_id: requestId,
    status_code: error.statusCode,
    code: error.code,
    param: error.param,
    stripe_request_id: error.requestId,
    change,
  })
  return change
}
