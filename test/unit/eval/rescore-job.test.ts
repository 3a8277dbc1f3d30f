import { expect, test } from 'vitest'
import { CALIBRATION, type Calibration } from '../../../shared/attribution/scoring/calibration.ts'
import { conclude } from '../../../shared/jobs/conclude-job.ts'
import type { StoredJob } from '../../eval/rescore-job.ts'
import { rescorePage } from '../../eval/rescore-page.ts'
import { NOW } from '../attribution/scoring/sample-evidence.ts'
import { registeredEvidence } from './sample-reports.ts'

const DOMAINS = ['flasche-media.de', 'kork.example', 'glas.co.uk']
const SCORED_LATER = new Date(NOW.getTime() + 2_000)

const jobs = DOMAINS.map((domain, index) => {
  const target = { domain, registrableDomain: domain }
  const end = conclude(target, registeredEvidence(domain, 'Flasche Media GmbH'), SCORED_LATER)
  if (end.result === undefined) throw new Error('no result')
  const { result, signals, evidence } = end
  return {
    job_id: `job_${index}`,
    domain,
    registrable_domain: domain,
    evidence,
    result,
    signals,
  } as StoredJob
})

/**
 * Sorts the keys of objects as PostgreSQL sorts them in a jsonb column: shorter keys first, then by
 * character.
 */
const asStored = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(asStored)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
            .map(([key, each]) => [key, asStored(each)]),
        )
      : value

const rescored = (stored: readonly unknown[], calibration: Calibration, reference = CALIBRATION) =>
  rescorePage(
    stored.map((job, index) => ({
      name: `line ${index + 1}`,
      text: JSON.stringify(asStored(job)),
    })),
    calibration,
    reference,
  )

test('the same parameters give every stored result again, field by field', () => {
  expect(rescored(jobs, CALIBRATION)).toMatchObject({
    scored: 3,
    identical: 3,
    changes: [],
    unreadable: [],
  })
})

test('a change names the job, the answers before and after, and the parameter that caused it', () => {
  const other = { ...CALIBRATION, none_base: CALIBRATION.none_base + 12 }
  const { changes, identical } = rescored(jobs.slice(0, 1), other)
  expect(identical).toBe(0)
  expect(changes).toEqual([
    {
      id: 'job_0',
      domain: 'flasche-media.de',
      moved: ['outcome', 'entity', 'confidence'],
      before: {
        outcome: 'attributed',
        entity: 'Flasche Media GmbH',
        confidence: jobs[0]?.result.confidence,
      },
      after: { outcome: 'no_clear_entity', entity: null, confidence: expect.any(Number) },
      causes: expect.arrayContaining([
        {
          entity: 'Flasche Media GmbH',
          cause: 'no operator at all',
          change: -12,
          unit: 'log-odds',
        },
      ]),
    },
  ])
})

test('a weight of one kind of signal is named as a cause', () => {
  const weights = { ...CALIBRATION.kind_weights, registrant_organization: 0 }
  const other = { ...CALIBRATION, kind_weights: weights, none_base: CALIBRATION.none_base + 4 }
  const { changes } = rescored(jobs.slice(1, 2), other)
  const cause = changes[0]?.causes.find((one) => one.cause === 'registrant_organization')
  expect(cause).toMatchObject({ entity: 'Flasche Media GmbH', unit: 'log-odds' })
  expect(cause?.change).toBeLessThan(-1)
})

test('if the stored answer came from other parameters, the shares of the stored explanation give the causes', () => {
  const [job] = jobs
  if (job === undefined) throw new Error('no job')
  const signals = job.signals?.map((one) => ({
    ...one,
    signals: one.signals.map((each) => ({ ...each, signal: `old_${each.signal}` })),
  }))
  const { changes } = rescored(
    [{ ...job, signals, result: { ...job.result, confidence: 0.2 } }],
    CALIBRATION,
  )
  expect(changes[0]?.moved).toEqual(['confidence'])
  expect(changes[0]?.causes.map(({ cause, unit }) => `${cause} ${unit}`)).toContain(
    'old_registrant_organization share',
  )
})

test('a confidence that moves by at most 0.05 is no changed answer, but no equal result either', () => {
  const [job] = jobs
  const result = { ...job?.result, confidence: (job?.result.confidence ?? 0) - 0.04 }
  expect(rescored([{ ...job, result }], CALIBRATION)).toMatchObject({
    scored: 1,
    identical: 0,
    changes: [],
  })
})

test('a job that cannot be read is reported with its line and field, and the others are scored', () => {
  const { scored, unreadable } = rescored(
    [{ ...jobs[0], result: { ...jobs[0]?.result, outcome: 'maybe' } }, jobs[1]],
    CALIBRATION,
  )
  expect(scored).toBe(1)
  expect(unreadable).toEqual([expect.stringMatching(/^line 1: result\.outcome: /u)])
})

test('a line of an export of reports is shown by the id of the report', () => {
  const [job] = jobs
  const other = { ...CALIBRATION, none_base: CALIBRATION.none_base + 12 }
  const { changes } = rescored(
    [{ ...job, job_id: undefined, signals: undefined, feedback_id: 'fbk_7' }],
    other,
  )
  expect(changes.map(({ id }) => id)).toEqual(['fbk_7'])
})
