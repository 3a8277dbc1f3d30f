import { describe, expect, test } from 'vitest'
import { ApiFailure } from '../../../workers/dashboard/api/failure.ts'
import {
  creditPrice,
  packInWords,
} from '../../../workers/dashboard/screens/billing/credit-packs.ts'
import {
  purchaseAfter,
  reasonInWords,
  signed,
} from '../../../workers/dashboard/screens/billing/ledger-texts.ts'
import { paymentPageOf } from '../../../workers/dashboard/screens/billing/payment-page.ts'
import {
  amountText,
  cardInWords,
  centsOf,
  formOf,
  mayRaiseSpending,
  problemsOf,
  readForm,
} from '../../../workers/dashboard/screens/billing/recharge-form.ts'
import {
  barsOf,
  dayInWords,
  roundMaximum,
  usageInWords,
  wholePeriod,
} from '../../../workers/dashboard/screens/billing/usage-bars.ts'

const PACKS = [
  { pack: 'pack_100', credits: 100, price_cents: 1_000, currency: 'usd' },
  { pack: 'pack_500', credits: 500, price_cents: 4_500, currency: 'usd' },
]

test('a pack is named with its credits and price, and an unknown pack keeps its id', () => {
  expect(packInWords('pack_500', PACKS)).toBe('500 credits for $45.00')
  expect(packInWords('pack_7', PACKS)).toBe('the pack pack_7')
  expect(PACKS.map(creditPrice)).toEqual(['$0.10', '$0.09'])
})

describe('the page of the payment provider', () => {
  const PUBLIC = 'https://api.attribution.example/app/billing'
  const LOCAL = 'http://127.0.0.1:8787/app/billing'

  test.each([
    ['https://checkout.stripe.com/c/pay/cs_1', PUBLIC],
    ['https://checkout.stripe.com/c/pay/cs_1', LOCAL],
    ['http://127.0.0.1:4242/stripe/pages/checkout/cs_1', LOCAL],
    ['http://localhost:4242/stripe/pages/checkout/cs_1', LOCAL],
  ])('%s may be opened from %s', (address, dashboard) => {
    expect(paymentPageOf(address, dashboard)).toBe(address)
  })

  test.each([
    ['http://checkout.stripe.com/c/pay/cs_1', PUBLIC],
    ['http://checkout.stripe.com/c/pay/cs_1', LOCAL],
    ['http://127.0.0.1:4242/stripe/pages/checkout/cs_1', PUBLIC],
    ['http://127.0.0.1.evil.example/', LOCAL],
    ['https://checkout.stripe.com@evil.example/', PUBLIC],
    ['javascript:alert(1)', LOCAL],
    ['data:text/html,<script>alert(1)</script>', LOCAL],
    ['/app/billing', LOCAL],
    ['', LOCAL],
  ])('%s is refused from %s', (address, dashboard) => {
    expect(paymentPageOf(address, dashboard)).toBeNull()
  })
})

describe('the ledger', () => {
  test('a reason is shown in words, also one that a later version adds', () => {
    expect(['auto_recharge', 'monitor', 'some_new_reason'].map(reasonInWords)).toEqual([
      'Automatic recharge',
      'Monitor beyond your plan, 30 days',
      'some new reason',
    ])
  })

  test('a change has its sign, with a minus as wide as the plus', () => {
    expect([100, -1, -2_500].map(signed)).toEqual(['+100', '\u22121', '\u22122,500'])
  })

  const entry = (id: string, reason: string) => ({ entry_id: id, reason })
  const entries = [
    entry('led_4', 'analysis'),
    entry('led_3', 'purchase'),
    entry('led_2', 'analysis'),
    entry('led_1', 'purchase'),
  ]

  test.each([
    ['led_2', 'led_3'],
    ['led_3', null],
    ['led_4', null],
    ['', 'led_3'],
    ['led_0', 'led_3'],
  ])('the purchase after the entry "%s" is %s', (after, id) => {
    expect(purchaseAfter(entries, after)?.entry_id ?? null).toBe(id)
  })
})

