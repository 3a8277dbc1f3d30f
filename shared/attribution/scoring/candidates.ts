import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type DomainLabel, labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import {
  compactName,
  type EntityType,
  hasLegalForm,
  isSameName,
  nameTokens,
  sameEntity,
} from '../names/entity-names.ts'
import { repeatsDomain } from '../names/stated-names.ts'
import { brandOf, namesBrand } from '../signals/claimed-brand.ts'
import type { Signal } from '../signals/signal.ts'
import { SIGNAL_AUTHORS } from '../signals/signal-authors.ts'
import { type Party, SIGNAL_KINDS, signalKind } from '../signals/signal-kinds.ts'
import { type CeilingFacts, ceilingFacts } from './ceiling-facts.ts'
import { type Features, featuresOf } from './features.ts'
import { bySignal, compareText } from './order.ts'
import { isOnlyMentioned } from './passing-names.ts'
import { displayName, spellingKeys } from './spelling.ts'

export interface Vote {
  signal: Signal
  party: Party
  /**
   * Weight of this fact for the possible operator, before it is multiplied by the factor for its
   * kind of evidence (`kind_weights`). Unit: natural log-odds.
   */
  strength: number
}

/** Possible operator of a domain: one company or person, with all spellings of the name. */
export interface Candidate {
  name: string
  type: EntityType
  names: string[]
  votes: Vote[]
  against: Signal[]
  features: Features
}

export interface Candidates {
  candidates: Candidate[]
  /**
   * Facts which suggest that none of the possible operators is right, for example that the domain
   * is parked.
   */
  context: Signal[]
  facts: CeilingFacts
}

/**
 * Maximum number of different names for one domain. Every name is compared with every other name,
 * so the names with the weakest evidence are dropped.
 */
const NAMES_MAX = 120
const HINT_LIKENESS_MIN = 0.5
const NAME_LIKENESS_MIN = 0.5
const SERVICE_REGISTRANT_FACTOR = 0.3
const SUPERSEDED_FACTOR = 0.6
const CREDITED_FACTOR = 0.25
/**
 * Factor for the weight of evidence that contains only another spelling of the operator's name. For
 * example, evidence for "Kork" also supports "Kork Holdings", but a little less.
 */
const BORROWED_FACTOR = 0.85

/**
 * Returns the possible operators of a domain, each with the facts for and against it. A company
 * that only serves the domain, such as the registrar, is not a possible operator.
 */
export function gatherCandidates(
  target: Target,
  evidence: EvidenceSet,
  signals: readonly Signal[],
  now: Date,
): Candidates {
  const label = readDomainLabel(target.registrableDomain)
  const ordered = [...signals].sort(bySignal)
  const imitated = ordered.flatMap(({ kind, entity }) =>
    kind === 'look_alike' && entity !== null ? [entity] : [],
  )
  const imitation = ordered.some(({ kind }) => kind === 'look_alike')
  const brandClaim = ordered.find(({ kind }) => kind === 'brand_claim')?.entity ?? null
  const claimedBrand = brandClaim === null ? null : brandOf(brandClaim)
  const observedAs = (kinds: readonly string[]): string[] =>
    ordered.filter(({ kind }) => kinds.includes(kind)).map(({ observed }) => observed)
  const mentionContext = {
    registrableDomain: target.registrableDomain,
    providers: observedAs(['site_builder', 'privacy_proxy', 'registrar_default']),
    registrarDefaults: observedAs(['registrar_default']),
  }
  // A site that calls itself "Kork.com" and "Kork" means one operator.
  const nameOf = (name: string): string =>
    repeatsDomain(name, target.registrableDomain) ? label.compact : name
  const named = byName(
    nameOf,
    ordered.filter(
      (signal) =>
        namesCandidate(signal) &&
        !(claimedBrand !== null && namesBrand(signal.entity ?? '', claimedBrand)) &&
        !(
          imitation &&
          (partyOf(signal) === 'site' ||
            imitated.some((name) => sameEntity(name, signal.entity ?? '')))
        ),
    ),
  ).filter((each) => !isOnlyMentioned(each, label, mentionContext))
  const voted = named.map((each) =>
    votesFor(each, { label, signals: ordered, imitation, all: named }),
  )
  const features = featuresOf(
    named.map((each, index) => ({
      ...each,
      credited: voted[index]?.against.some(({ kind }) => kind === 'site_credit') ?? false,
    })),
    label,
    textsOf(evidence),
  )
  const candidates = voted.map((each, index) => ({
    ...each,
    features: features[index] ?? new Map(),
  }))
  const founded = candidates.length === 0 && !imitation ? networkCandidate(label, ordered) : null
  return {
    candidates: founded === null ? candidates : [founded],
    context: ordered.filter(
      ({ kind, stance }) => signalKind(kind)?.role === 'context' && stance === 'contradicts',
    ),
    facts: ceilingFacts(target, evidence, ordered, now),
  }
}

