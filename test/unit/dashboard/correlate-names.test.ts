import { expect, test } from 'vitest'
import { highestCost } from '../../../workers/dashboard/screens/correlate/correlate-names.ts'

test('the highest price is one credit for each domain and one for the comparison; sandbox names are free', () => {
  expect(highestCost(['a.com', 'b.com'])).toBe(3)
  expect(highestCost(['a.com', 'test-corp.sandbox.example'])).toBe(2)
  expect(highestCost(['test-corp.sandbox.example', 'test-unknown.sandbox.example'])).toBe(0)
  expect(highestCost([])).toBe(0)
})