describe('the bars of the usage', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [5, 5],
    [11, 20],
    [51, 100],
    [1_001, 2_000],
  ])('the axis of %i ends at %i', (value, top) => {
    expect(roundMaximum(value)).toBe(top)
  })

  const days = [
    { date: '2026-03-01', analyses: 0, lists: 0, monitors: 0, credits: 0 },
    { date: '2026-03-02', analyses: 4, lists: 2, monitors: 1, credits: 1 },
  ]

  test('every day has a bar with its share of the axis', () => {
    const { top, bars } = barsOf(days)
    expect(top).toBe(5)
    expect(
      bars.map((bar) => [
        bar.label,
        bar.own,
        bar.ownShare,
        bar.listShare,
        bar.monitorShare,
        bar.creditsShare,
      ]),
    ).toEqual([
      ['1 Mar', 0, 0, 0, 0, 0],
      ['2 Mar', 1, 0.2, 0.4, 0.2, 0.2],
    ])
  })

  test('the axis of time reaches to the end of the period', () => {
    const whole = wholePeriod(days, '2026-04-01T00:00:00.000Z')
    expect(whole).toHaveLength(31)
    expect(whole.at(-1)).toMatchObject({ date: '2026-03-31', analyses: 0 })
    expect(wholePeriod([], '2026-04-01T00:00:00.000Z')).toEqual([])
    expect(wholePeriod(days, 'never')).toEqual(days)
  })

  test('the usage is one sentence for readers who do not see the bars', () => {
    expect(usageInWords(days)).toBe(
      '4 analyses and 1 credit from 1 Mar to 2 Mar. The busiest day was 2 Mar with 4 analyses.',
    )
    expect(usageInWords(days.slice(0, 1))).toBe('0 analyses and 0 credits from 1 Mar to 1 Mar.')
    expect(usageInWords([])).toBe('There is no usage in this period yet.')
  })

  test('a malformed day is shown as it is', () => {
    expect(dayInWords('soon')).toBe('soon')
  })
})

describe('the form of the automatic recharge', () => {
  const settings = { enabled: true, threshold: 20, pack: 'pack_100', monthly_limit_cents: 10_000 }
  const form = formOf(settings)

  test('settings survive the way through the form', () => {
    expect(readForm(form)).toEqual({ settings })
    const unlimited = { ...settings, monthly_limit_cents: null }
    expect(readForm(formOf(unlimited))).toEqual({ settings: unlimited })
  })

  test.each([
    ['100', 10_000],
    ['99.5', 9_950],
    [' 0.07 ', 7],
    ['1e3', null],
    ['-1', null],
    ['1.005', null],
    ['1,000', null],
    ['', null],
  ])('the amount "%s" is %s cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  test('an amount is shown without needless decimals', () => {
    expect([10_000, 9_950, null].map(amountText)).toEqual(['100', '99.50', ''])
  })

  test.each([
    [{ threshold: '0' }, 'threshold'],
    [{ threshold: '10001' }, 'threshold'],
    [{ threshold: '1.5' }, 'threshold'],
    [{ threshold: '' }, 'threshold'],
    [{ monthlyLimit: '0' }, 'monthly_limit_cents'],
    [{ monthlyLimit: 'much' }, 'monthly_limit_cents'],
    [{ monthlyLimit: '1000001' }, 'monthly_limit_cents'],
  ])('%o is a problem of %s', (part, field) => {
    const read = readForm({ ...form, ...part })
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field])
  })

  const refusal = (
    code: string,
    message: string,
    details: { path: string; message: string }[] = [],
  ) => problemsOf(new ApiFailure({ status: 400, code, message, requestId: null, details }))

  test('a refusal of the service is shown at its field', () => {
    expect(refusal('NO_PAYMENT_METHOD', 'Save a card first.')).toEqual({
      enabled: 'Save a card first. Then switch the recharge on.',
    })
    expect(refusal('INVALID_AUTO_RECHARGE', 'pack must be one of a, b.')).toEqual({
      pack: 'pack must be one of a, b.',
    })
    expect(
      refusal('VALIDATION_ERROR', 'Invalid.', [{ path: 'threshold', message: 'must be whole' }]),
    ).toEqual({
      threshold: 'must be whole',
    })
    expect(refusal('UNAVAILABLE', 'Payments are not available here.')).toEqual({})
  })

  test.each([
    ['switching it on', { ...settings, enabled: false }, settings, true],
    ['a higher threshold', settings, { ...settings, threshold: 21 }, true],
    ['another pack', settings, { ...settings, pack: 'pack_500' }, true],
    ['a higher limit', settings, { ...settings, monthly_limit_cents: 10_001 }, true],
    ['no limit', settings, { ...settings, monthly_limit_cents: null }, true],
    ['a lower limit', { ...settings, monthly_limit_cents: null }, settings, false],
    ['a lower threshold', settings, { ...settings, threshold: 1 }, false],
    ['switching it off', settings, { ...settings, enabled: false, threshold: 21 }, false],
    ['no change', settings, settings, false],
  ])('%s asks first: %o to %o, %s', (_, before, after, asks) => {
    expect(mayRaiseSpending(before, after)).toBe(asks)
  })

  test('a card is named by its brand and last digits', () => {
    expect(cardInWords({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242')
    expect(cardInWords({ brand: null, last4: null })).toBe('Card')
  })
})
