import type { Signal } from '../signals/signal.ts'
import { explainSignal, signalKind } from '../signals/signal-kinds.ts'
import { bySignal } from './order.ts'
import type { RankedCandidate } from './rank-candidates.ts'
import type { EntitySignals } from './scoring-result.ts'

const SIGNALS_SHOWN_MAX = 40
const CORRELATIONS_MAX = 30
const SHARE_DIGITS = 1e4

/**
 * Statements for and against a candidate, and pairs of statements that strengthen, repeat or
 * contradict each other.
 */
export function breakdown(
  ranked: RankedCandidate,
  aliases: readonly string[],
  context: readonly Signal[],
): EntitySignals {
  const supporting = ranked.votes.filter(({ nats }) => nats > 0).slice(0, SIGNALS_SHOWN_MAX)
  const shares = wholeShares(supporting.map(({ nats }) => nats))
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

// Turns amounts into shares with four decimal digits. Their sum is exactly 1: the first share,
// which is the greatest, is corrected by the rounding error.
function wholeShares(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total <= 0) return amounts.map(() => 0)
  const parts = amounts.map((amount) => Math.round((amount / total) * SHARE_DIGITS))
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
        `One supports ${entity} and the other contradicts it: ${words(first)} and ` +
          `${words(signal)}.`,
      )
  return found
}

const words = ({ kind }: Signal): string => signalKind(kind)?.phrase ?? 'another piece of evidence'

function firstOfEach<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const firsts = new Map<string, Item>()
  for (const item of items) if (!firsts.has(key(item))) firsts.set(key(item), item)
  return [...firsts.values()]
}
