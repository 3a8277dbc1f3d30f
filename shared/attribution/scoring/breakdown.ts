import type { Signal } from '../signals/signal.ts'
import { explainSignal } from '../signals/signal-kinds.ts'
import { signalPhrase } from '../signals/signal-phrases.ts'
import { bySignal } from './order.ts'
import type { RankedCandidate } from './rank-candidates.ts'
import type { EntitySignals } from './scoring-result.ts'

const SIGNALS_SHOWN_MAX = 40
const CORRELATIONS_MAX = 30
const SHARE_DIGITS = 1e4

/**
 * Prepares the evidence about one possible operator for display: facts for this operator with their
 * shares of the score, facts against this operator, and pairs of facts that strengthen, repeat or
 * contradict each other.
 */
export function breakdown(
  ranked: RankedCandidate,
  aliases: readonly string[],
  context: readonly Signal[],
): EntitySignals {
  const supporting = ranked.candidate.votes
    .map((vote, index) => ({ signal: vote.signal, gain: ranked.gains[index] ?? 0 }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || bySignal(a.signal, b.signal))
    .slice(0, SIGNALS_SHOWN_MAX)
  const shares = wholeShares(supporting.map(({ gain }) => gain))
  const against = [
    ...new Set([
      ...ranked.candidate.against,
      ...context.filter((signal) => signal.entity === null || signal.kind === 'look_alike'),
    ]),
  ]
    .sort(bySignal)
    .slice(0, SIGNALS_SHOWN_MAX)
  return {
    entity: ranked.candidate.name,
    aliases: [...aliases],
    confidence: ranked.confidence,
    signals: [
      ...supporting.map(({ signal }, index) =>
        presentSignal(signal, shares[index] ?? 0, 'supports'),
      ),
      ...against.map((signal) => presentSignal(signal, 0, 'contradicts')),
    ],
    correlations: correlations(
      supporting.map(({ signal }) => signal),
      against,
      ranked.candidate.name,
    ),
  }
}

function presentSignal(
  signal: Signal,
  contribution: number,
  stance: 'supports' | 'contradicts',
): EntitySignals['signals'][number] {
  return {
    signal: signal.kind,
    collector: signal.collector,
    observed: signal.observed,
    contribution,
    stance,
    explanation: explainSignal(signal.kind, signal.entity, signal.observed),
  }
}

/**
 * Converts amounts, greatest first, to shares with four decimal digits. The first share is adjusted
 * by the rounding error, so that the sum is exactly 1.
 */
function wholeShares(gains: readonly number[]): number[] {
  const total = gains.reduce((sum, gain) => sum + gain, 0)
  if (total <= 0) return gains.map(() => 0)
  const parts = gains.map((gain) => Math.round((gain / total) * SHARE_DIGITS))
  const rest = SHARE_DIGITS - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === 0 ? part + rest : part) / SHARE_DIGITS)
}

function correlations(
  supporting: readonly Signal[],
  against: readonly Signal[],
  entity: string,
): EntitySignals['correlations'] {
  const found: EntitySignals['correlations'] = []
  const seen = new Set<string>()
  const add = (
    a: Signal,
    b: Signal,
    effect: EntitySignals['correlations'][number]['effect'],
    explanation: string,
  ): void => {
    const key = `${a.kind} ${b.kind} ${effect}`
    if (
      a.kind === b.kind ||
      seen.has(key) ||
      seen.has(`${b.kind} ${a.kind} ${effect}`) ||
      found.length >= CORRELATIONS_MAX
    )
      return
    seen.add(key)
    found.push({ signals: [a.kind, b.kind], effect, explanation })
  }
  const strongest = firstOfEach(supporting, ({ author }) => author)
  for (const [index, a] of strongest.entries())
    for (const b of strongest.slice(index + 1))
      add(
        a,
        b,
        'reinforces',
        `Two independent authors point to ${entity}: ${words(a)} and ${words(b)}.`,
      )
  for (const [index, a] of supporting.entries())
    for (const b of supporting.slice(index + 1))
      if (a.group === b.group)
        add(a, b, 'overlaps', `Both have one cause and count once: ${words(a)} and ${words(b)}.`)
  const first = supporting[0]
  if (first !== undefined)
    for (const signal of against)
      add(
        first,
        signal,
        'contradicts',
        `One supports ${entity} and the other contradicts it: ${words(first)} and ${words(signal)}.`,
      )
  return found
}

const words = ({ kind }: Signal): string => signalPhrase(kind)

function firstOfEach<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const firsts = new Map<string, Item>()
  for (const item of items) if (!firsts.has(key(item))) firsts.set(key(item), item)
  return [...firsts.values()]
}
