import { expect, test } from 'vitest'
import type { Job } from '../../../shared/jobs/job.ts'
import type { Analysis } from '../../platform/analyses.ts'
import {
  blockOf,
  colorOf,
  hasNetwork,
  lineOf,
  recordOf,
  tableOf,
} from '../../platform/analysis-text.ts'
import { paintFor } from '../../platform/colors.ts'
import { startProgress } from '../../platform/progress-line.ts'

const AT = '2026-01-01T00:00:00Z'

const candidate = (rank: number, entity: string, confidence: number) => ({
  rank,
  entity,
  aliases: [],
  entity_type: 'organization' as const,
  confidence,
  basis: 'corroborated' as const,
  signal_count: 1,
  rationale: '',
})

function job(result: Partial<NonNullable<Job['scoring_result']>>): Job {
  const scoring = {
    entity: null,
    confidence: 0,
    basis: null,
    warnings: [],
    candidates: [],
    summary: 'No name.',
    outcome: 'no_clear_entity' as const,
  }
  return {
    job_id: 'job_1',
    domain: 'a.com',
    domain_unicode: 'a.com',
    depth: 'quick',
    passive: false,
    status: 'partial',
    created_at: AT,
    started_at: AT,
    completed_at: AT,
    duration_ms: 12,
    charge: { covered_by: 'quota', credits: 0, refunded: false },
    progress: {
      percent: 100,
      stage: 'done',
      updated_at: AT,
      collectors: [
        { name: 'dns', status: 'ok', duration_ms: 1, detail: null, found: null },
        { name: 'whois', status: 'timeout', duration_ms: 1, detail: null, found: null },
      ],
      candidate: null,
    },
    scoring_result: {
      domain: 'a.com',
      collected_at: AT,
      scorer_version: '1',
      ...scoring,
      ...result,
    },
    error: null,
    callback_url: null,
    bulk_job_id: null,
  }
}

const signal = (contribution: number, stance: 'supports' | 'contradicts', explanation: string) => ({
  signal: 'copyright_holder',
  collector: 'http_probe',
  observed: '',
  contribution,
  stance,
  explanation,
})

const analysis = (
  result: Partial<NonNullable<Job['scoring_result']>>,
  explanations: ReturnType<typeof signal>[] = [],
) => ({
  domain: 'a.com',
  refused: null,
  job: job(result),
  entities: [
    { entity: 'A', aliases: [], confidence: 0.9, signals: explanations, correlations: [] },
  ],
})

test('an answer shows the three strongest reasons and the sources that did not answer', () => {
  const given: Analysis = analysis({ outcome: 'attributed', entity: 'A', confidence: 0.9 }, [
    signal(0.1, 'supports', 'Fourth.'),
    signal(0.9, 'contradicts', 'Against.'),
    signal(0.5, 'supports', 'First.'),
    signal(0.3, 'supports', 'Third.'),
    signal(0.4, 'supports', 'Second.'),
  ])
  expect(blockOf(recordOf(given)).split('\n')).toEqual([
    'a.com',
    '  A · 90%',
    '  1. First.',
    '  2. Second.',
    '  3. Third.',
    '  No answer from the registration (RDAP, WHOIS): timeout',
  ])
  expect(lineOf(recordOf(given))).toBe('a.com: A, 90%')
})

test('without one operator, the answer shows the summary and no name as the operator', () => {
  const candidates = [candidate(1, 'A', 0.4), candidate(2, 'B', 0.35)]
  const ambiguous = recordOf(
    analysis({ outcome: 'ambiguous', confidence: 0.4, candidates, summary: 'Two names.' }),
  )
  expect(ambiguous.operator).toBeNull()
  expect(blockOf(ambiguous)).toContain('  (ambiguous) A (40%) or B (35%)\n  Two names.')
  expect(blockOf(recordOf(analysis({})))).toContain('  (no clear operator)\n  No name.')
})

