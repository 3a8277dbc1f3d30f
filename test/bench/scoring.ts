import { evaluate } from '../../shared/attribution/scoring/boosted-trees.ts'
import { CALIBRATION } from '../../shared/attribution/scoring/calibration.ts'
import { scoreSignals } from '../../shared/attribution/scoring/score.ts'
import type { Signal } from '../../shared/attribution/signals/signal.ts'
import { SIGNAL_KINDS } from '../../shared/attribution/signals/signal-kinds.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const FEW = 200
const MANY = 2_000
const ROUNDS = 40
const NOW = new Date('2026-11-20T12:00:00Z')

/**
 * Checks that the time of scoring grows about linearly: 2,000 signals may take at most twelve times
 * as long as 200.
 */
export async function benchScoring(): Promise<BenchRow[]> {
  const few = medianMs(signalsOf(FEW))
  const many = medianMs(signalsOf(MANY))
  return [
    shown(`scoring ${FEW} signals`, `${few.toFixed(2)} ms`),
    shown(`scoring ${MANY} signals`, `${many.toFixed(2)} ms`),
    shown(`ranking ${CANDIDATES} candidates by the trees`, `${rankingMs().toFixed(2)} ms`),
    bounded('scoring: ratio of times for ten times the signals', many / few, { most: 12 }),
  ]
}

const CANDIDATES = 40

function rankingMs(): number {
  const { ranking } = CALIBRATION
  const candidates = Array.from(
    { length: CANDIDATES },
    (_, index) => new Map(ranking.features.map((name, position) => [name, (index + position) % 3])),
  )
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    for (const features of candidates) evaluate(ranking, features)
    return performance.now() - started
  }).sort((a, b) => a - b)
  return times[ROUNDS / 2] ?? Number.NaN
}

function signalsOf(count: number): Signal[] {
  const kinds = Object.entries(SIGNAL_KINDS)
  return Array.from({ length: count }, (_, index): Signal => {
    const [kind, row] = kinds[index % kinds.length] ?? ['site_name', SIGNAL_KINDS.site_name]
    const named = row.role === 'legal' || row.role === 'trade'
    return {
      kind,
      collector: 'http_probe',
      entity: named ? `Company ${index} of Many Words GmbH` : null,
      entityType: 'organization',
      identifier: row.role === 'hint' ? `host:company-${index}.com` : null,
      observed: `Company ${index} of Many Words GmbH is named here`,
      stance: row.role === 'context' ? 'contradicts' : 'supports',
      strength: row.strength,
      group: row.group,
      author: row.author,
    }
  })
}

function medianMs(signals: readonly Signal[]): number {
  const target = { domain: 'company.com', registrableDomain: 'company.com' }
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    scoreSignals(target, {}, signals, NOW, CALIBRATION)
    return performance.now() - started
  }).sort((a, b) => a - b)
  return times[ROUNDS / 2] ?? Number.NaN
}
