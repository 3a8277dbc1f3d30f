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
import { buildSignal } from '../signals/build-signal.ts'
import { brandOf, namesBrand } from '../signals/claimed-brand.ts'
import type { Signal } from '../signals/signal.ts'
import { type Party, SIGNAL_KINDS, signalKind } from '../signals/signal-kinds.ts'
import { type CeilingFacts, ceilingFacts } from './ceiling-facts.ts'
import { computeFeatures, type Features } from './features.ts'
import { bySignal, compareText } from './order.ts'
import { isOnlyMentioned } from './passing-names.ts'
import { displayName, spellingKeys } from './spelling.ts'

export interface Vote {
  signal: Signal
  party: Party
  /** Natural log-odds, before they are multiplied with the calibrated `kind_weights`. */
  strength: number
}

/** One company or person, with all spellings of its name. */
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
  /** Signals which say that no candidate is the operator, for example a parked domain. */
  context: Signal[]
  facts: CeilingFacts
}

// The weakest names above this number are dropped, because every name is compared with every other
// one.
const NAMES_MAX = 120
const HINT_LIKENESS_MIN = 0.5
const NAME_LIKENESS_MIN = 0.5
const SERVICE_REGISTRANT_FACTOR = 0.3
const SUPERSEDED_FACTOR = 0.6
const CREDITED_FACTOR = 0.25
// Factor for a vote for a similar name: a vote for "Kork" also supports "Kork Holdings", but a
// little less.
const BORROWED_FACTOR = 0.85

/** A company that only serves the domain, such as the registrar, is no candidate. */
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
  // On kork.com, the names "Kork.com" and "Kork" belong to one candidate.
  const nameOf = (name: string): string =>
    repeatsDomain(name, target.registrableDomain) ? label.compact : name
  const named = groupByName(
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
  const features = computeFeatures(
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

function groupByName(nameOf: (name: string) => string, signals: readonly Signal[]): NamedSignals[] {
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

// True if the registrant may be a former holder: the site never names it, and names another company
// with a legal form. Behind a registrar for large companies, two such statements are needed,
// because there the other company is often a sister company.
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
  'mark_certificate',
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
  const { strength, party } = SIGNAL_KINDS.name_in_domain
  const signal = buildSignal('name_in_domain', 'dns', {
    entity: name,
    observed: label.unicode,
    strength: strength * likeness,
  })
  return { signal, party, strength: signal.strength }
}

function supportsAsHint(signal: Signal, names: readonly string[]): boolean {
  if (signal.stance !== 'supports' || signalKind(signal.kind)?.role !== 'hint') return false
  if (signal.entity !== null) return names.some((name) => sameEntity(name, signal.entity ?? ''))
  const [scheme = '', value = ''] = splitOnce(signal.identifier ?? '')
  if (scheme === 'suffix') return true
  // The name must be equal: a company with a similar name may only have bought the brand "Lumen
  // Quay".
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

// Returns the network of the server as a candidate if its name is the domain's name. It is used
// only when no other evidence names a candidate.
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
