import { describe, expect, test } from 'vitest'
import { CALIBRATION } from '../../../../shared/attribution/scoring/calibration.ts'
import { CEILINGS } from '../../../../shared/attribution/scoring/ceilings.ts'
import { scoreSignals } from '../../../../shared/attribution/scoring/score.ts'
import type { ScoringResult } from '../../../../shared/attribution/scoring/scoring-result.ts'
import { contextSignal, nameSignal } from '../../../../shared/attribution/signals/build-signal.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import type { Signal } from '../../../../shared/attribution/signals/signal.ts'
import {
  AUTHORS,
  type Author,
  BASIS_OF,
} from '../../../../shared/attribution/signals/signal-authors.ts'
import {
  SIGNAL_KINDS,
  type SignalKindName,
} from '../../../../shared/attribution/signals/signal-kinds.ts'
import { evidence, NOW, page, site, target, whois } from './sample-evidence.ts'

const NAME = 'Kork Werkzeuge GmbH'
const KORK = target('korkwerkzeuge.de')
const EVIDENCE = evidence(
  whois(KORK.domain),
  site([
    page({
      legal_statements: [{ kind: 'imprint', name: NAME, observed: `Impressum ${NAME}` }],
    }),
  ]),
)

const answer = (...added: (Signal | null)[]): ScoringResult => {
  const signals = readSignals(KORK, EVIDENCE, NOW)
  const all = [...signals, ...added.filter((signal) => signal !== null)]
  return scoreSignals(KORK, EVIDENCE, all, NOW, CALIBRATION).result
}

const contradiction = (entity = NAME): Signal =>
  contextSignal(
    'register_contradiction',
    'company_register',
    'DE 999 999 999 is Vossenkade BV',
    entity,
  )
const certificate = nameSignal('certificate_organization', {
  collector: 'live_certificate',
  name: NAME,
  observed: `Certificate subject O=${NAME}`,
})
const register = nameSignal('register_website', {
  collector: 'company_register',
  name: NAME,
  observed: 'korkwerkzeuge.de',
  author: 'named party',
})

describe('a name beside the company number of somebody else', () => {
  test('is less than a guess, and the answer names nobody and says why', () => {
    const { confidence, entity, basis, candidates, summary } = answer(contradiction())
    expect(confidence).toBeLessThanOrEqual(CEILINGS.contradicted.confidenceMax)
    expect(confidence).toBeLessThan(0.5)
    expect({ entity, basis }).toEqual({ entity: null, basis: null })
    expect(candidates[0]?.entity).toBe(NAME)
    expect(candidates[0]?.rationale).toContain('DE 999 999 999 is Vossenkade BV')
    expect(summary).toContain('DE 999 999 999 is Vossenkade BV')
  })

  test('is not verified by another number on the same site', () => {
    expect(answer(register).basis).toBe('verified')
    const { confidence, candidates } = answer(contradiction(), register)
    expect(candidates[0]?.basis).not.toBe('verified')
    expect(confidence).toBeLessThan(0.5)
  })

  test('stays verified by a certificate authority', () => {
    const { basis, entity, summary } = answer(contradiction(), certificate)
    expect({ basis, entity }).toEqual({ basis: 'verified', entity: NAME })
    expect(summary).not.toContain('Vossenkade')
  })
})

test('a contradiction of another name changes nothing', () => {
  expect(answer(contradiction('Pellworth Ceramics Ltd'))).toEqual(answer())
})

const isVote = (name: SignalKindName): boolean =>
  ['legal', 'trade'].includes(SIGNAL_KINDS[name].role)
const witnesses = (Object.keys(SIGNAL_KINDS) as SignalKindName[]).filter(isVote).flatMap((kind) => {
  const others = AUTHORS.filter((author) => author in SIGNAL_KINDS[kind].other_authors)
  return [SIGNAL_KINDS[kind].author, ...others]
    .filter((author) => BASIS_OF[author] === 'verified' || BASIS_OF[author] === 'corroborated')
    .map((author): [SignalKindName, Author] => [kind, author])
})

describe('the summary of a confirmed answer', () => {
  test.each(witnesses)('explains %s by its author %s in one complete sentence', (kind, author) => {
    const { basis, summary } = answer(
      nameSignal(kind, { collector: 'dns', name: NAME, observed: 'Entry 12', author }),
    )
    expect(basis).toBe(BASIS_OF[author])
    const [, reason = ''] = summary.split(/confidence \d+%\. /u)
    expect(reason).toMatch(/^\p{Lu}[^{}]*[^.]\.$/u)
    expect(reason).toContain(NAME)
  })
})
