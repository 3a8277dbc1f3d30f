import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type DomainLabel, labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName, type EntityType, hasLegalForm, nameTokens, sameEntity } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { type Party, SIGNAL_KINDS, signalKind } from '../signals/signal-kinds.ts'
import { type Features, featuresOf } from './features.ts'
import { bySignal, compareText } from './order.ts'
import { namedInPassing } from './passing-names.ts'
import { displayName } from './spelling.ts'

/** One signal as it counts for one candidate. */
export interface Vote {
  signal: Signal
  party: Party
  /** Log-odds in nats before the fitted weight of the kind. */
  strength: number
}

/** One name that may be the operator's, with all its spellings. */
export interface Candidate {
  name: string
  type: EntityType
  names: string[]
  votes: Vote[]
  against: Signal[]
  /** Facts that the ranking trees read. */
  features: Features
}

export interface Candidates {
  candidates: Candidate[]
  /** Context that speaks for "none of these", once for each group. */
  context: Signal[]
}

/** Distinct names that are compared with each other; the weakest beyond are left out, so that the work has a limit. */
const NAMES_MAX = 120
const HINT_LIKENESS_MIN = 0.5
const NAME_LIKENESS_MIN = 0.5
const SERVICE_REGISTRANT_FACTOR = 0.3
const SUPERSEDED_FACTOR = 0.6
const CREDITED_FACTOR = 0.25
/** Part of a vote that a name gets from evidence about another spelling of it: "Kork Holdings" from "Kork". */
const BORROWED_FACTOR = 0.85

/** The candidates that the signals name, each with what speaks for it and against it. Companies that serve the domain are left out. */
export function gatherCandidates(target: Target, evidence: EvidenceSet, signals: readonly Signal[]): Candidates {
  const label = readDomainLabel(target.registrableDomain)
  const ordered = [...signals].sort(bySignal)
  const imitated = ordered.flatMap(({ kind, entity }) => (kind === 'look_alike' && entity !== null ? [entity] : []))
  const imitation = ordered.some(({ kind }) => kind === 'look_alike')
  const observedAs = (kinds: readonly string[]): string[] =>
    ordered.filter(({ kind }) => kinds.includes(kind)).map(({ observed }) => observed)
  const passing = {
    registrableDomain: target.registrableDomain,
    providers: observedAs(['site_builder', 'privacy_proxy', 'registrar_default']),
    registrarDefaults: observedAs(['registrar_default']),
  }
  const named = byName(
    ordered.filter(
      (signal) =>
        namesCandidate(signal) &&
        !(imitation && (partyOf(signal) === 'site' || imitated.some((name) => sameEntity(name, signal.entity ?? '')))),
    ),
  ).filter((each) => !namedInPassing(each, label, passing))
  const voted = named.map((each) => votesFor(each, { label, signals: ordered, imitation, all: named }))
  const features = featuresOf(
    named.map((each, index) => ({
      ...each,
      credited: voted[index]?.against.some(({ kind }) => kind === 'site_credit') ?? false,
    })),
    label,
    textsOf(evidence),
  )
  const candidates = voted.map((each, index) => ({ ...each, features: features[index] ?? new Map() }))
  const founded = candidates.length === 0 && !imitation ? networkCandidate(label, ordered) : null
  return {
    candidates: founded === null ? candidates : [founded],
    context: ordered.filter(({ kind, stance }) => signalKind(kind)?.role === 'context' && stance === 'contradicts'),
  }
}

interface NamedSignals {
  key: string
  names: string[]
  signals: Signal[]
}

const partyOf = ({ kind }: Signal): Party => signalKind(kind)?.party ?? 'context'

const namesCandidate = ({ kind, stance, entity }: Signal): boolean =>
  stance === 'supports' && entity !== null && ['legal', 'trade'].includes(signalKind(kind)?.role ?? '')

const textsOf = (evidence: EvidenceSet): string[] =>
  (evidence.http_probe?.data?.pages ?? []).map(({ text }) => text.toLowerCase())

/** Signals by the name that they give, folded and without legal forms; strongest names first. */
function byName(signals: readonly Signal[]): NamedSignals[] {
  const groups = new Map<string, NamedSignals & { strength: number }>()
  for (const signal of signals) {
    const name = signal.entity ?? ''
    const key = compactName(name)
    if (key === '') continue
    const group = groups.get(key) ?? { key, names: [], signals: [], strength: 0 }
    if (!group.names.includes(name)) group.names.push(name)
    group.signals.push(signal)
    group.strength += signal.strength
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.strength - a.strength || compareText(a.key, b.key)).slice(0, NAMES_MAX)
}

interface Surroundings {
  label: DomainLabel
  signals: readonly Signal[]
  imitation: boolean
  all: readonly NamedSignals[]
}