test('an imitation is named as one, in its own color', () => {
  const warning = { kind: 'imitates', severity: 'high', entity: 'Kork Ltd', detail: '' } as const
  const record = recordOf(analysis({ warnings: [warning] }))
  expect(lineOf(record)).toBe('a.com: (imitates Kork Ltd)')
  expect([colorOf(record), colorOf(recordOf(analysis({})))]).toEqual(['red', 'yellow'])
})

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, {}, false],
])('for the output %j and the variables %j, colors: %s', (output, variables, colored) => {
  const shown = paintFor(output, variables)('red', 'A')
  expect(shown).toBe(colored ? '\u001b[31mA\u001b[39m' : 'A')
})

test('a refused or failed analysis shows its reason', () => {
  expect(blockOf(recordOf({ domain: 'x.com', refused: 'No credits.', job: null }))).toBe(
    'x.com\n  (not analyzed)\n  No credits.',
  )
  expect(
    recordOf({ domain: 'x.com', refused: 'Nothing answered.', job: job({}) }).unanswered,
  ).toEqual(['whois: timeout'])
})

test('no answer of a DNS service in any failed analysis means that there is no network', () => {
  const failed = (name: 'dns' | 'whois', detail: string): Analysis => {
    const { progress, ...rest } = job({})
    const collectors = [{ name, status: 'failed' as const, duration_ms: 1, detail, found: null }]
    const refused = 'None could answer.'
    return { domain: 'a.com', refused, job: { ...rest, progress: { ...progress, collectors } } }
  }
  const ours = 'Our DNS services did not answer.'
  const [offline, broken] = [recordOf(failed('dns', ours)), recordOf(failed('whois', ours))]
  const silent = recordOf(failed('dns', 'The name servers of the domain did not answer.'))
  const invalid = recordOf({ domain: 'a_b', refused: 'An underscore.', job: null })
  expect(hasNetwork([offline, offline, invalid])).toBe(false)
  expect(hasNetwork([offline, recordOf(analysis({}))])).toBe(true)
  expect(hasNetwork([broken])).toBe(true)
  expect(hasNetwork([silent])).toBe(true)
  expect(hasNetwork([invalid])).toBe(true)
})

test('text of a web page cannot send commands to the terminal or reverse its text', () => {
  const hostile = 'A\u001b[2J\u202eB\nC'
  const shown = blockOf(
    recordOf(
      analysis({ outcome: 'attributed', entity: hostile, confidence: 1 }, [
        signal(1, 'supports', `Names ${hostile}.`),
      ]),
    ),
  )
  const escaped = String.raw`A\u001b[2J\u202eB\u000aC`
  expect(shown).toContain(`  ${escaped} · 100%\n  1. Names ${escaped}.`)
  const row = { cells: [hostile], color: 'red' as const, note: hostile }
  expect(tableOf(['Operator'], [row], { width: 80 }).split(escaped)).toHaveLength(3)
})

test('columns of a table stay aligned beside letters of double width', () => {
  expect(
    tableOf(
      ['Name', 'N'],
      [
        { cells: ['風守', '1'], color: 'green', note: '' },
        { cells: ['ab', '2'], color: 'red', note: 'Two words and more' },
      ],
      { width: 17, paint: (color, text) => `${color}(${text})` },
    ).split('\n'),
  ).toEqual([
    'Name  N',
    '────  ─',
    'green(風守  1)',
    'red(ab    2)',
    '    Two words and',
    '    more',
  ])
})

test('a terminal shows progress in place; a file gets one line per finished analysis', () => {
  const terminal: string[] = []
  const file: string[] = []
  let time = 0
  const inPlace = startProgress(
    { isTTY: true, columns: 20, write: (text) => terminal.push(text) },
    () => time,
  )
  inPlace.update('1 of 2 done · a.com b.com')
  time = 1_500
  inPlace.draw()
  inPlace.ended('a.com: A')
  inPlace.clear()
  expect(terminal).toEqual(['\r\u001b[2K1.5 s · 1 of 2 don…', '\r\u001b[2K'])
  const lines = startProgress({ write: (text) => file.push(text) }, () => time)
  lines.update('1 of 2 done')
  lines.ended('a.com: A')
  lines.clear()
  expect(file).toEqual(['a.com: A\n'])
})
