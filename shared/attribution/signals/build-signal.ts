import type { CollectorName } from '../evidence.ts'
import { cleanName, type EntityType, guessEntityType } from '../names/entity-names.ts'
import { isOrder, observedText } from './observed-text.ts'
import type { Signal } from './signal.ts'
import { type Author, SIGNAL_AUTHORS } from './signal-authors.ts'
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

/**
 * Creates a signal (a fact from the evidence) which says that a name may be the operator. Returns
 * null for a name without letters, and for a text that gives orders.
 */
export function nameSignal(kind: SignalKindName, from: NameObservation): Signal | null {
  const entity = cleanName(from.name)
  if (entity === '' || isOrder(entity)) return null
  const row = SIGNAL_KINDS[kind]
  return {
    kind,
    collector: from.collector,
    entity,
    entityType: from.type ?? guessEntityType(entity),
    identifier: from.identifier ?? null,
    observed: observedText(from.observed) || entity,
    stance: 'supports',
    strength: row.strength * (from.factor ?? 1),
    group: row.group,
    author: from.author ?? SIGNAL_AUTHORS[kind],
  }
}

/**
 * Creates a signal (a fact from the evidence) against the possible operator `entity`. Without
 * `entity` the fact counts against all possible operators, for example because the domain is
 * parked.
 */
export function contextSignal(
  kind: SignalKindName,
  collector: CollectorName,
  observed: string,
  entity: string | null = null,
): Signal {
  const row = SIGNAL_KINDS[kind]
  return {
    kind,
    collector,
    entity: entity === null ? null : cleanName(entity) || null,
    entityType: 'unknown',
    identifier: null,
    observed: observedText(observed),
    stance: 'contradicts',
    strength: row.strength,
    group: row.group,
    author: SIGNAL_AUTHORS[kind],
  }
}

/**
 * Creates a signal (a fact from the evidence) for a host or network that may belong to the
 * operator. The signal strengthens possible operators with a similar name but does not add a new
 * one.
 */
export function hintSignal(
  kind: SignalKindName,
  collector: CollectorName,
  host: string,
  factor = 1,
): Signal {
  const row = SIGNAL_KINDS[kind]
  const observed = observedText(host)
  return {
    kind,
    collector,
    entity: null,
    entityType: 'unknown',
    identifier: `host:${observed}`,
    observed,
    stance: 'supports',
    strength: row.strength * factor,
    group: row.group,
    author: SIGNAL_AUTHORS[kind],
  }
}

const IDENTIFIER_LENGTH_MAX = 200

/**
 * Creates a signal (a fact from the evidence) for a value that domains of one operator may share,
 * such as an advertising account id.
 */
export function linkSignal(collector: CollectorName, kind: string, value: string): Signal {
  return {
    kind: 'shared_identifier',
    collector,
    entity: null,
    entityType: 'unknown',
    identifier: `${kind}:${value}`.slice(0, IDENTIFIER_LENGTH_MAX).toWellFormed(),
    observed: observedText(`${kind} ${value}`),
    stance: 'supports',
    strength: 0,
    group: 'link',
    author: SIGNAL_AUTHORS.shared_identifier,
  }
}