function votesFor(own: NamedSignals, around: Surroundings): Omit<Candidate, 'features'> {
  const { label, signals, imitation, all } = around
  const against = signals.filter(
    ({ stance, entity }) =>
      stance === 'contradicts' && entity !== null && own.names.some((name) => sameEntity(name, entity)),
  )
  const speaks = (kind: string): boolean => against.some((signal) => signal.kind === kind)
  const credited = speaks('site_credit')
  const distrusted = speaks('service_registrant') || speaks('registrar_default')
  const registration = distrusted ? SERVICE_REGISTRANT_FACTOR : isSuperseded(own, around) ? SUPERSEDED_FACTOR : 1
  const weighed = (signal: Signal, factor: number): Vote => {
    const party = partyOf(signal)
    return {
      signal,
      party,
      strength:
        signal.strength * factor * (party === 'registration' ? registration : 1) * (credited ? CREDITED_FACTOR : 1),
    }
  }
  const borrowed = all
    .filter(
      (other) => other !== own && own.names.some((name) => other.names.some((theirs) => sameEntity(name, theirs))),
    )
    .flatMap((other) => other.signals.filter((signal) => partyOf(signal) !== 'site'))
  const hints = imitation || distrusted || credited ? [] : signals.filter((signal) => supportsAsHint(signal, own.names))
  const votes = [
    ...own.signals.map((signal) => weighed(signal, 1)),
    ...borrowed.map((signal) => weighed(signal, BORROWED_FACTOR)),
    ...hints.map((signal): Vote => ({ signal, party: partyOf(signal), strength: signal.strength })),
  ]
  const alike = imitation ? null : bestLikeness(own.names, label)
  if (alike !== null) votes.push(nameVote(alike.name, label, alike.likeness))
  return {
    name: displayName(own),
    type: typeOf(own.signals),
    names: [...own.names].sort(compareText),
    votes: votes.sort((a, b) => bySignal(a.signal, b.signal)),
    against,
  }
}

/**
 * A registrant whom the site never mentions, while the site itself answers under another legal name, may be an earlier owner. With a
 * registrar for companies the holder is often of the same group, so there two acts must name the other.
 */
function isSuperseded(own: NamedSignals, { all, signals }: Surroundings): boolean {
  if (own.signals.some((signal) => partyOf(signal) === 'site')) return false
  const needed = signals.some(({ kind }) => kind === 'corporate_registrar') ? 2 : 1
  return all.some(
    (rival) =>
      !rival.names.some((name) => own.names.some((ours) => sameEntity(name, ours))) &&
      new Set(rival.signals.filter(isAnswer).map(({ group }) => group)).size >= needed,
  )
}

const ANSWERING_KINDS = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'agreement_party',
  'copyright_holder',
  'structured_legal_name',
  'certificate_organization',
])

/** True for a statement of the site, or of an authority for it, that gives a name with a legal form. */
const isAnswer = ({ kind, entity }: Signal): boolean => ANSWERING_KINDS.has(kind) && hasLegalForm(entity ?? '')

function bestLikeness(names: readonly string[], label: DomainLabel): { name: string; likeness: number } | null {
  const [best] = names
    .map((name) => ({ name, likeness: labelLikeness(name, label) }))
    .sort((a, b) => b.likeness - a.likeness || compareText(a.name, b.name))
  return best === undefined || best.likeness < NAME_LIKENESS_MIN ? null : best
}

function nameVote(name: string, label: DomainLabel, likeness: number): Vote {
  const row = SIGNAL_KINDS.name_in_domain
  const signal: Signal = {
    kind: 'name_in_domain',
    collector: 'dns',
    entity: name,
    entityType: 'unknown',
    identifier: null,
    observed: label.unicode,
    stance: 'supports',
    strength: row.strength * likeness,
    group: row.group,
  }
  return { signal, party: row.party, strength: signal.strength }
}

/** True when a host, network or register entry is named like one of a candidate's names. */
function supportsAsHint(signal: Signal, names: readonly string[]): boolean {
  if (signal.stance !== 'supports' || signalKind(signal.kind)?.role !== 'hint') return false
  if (signal.entity !== null) return names.some((name) => sameEntity(name, signal.entity ?? ''))
  const [scheme = '', value = ''] = splitOnce(signal.identifier ?? '')
  if (scheme === 'suffix') return true
  if (scheme === 'named') return names.some((name) => sameEntity(name, value))
  const hint = readDomainLabel(value)
  return names.some(
    (name) =>
      labelLikeness(name, hint) >= HINT_LIKENESS_MIN ||
      hint.words.some((word) => word.length >= 3 && nameTokens(name)[0] === word),
  )
}

function splitOnce(identifier: string): [string, string] {
  const at = identifier.indexOf(':')
  return at < 0 ? ['', identifier] : [identifier.slice(0, at), identifier.slice(at + 1)]
}

function typeOf(signals: readonly Signal[]): EntityType {
  const tally = { organization: 0, person: 0, unknown: 0 }
  for (const signal of signals) tally[signal.entityType] += signal.strength
  if (tally.organization === 0 && tally.person === 0) return 'unknown'
  return tally.person > tally.organization ? 'person' : 'organization'
}

/** With nothing but infrastructure, a network named like the domain is the only thing that may stand for its operator. */
function networkCandidate(label: DomainLabel, signals: readonly Signal[]): Candidate | null {
  const hint = signals.find(
    ({ kind, identifier }) =>
      kind === 'own_network' &&
      (identifier ?? '')
        .slice('network:'.length)
        .split('-')
        .some((word) => word.length >= 3 && word === label.compact),
  )
  if (hint === undefined) return null
  const name =
    label.unicode.length <= 4
      ? label.unicode.toUpperCase()
      : `${label.unicode.slice(0, 1).toUpperCase()}${label.unicode.slice(1)}`
  const votes = signals
    .filter((signal) => supportsAsHint(signal, [name]))
    .map((signal): Vote => ({ signal, party: partyOf(signal), strength: signal.strength }))
  return {
    name,
    type: 'organization',
    names: [name],
    votes: [...votes, nameVote(name, label, 1)],
    against: [],
    features: new Map(),
  }
}
