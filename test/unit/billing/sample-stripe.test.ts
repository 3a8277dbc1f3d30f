import Stripe from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { fetchSample } from '../../platform/stripe/fetch-sample.ts'
import { createStripe, type SampleStripe } from '../../platform/stripe/stripe.ts'

const KEY = 'sk_test_1'
const customer = 'cus_1'
const URLS = { success_url: 'https://app.example/yes' }

let sample: SampleStripe

beforeAll(async () => {
  const plans = '[{"tier":"pro","price":"price_pro","overage_price":"price_overage"}]'
  const options = { secretKey: KEY, webhookSecret: 'whsec_1', pagesUrl: 'http://127.0.0.1', plans }
  sample = createStripe({
    ...options,
    now: () => new Date(),
    restored: undefined,
    changed: () => undefined,
  })
  sample.keep(customer, 'customer', {})
})

const call = async (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetchSample(() => sample)(`https://api.stripe.com/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'stripe-version': Stripe.API_VERSION, ...headers },
    body: String(new URLSearchParams(fields)),
  })
  const body: { error?: Stripe.StripeRawError } = await answer.json()
  return {
    status: answer.status,
    code: body.error?.code,
    param: body.error?.param,
    message: body.error?.message,
  }
}
const pay = (item: Record<string, string>) => ({
  mode: 'payment',
  customer,
  ...URLS,
  'line_items[0][quantity]': '1',
  ...item,
})
const pack = (currency: string, amount: string) =>
  pay({
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': amount,
    'line_items[0][price_data][product_data][name]': 'Credits',
  })
const subscribe = (
  price: string,
  quantity: Record<string, string> = { 'line_items[0][quantity]': '1' },
) => ({
  mode: 'subscription',
  customer,
  ...URLS,
  'line_items[0][price]': price,
  ...quantity,
})

const SESSIONS = 'checkout/sessions'
test.each([
  [
    'an unknown parameter',
    SESSIONS,
    { ...pack('usd', '1000'), colour: 'red' },
    'parameter_unknown',
    'colour',
  ],
  [
    'an unknown nested parameter',
    SESSIONS,
    { ...pack('usd', '1000'), 'line_items[0][price_data][tax]': '1' },
    'parameter_unknown',
    'line_items[0][price_data][tax]',
  ],
  [
    'a missing parameter',
    SESSIONS,
    { mode: 'payment', customer },
    'parameter_missing',
    'success_url',
  ],
  [
    'no line items',
    SESSIONS,
    { mode: 'payment', customer, ...URLS },
    'parameter_missing',
    'line_items',
  ],
  [
    'an invalid address',
    SESSIONS,
    { ...pack('usd', '1000'), success_url: '/yes' },
    'url_invalid',
    'success_url',
  ],
  [
    'an unknown customer',
    SESSIONS,
    { ...pack('usd', '1000'), customer: 'cus_2' },
    'resource_missing',
    'customer',
  ],
  ['an unknown price', SESSIONS, subscribe('price_x'), 'resource_missing', 'line_items[0][price]'],
  [
    'an unknown currency',
    SESSIONS,
    pack('zzz', '1000'),
    undefined,
    'line_items[0][price_data][currency]',
  ],
  ['an amount below the minimum', SESSIONS, pack('usd', '49'), 'amount_too_small', undefined],
  [
    'a quantity of a metered price',
    SESSIONS,
    subscribe('price_overage'),
    undefined,
    'line_items[0][quantity]',
  ],
  [
    'no quantity of a price',
    SESSIONS,
    subscribe('price_pro', {}),
    undefined,
    'line_items[0][quantity]',
  ],
  [
    'a recurring price in payment mode',
    SESSIONS,
    pay({ 'line_items[0][price]': 'price_pro' }),
    undefined,
    'line_items[0][price]',
  ],
  ['an invalid email address', 'customers', { email: 'x' }, 'email_invalid', 'email'],
  [
    'a webhook endpoint without https',
    'webhook_endpoints',
    { url: 'http://a.example/', 'enabled_events[0]': 'charge.refunded' },
    'url_invalid',
    'url',
  ],
])('%s is refused', async (_, path, fields, code, param) => {
  expect(await call(path, fields)).toMatchObject({ status: 400, code, param })
})

test.each([
  [
    'a wrong key',
    { authorization: 'Bearer sk_test_2' },
    401,
    /^Invalid API Key provided: sk_test_\*+/,
  ],
  ['no key', { authorization: '' }, 401, /^Invalid API Key/],
  [
    'an older version',
    { 'stripe-version': '2020-08-27' },
    400,
    /^Invalid Stripe API version: 2020-08-27/,
  ],
  ['no version', { 'stripe-version': '' }, 400, /^Invalid Stripe API version/],
])('a call with %s is refused', async (_, headers, status, message) => {
  expect(await call(SESSIONS, pack('usd', '1000'), headers)).toMatchObject({
    status,
    message: expect.stringMatching(message),
  })
})

test('a complete call is accepted', async () => {
  expect(await call(SESSIONS, pack('usd', '50'))).toMatchObject({ status: 200 })
  expect(await call(SESSIONS, subscribe('price_overage', {}))).toMatchObject({ status: 200 })
})
