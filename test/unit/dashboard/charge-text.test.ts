import { expect, test } from 'vitest'
import { chargeText } from '../../../workers/dashboard/screens/analyze/charge-text.ts'

test.each([
  [{ covered_by: 'quota', credits: 0, refunded: false }, 'Paid from your monthly quota'],
  [{ covered_by: 'overage', credits: 0, refunded: false }, 'Paid as overage'],
  [{ covered_by: 'credit', credits: 1, refunded: false }, '1 credit'],
  [{ covered_by: 'credit', credits: 2, refunded: true }, '2 credits (refunded)'],
  [{ covered_by: 'free', credits: 0, refunded: false }, 'Free'],
] as const)('the charge %j is shown as %s', (charge, text) => {
  expect(chargeText(charge)).toBe(text)
})