interface NamedSignals {
  key: string
  names: string[]
  signals: Signal[]
}

const partyOf = ({ kind }: Signal): Party => signalKind(kind)?.party ?? 'context'

const namesCandidate = ({ kind, stance, entity }: Signal): boolean =>
  stance === 'supports' &&
  entity !== null &&
  ['legal', 'trade'].includes(signalKind(kind)?.role ?? '')

const textsOf = (evidence: EvidenceSet): string[] =>
  (evidence.http_probe?.data?.pages ?? []).map(({ text }) => text.toLowerCase())

function byName(nameOf: (name: string) => string, signals: readonly Signal[]): NamedSignals[] {
  const groups = new Map<string, NamedSignals & { strength: number }>()
  const keys = spellingKeys(signals.map(({ entity }) => nameOf(entity ?? '')))
  for (const signal of signals) {
    const name = signal.entity ?? ''
    const key = keys.get(compactName(nameOf(name))) ?? ''
    if (key === '') continue
    const group = groups.get(key) ?? { key, names: [], signals: [], strength: 0 }
    if (!group.names.includes(name)) group.names.push(name)
    group.signals.push(signal)
    group.strength += signal.strength
    groups.set(key, group)
  }
  return [...groups.values()]
    .sort((a, b) => b.strength - a.strength || compareText(a.key, b.key))
    .slice(0, NAMES_MAX)
}

interface VoteContext {
  label: DomainLabel
  signals: readonly Signal[]
  imitation: boolean
  all: readonly NamedSignals[]
}

function votesFor(own: NamedSignals, context: VoteContext): Omit<Candidate, 'features'> {
  const { label, signals, imitation, all } = context
  const against = signals.filter(
    ({ stance, entity }) =>
      stance === 'contradicts' &&
      entity !== null &&
      own.names.some((name) => sameEntity(name, entity)),
  )
  const speaks = (kind: string): boolean => against.some((signal) => signal.kind === kind)
  const credited = speaks('site_credit')
  const distrusted = speaks('service_registrant') || speaks('registrar_default')
  const registration = distrusted
    ? SERVICE_REGISTRANT_FACTOR
    : isSuperseded(own, context)
      ? SUPERSEDED_FACTOR
      : 1
  const weighed = (signal: Signal, factor: number): Vote => {
    const party = partyOf(signal)
    return {
      signal,
      party,
      strength:
        signal.strength *
        factor *
        (party === 'registration' ? registration : 1) *
        (credited ? CREDITED_FACTOR : 1),
    }
  }
  const borrowed = all
    .filter(
      (other) =>
        other !== own &&
        own.names.some((name) => other.names.some((theirs) => sameEntity(name, theirs))),
    )
    .flatMap((other) => other.signals.filter((signal) => partyOf(signal) !== 'site'))
  const hints =
    imitation || distrusted || credited
      ? []
      : signals.filter((signal) => supportsAsHint(signal, own.names))
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
 * Returns true when the registrant may be an earlier owner of the domain: the site never mentions
 * the registrant, and other evidence, such as a legal notice, gives the legal name of another
 * company. If the registrar serves large companies, two types of such evidence are needed, because
 * the registrant is then often a sister company.
 */
function isSuperseded(own: NamedSignals, { all, signals }: VoteContext): boolean {
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

const isAnswer = ({ kind, entity }: Signal): boolean =>
  ANSWERING_KINDS.has(kind) && hasLegalForm(entity ?? '')

function bestLikeness(
  names: readonly string[],
  label: DomainLabel,
): { name: string; likeness: number } | null {
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
    author: SIGNAL_AUTHORS.name_in_domain,
  }
  return { signal, party: row.party, strength: signal.strength }
}

function supportsAsHint(signal: Signal, names: readonly string[]): boolean {
  if (signal.stance !== 'supports' || signalKind(signal.kind)?.role !== 'hint') return false
  if (signal.entity !== null) return names.some((name) => sameEntity(name, signal.entity ?? ''))
  const [scheme = '', value = ''] = splitOnce(signal.identifier ?? '')
  if (scheme === 'suffix') return true
  // Domains of "Lumen Quay Ventures LLC" say nothing about a company of a similar name, which may
  // only have bought the brand "Lumen Quay".
  if (scheme === 'registrant') return names.some((name) => isSameName(name, value))
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

/**
 * Returns the network that hosts the domain as a possible operator, if a word in the network's name
 * equals the domain's name. Otherwise returns null. Used only when no other evidence names an
 * operator.
 */
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
