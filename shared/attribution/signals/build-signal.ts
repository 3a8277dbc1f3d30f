import type { CollectorName } from '../evidence.ts'
import { cleanName, type EntityType, guessEntityType } from '../names/entity-names.ts'
import { isOrder, observedText } from './observed-text.ts'
import type { Signal } from './signal.ts'
import type { Author } from './signal-authors.ts'
import { SIGNAL_KINDS, type SignalKindName } from './signal-kinds.ts'

interface NameObservation {
  collector: CollectorName
  name: string
  observed: string
  type?: EntityType
  factor?: number
  identifier?: string
  author?: Author
}

export function buildSignal(
  kind: SignalKindName,
  collector: CollectorName,
  rest: Pick<Signal, 'observed'> & Partial<Signal>,
): Signal {
  const { strength, group, author } = SIGNAL_KINDS[kind]
  return {
    kind,
    collector,
    entity: null,
    entityType: 'unknown',
    identifier: null,
    stance: 'supports',
    strength,
    group,
    author,
    ...rest,
  }
}

/** Null for a name without letters, and for a text that gives orders. */
export function nameSignal(kind: SignalKindName, from: NameObservation): Signal | null {
  const entity = cleanName(from.name)
  if (entity === '' || isOrder(entity)) return null
  const { strength } = SIGNAL_KINDS[kind]
  return buildSignal(kind, from.collector, {
    entity,
    entityType: from.type ?? guessEntityType(entity),
    identifier: from.identifier ?? null,
    observed: observedText(from.observed) || entity,
    strength: strength * (from.factor ?? 1),
    ...(from.author === undefined ? {} : { author: from.author }),
  })
}

/**
 * Signal against the candidate `entity`. If `entity` is null, it speaks against all candidates, for
 * example because the domain is parked.
 */
export function contextSignal(
  kind: SignalKindName,
  collector: CollectorName,
  observed: string,
  entity: string | null = null,
): Signal {
  return buildSignal(kind, collector, {
    entity: entity === null ? null : cleanName(entity) || null,
    observed: observedText(observed),
    stance: 'contradicts',
  })
}

/** Signal for a host or network of the operator. It strengthens similar names and adds none. */
export function hintSignal(
  kind: SignalKindName,
  collector: CollectorName,
  host: string,
  factor = 1,
): Signal {
  const observed = observedText(host)
  return buildSignal(kind, collector, {
    identifier: `host:${observed}`,
    observed,
    strength: SIGNAL_KINDS[kind].strength * factor,
  })
}

const IDENTIFIER_LENGTH_MAX = 200

/** Returns a signal for a value that other domains of the same operator may share. */
export function linkSignal(collector: CollectorName, kind: string, value: string): Signal {
  return buildSignal('shared_identifier', collector, {
    identifier: `${kind}:${value}`.slice(0, IDENTIFIER_LENGTH_MAX).toWellFormed(),
    observed: observedText(`${kind} ${value}`),
  })
}
