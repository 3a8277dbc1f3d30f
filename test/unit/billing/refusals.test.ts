import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { withPayments } from '../../../shared/billing/payment-settings.ts'
import { changeFor, logRefusal } from '../../../shared/billing/stripe/refusals.ts'

const refusal = (statusCode: number, fields: { message: string; code?: string; param?: string }) =>
  Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    statusCode,
    headers: {},
    requestId: 'req_1',
    ...fields,
  })

test.each([
  [
    refusal(401, { message: 'Invalid API Key provided: sk_live_****1234' }),
    /^STRIPE_SECRET_KEY was refused/,
  ],
  [
    refusal(403, { message: 'This key may not do this.' }),
    /^STRIPE_SECRET_KEY may not make this call/,
  ],
  [
    refusal(400, {
      message:
        "No such price: 'price_1'; a similar object exists in test mode, but a live mode key was used to make this request.",
      code: 'resource_missing',
      param: 'line_items[0][price]',
    }),
    /^SUBSCRIPTION_PLANS names price_1, .* exists in test mode, but STRIPE_SECRET_KEY is a live key/,
  ],
  [
    refusal(400, {
      message: "No such configuration: 'bpc_1'",
      code: 'resource_missing',
      param: 'configuration',
    }),
    /^STRIPE_PORTAL_CONFIGURATION names/,
  ],
  [
    refusal(400, {
      message:
        'You can’t create a portal session in live mode until you save your customer portal settings in live mode.',
    }),
    /^The customer portal is not set up/,
  ],
  [
    refusal(400, { message: 'Your account cannot currently make live charges.' }),
    /not activated for live payments/,
  ],
  [
    refusal(400, { message: 'No valid payment method types for this Checkout Session.' }),
    /^No payment method is active/,
  ],
  [
    refusal(400, { message: 'Amount must be at least $0.50 usd', code: 'amount_too_small' }),
    /^CREDIT_PACKS has a price/,
  ],
  [
    refusal(400, { message: 'Not a valid URL', code: 'url_invalid', param: 'success_url' }),
    /DASHBOARD_ORIGINS or PUBLIC_URL/,
  ],
  [
    refusal(400, { message: 'Something new', code: 'new_code', param: 'thing' }),
    /^Stripe refused a call \(new_code, thing\)/,
  ],
  [refusal(409, { message: 'Something new' }), /^Stripe refused a call \(status 409\)/],
])('%s tells the operator what to change', (error, change) => {
  expect(changeFor(error)).toMatch(change)
})

test('a log line about a refusal contains no text of Stripe, which can contain keys and addresses of customers', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  logRefusal(
    'req',
    refusal(400, {
      message: 'Invalid email address: jane@example.com',
      code: 'email_invalid',
      param: 'email',
    }),
  )
  expect(print.mock.calls.join()).toContain('"stripe_request_id":"req_1"')
  expect(print.mock.calls.join()).not.toContain('jane')
  print.mockRestore()
})

test.each([
  ['a failure of Stripe', refusal(500, { message: 'down' })],
  ['too many requests', refusal(429, { message: 'slow down' })],
  ['a bug', new TypeError('x')],
])('%s is not a refusal', (_, error) => {
  expect(logRefusal('req', error)).toBeNull()
})

test('a return address of the caller that Stripe refuses is a validation error, and one of the service is not', async () => {
  const services = {
    env: { STRIPE_SECRET_KEY: 'sk_test_1' },
    now: () => new Date(),
    requestId: 'req',
  }
  const ask = (given: Record<string, string | undefined>) =>
    withPayments(services, given, () =>
      Promise.reject(
        refusal(400, { message: 'Not a valid URL', code: 'url_invalid', param: 'success_url' }),
      ),
    )
  await expect(ask({ success_url: 'https://a.example/' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  const print = vi.spyOn(console, 'log').mockReturnValue()
  await expect(ask({ success_url: undefined })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  print.mockRestore()
})
