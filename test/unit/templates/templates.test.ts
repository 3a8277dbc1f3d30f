import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFieldPath, type Step } from '../../../shared/templates/field-paths.ts'
import { project } from '../../../shared/templates/project-fields.ts'

test.each([
  'domain',
  'scoring_result',
  'scoring_result.entity',
  'scoring_result.candidates',
  'scoring_result.candidates[]',
  'scoring_result.candidates[].entity',
  'progress.collectors[].name',
  'error.code',
])('%s is a valid field path of a job', (path) => {
  expect(readFieldPath(path).ok).toBe(true)
})

test.each([
  ['colour', "has no field 'colour': known are job_id, domain"],
  ['scoring_result.colour', "has no field 'colour' in 'scoring_result': known are domain, outcome"],
  ['scoring_result.candidates.entity', "goes into the list 'candidates' without [] behind it"],
  ['domain[]', "has [] behind 'domain', which is not a list"],
  ['domain.length', "has no field 'length' in 'domain': it has no members"],
  ['', "has no field ''"],
  ['__proto__', "has no field '__proto__'"],
  ['constructor.name', "has no field 'constructor'"],
  ['a.b.c.d.e.f.g.h.i.j.k.l.m', 'has more than 12 parts'],
])('the field path %j is refused: it %s', (path, message) => {
  const read = readFieldPath(path)
  expect(read.ok ? 'accepted' : read.message).toContain(message)
})

const steps = (...paths: string[]): Step[][] =>
  paths.map((path) => {
    const read = readFieldPath(path)
    if (!read.ok) throw new Error(read.message)
    return read.steps
  })

const JOB = {
  domain: 'a.com',
  status: 'completed',
  error: null,
  scoring_result: {
    entity: 'X',
    confidence: 0.9,
    candidates: [
      { rank: 1, entity: 'X' },
      { rank: 2, entity: 'Y' },
    ],
  },
}

test('a projection contains only the named fields, with their nesting', () => {
  expect(project(JOB, steps('domain', 'scoring_result.candidates[].entity', 'error.code'))).toEqual(
    {
      domain: 'a.com',
      error: null,
      scoring_result: { candidates: [{ entity: 'X' }, { entity: 'Y' }] },
    },
  )
  expect(project(JOB, steps('scoring_result', 'scoring_result.entity'))).toEqual({
    scoring_result: JOB.scoring_result,
  })
})

test('a named field that the job lacks is left out', () => {
  expect(project({ domain: 'a.com' }, steps('domain', 'scoring_result.entity'))).toEqual({
    domain: 'a.com',
  })
})

test('no text makes the field path parser throw', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      (text) => typeof readFieldPath(text).ok === 'boolean',
    ),
  )
})
