import { expect, test } from 'vitest'
import { DEFAULT_VOLUMES, describePlan, planCosts } from '../../../migrations/deploy/plan.ts'
import { modelOf } from '../../../migrations/deploy/plan-model.ts'
import { PRICES, PRICES_DATE } from '../../../migrations/deploy/prices.ts'

const NOTHING = { ...DEFAULT_VOLUMES, quick: 0, deep: 0, lists: 0, emails: 0, users: 0 }
const MODEL = { model: 'claude-haiku-5-5', input: 0.1, output: 0.5 }

const dollarsOf = (volumes: typeof NOTHING, item: string) => {
  const line = planCosts(volumes, MODEL).lines.find((each) => each.item === item)
  return line === undefined ? undefined : Math.round(line.dollars * 100) / 100
}

test('a service without use costs its plans and the smallest database', () => {
  const { lines, dollars } = planCosts(NOTHING, MODEL)
  expect(
    lines
      .filter((line) => line.dollars > 0)
      .map(({ item, dollars: each }) => [item, Math.round(each * 1e4) / 1e4]),
  ).toEqual([
    ['Workers Paid plan', 5],
    // 0.25 CU for 730 hours at 0.106 dollars.
    ['Launch plan, compute', 19.345],
    ['Pro plan (the free plan pauses unused projects)', 25],
  ])
  expect(dollars).toBeCloseTo(49.345)
})

test.each([
  // (7 requests of 10 million deep analyses and 43,800 sweeps, less the included 10 million) at
  // 0.30 dollars per million.
  [{ ...NOTHING, deep: 10_000_000 }, 'Worker requests', 18.01],
  // 10 million messages with 3 operations each, less the included million, at 0.40 dollars per
  // million.
  [{ ...NOTHING, deep: 10_000_000 }, 'Queue operations', 11.6],
  [{ ...NOTHING, emails: 3_000 }, 'Pro plan (above 3,000 emails)', 0],
  [{ ...NOTHING, emails: 60_000 }, 'Pro plan (above 3,000 emails)', 20],
  [{ ...NOTHING, emails: 60_000 }, 'emails', 9],
  [{ ...NOTHING, users: 200_000 }, 'users who sign in', 325],
  [{ ...NOTHING, screenshots: 7_200 }, 'Browser Rendering', 0.9],
  // 1,000 readings: 12 million tokens at 0.10 dollars and 1.5 million at 0.50 dollars.
  [{ ...NOTHING, readings: 1_000 }, 'claude-haiku-5-5', 1.95],
])('the plan of %o counts %s as %d dollars', (volumes, item, dollars) => {
  expect(dollarsOf(volumes, item)).toBe(dollars)
})

test('a list costs as many analyses as it has lines, one email and two files', () => {
  const list = { ...NOTHING, lists: 3, lines: 100_000 }
  const used = (item: string) =>
    planCosts(list, MODEL).lines.find((each) => each.item === item)?.used
  expect(used('R2 writes')).toMatch(/^6 operations/)
  expect(used('emails')).toMatch(/^3 emails/)
  expect(used('Queue operations')).toMatch(/^900,009 operations/)
})

test('every price has a page, and the printed plan names its day and the DRS credits of purchases', () => {
  for (const price of Object.values(PRICES)) expect(price.page).toMatch(/^[a-z.]+\/[a-z0-9/-]+$/)
  const text = describePlan({ ...NOTHING, purchases: 4 }, undefined).join('\n')
  expect(text).toContain(PRICES_DATE)
  expect(text).toContain('200 DRS credits')
  expect(text).toMatch(/49\.3\d {2}in all/)
})

test('readings are priced by the model whose key the deployment has', () => {
  const settings = {
    LLM_MODELS: '{"anthropic":"a","openai":"o","google":"g","workers_ai":"w"}',
    LLM_PRICES: '{"a":[1,5],"o":[2,6]}',
    LLM_PROVIDER: 'auto',
  }
  expect(modelOf(settings)).toEqual({ model: 'a', input: 1, output: 5 })
  expect(modelOf({ ...settings, OPENAI_API_KEY: 'sk-1' })).toEqual({
    model: 'o',
    input: 2,
    output: 6,
  })
  expect(modelOf({ ...settings, LLM_PROVIDER: 'google' })).toBeUndefined()
})
