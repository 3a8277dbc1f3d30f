import { expect, test } from 'vitest'
import { SITES } from './sites/index.ts'
import { attacks, controls, testFraming } from './test-framing.ts'

const ATTACKS_MIN = 66
const CONTROLS_MIN = 14
const KINDS_MIN = 12

testFraming('deep')

test('the set has enough attacks, controls and kinds, and no domain twice', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(ATTACKS_MIN)
  expect(controls.length).toBeGreaterThanOrEqual(CONTROLS_MIN)
  expect(new Set(attacks.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(KINDS_MIN)
  expect(new Set(SITES.map(({ domain }) => domain)).size).toBe(SITES.length)
})
