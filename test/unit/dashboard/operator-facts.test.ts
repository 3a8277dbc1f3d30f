import { expect, test } from 'vitest'
import { operatorFacts } from '../../../workers/dashboard/screens/entities/operator-facts.ts'

const piece = (collector: string, data: Record<string, unknown> | null) => ({
  collector,
  data,
  source: 'register.example',
  collected_at: '2026-11-01T00:00:00.000Z',
})
const linesOf = (...pieces: ReturnType<typeof piece>[]) =>
  operatorFacts(pieces, 'Acme Ltd').map(({ label, value }) => `${label}: ${value}`)

test('registers say the number, the country and other names of the operator', () => {
  const lines = linesOf(
    piece('legal_entity', {
      matches: [
        { legal_name: 'ACME, LTD.', lei: 'LEI1', country: 'GB', other_names: ['Acme Group'] },
        { legal_name: 'Other Ltd', lei: 'LEI2', country: 'FR', other_names: [] },
      ],
    }),
    piece('company_register', {
      answers: [
        { outcome: 'found', register: 'vies', number: 'GB1', country: 'GB', name: 'Acme Ltd' },
        { outcome: 'unknown_number', register: 'vies', number: 'GB2', name: null },
      ],
    }),
  )
  expect(lines).toEqual([
    'Legal name: ACME, LTD.',
    'LEI: LEI1',
    'Country: GB',
    'Other name: Acme Group',
    'Registered name: Acme Ltd',
    'Register number: GB1 (vies)',
  ])
})

test('evidence of another form gives no facts', () => {
  expect(linesOf(piece('legal_entity', null), piece('company_register', { answers: 'x' }))).toEqual(
    [],
  )
  expect(linesOf(piece('legal_entity', { matches: [null, 1, { legal_name: 7 }] }))).toEqual([])
})
