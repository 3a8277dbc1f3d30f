import type { Target } from '../collector.ts'
import { type DomainLabel, labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { type EntityType, nameTokens, sameEntity } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { type Party, SIGNAL_KINDS, signalKind } from '../signals/signal-kinds.ts'
import { absorbBrands, isAnswer, partTitles } from './absorb-brands.ts'
import {
  bySignal,
  type Cluster,
  clusterNames,
  compareText,
  displayName,
  namedInPassing,
  namingSignals,
} from './name-clusters.ts'

/** One signal as it counts for one candidate. */
export interface Vote {
  signal: Signal
  party: Party
  /** Log-odds in nats before the fitted weight of the kind. */
  strength: number
}

export interface Contender {
  name: string
  type: EntityType
  names: string[]
  votes: Vote[]
  against: Signal[]
}

export interface Candidates {
  contenders: Contender[]
  /** Context that speaks for "none of these", once for each group. */
  context: Signal[]
}
const HINT_LIKENESS_MIN = 0.5
const NAME_LIKENESS_MIN = 0.5
const BORROWED_NAME_FACTOR = 0.7
const SERVICE_REGISTRANT_FACTOR = 0.3
const SUPERSEDED_FACTOR = 0.6
const CREDITED_FACTOR = 0.25

/** Makes the field of contenders from signals: clusters, brands taken into their operators, hints attached, names of providers left out. */
export function gatherCandidates(target: Target, signals: readonly Signal[]): Candidates {
  const label = readDomainLabel(target.registrableDomain)
  const ordered = [...signals].sort(bySignal)
  const imitation = ordered.some((signal) => signal.kind === 'look_alike')
  const imitated = ordered.flatMap((signal) =>
    signal.kind === 'look_alike' && signal.entity !== null ? [signal.entity] : [],
  )
  const naming = namingSignals(ordered).filter(
    (signal) =>
      !imitation ||
      (signalKind(signal.kind)?.party !== 'site' && !imitated.some((name) => sameEntity(name, signal.entity ?? ''))),
  )
  const observedAs = (kinds: readonly string[]): string[] =>
    ordered.filter((signal) => kinds.includes(signal.kind)).map((signal) => signal.observed)
  const passing = {
    registrableDomain: target.registrableDomain,
    providers: observedAs(['site_builder', 'privacy_proxy', 'registrar_default']),
    registrarDefaults: observedAs(['registrar_default']),
  }
  const clusters = clusterNames(naming).filter((cluster) => !namedInPassing(cluster, label, passing))
  const merged = absorbBrands(partTitles(clusters), label, ordered)
  const context = ordered.filter(
    (signal) => signalKind(signal.kind)?.role === 'context' && signal.stance === 'contradicts',
  )
  const contenders = merged
    .map(({ cluster, brands }) =>
      contender(cluster, brands, { label, signals: ordered, imitation, rivals: merged.map((each) => each.cluster) }),
    )
    .filter((candidate) => candidate.votes.length > 0)
  const founded = contenders.length === 0 && !imitation ? networkContender(label, ordered) : null
  return { contenders: founded === null ? contenders : [founded], context }
}

interface Surroundings {
  label: DomainLabel
  signals: readonly Signal[]
  imitation: boolean
  rivals: readonly Cluster[]
}

function contender(
  cluster: Cluster,
  brands: readonly Cluster[],
  { label, signals, imitation, rivals }: Surroundings,
): Contender {
  const names = [...new Set([...cluster.names, ...brands.flatMap((brand) => brand.names)])]
  const against = signals.filter(
    (signal) =>
      signal.stance === 'contradicts' &&
      signal.entity !== null &&
      cluster.names.some((name) => sameEntity(name, signal.entity ?? '')),
  )
  const speaks = (kind: string): boolean => against.some((signal) => signal.kind === kind)
  const credited = speaks('site_credit')
  const distrusted = speaks('service_registrant') || speaks('registrar_default')
  const superseded = isSuperseded(cluster, rivals, signals)
  const registration = distrusted ? SERVICE_REGISTRANT_FACTOR : superseded ? SUPERSEDED_FACTOR : 1
  const votes: Vote[] = [...cluster.signals, ...brands.flatMap((brand) => brand.signals)].map((signal) => {
    const party = signalKind(signal.kind)?.party ?? 'context'
    return {
      signal,
      party,
      strength: signal.strength * (party === 'registration' ? registration : 1) * (credited ? CREDITED_FACTOR : 1),
    }
  })
  const hints = imitation || distrusted || credited ? [] : signals.filter((signal) => supportsAsHint(signal, names))
  votes.push(
    ...hints.map((signal) => ({
      signal,
      party: signalKind(signal.kind)?.party ?? ('context' as const),
      strength: signal.strength,
    })),
  )
  const alike = imitation ? null : nameLikeness(cluster, brands, label)
  if (alike !== null) votes.push(nameVote(alike.name, label, alike.likeness))
  return {
    name: displayName(cluster),
    type: typeOf(cluster),
    names,
    votes: votes.sort((a, b) => bySignal(a.signal, b.signal)),
    against,
  }
}

/**
 * A registrant whom the site never mentions, while the site itself answers under another legal name, may be the owner of before.
 * With a registrar for companies the holder is often of the same group, so there two acts must name the other.
 */
function isSuperseded(cluster: Cluster, rivals: readonly Cluster[], signals: readonly Signal[]): boolean {
  if (cluster.signals.some((signal) => signalKind(signal.kind)?.party === 'site')) return false
  const needed = signals.some((signal) => signal.kind === 'corporate_registrar') ? 2 : 1
  return rivals.some(
    (rival) =>
      rival !== cluster && new Set(rival.signals.filter(isAnswer).map((signal) => signal.group)).size >= needed,
  )
}

/** The name that explains the domain's label best; a brand's name counts for its operator a little less. */
function nameLikeness(
  cluster: Cluster,
  brands: readonly Cluster[],
  label: DomainLabel,
): { name: string; likeness: number } | null {
  const own = cluster.names.map((name) => ({ name, likeness: labelLikeness(name, label) }))
  const borrowed = brands.flatMap((brand) =>
    brand.names.map((name) => ({ name, likeness: labelLikeness(name, label) * BORROWED_NAME_FACTOR })),
  )
  const best = [...own, ...borrowed].sort((a, b) => b.likeness - a.likeness || compareText(a.name, b.name))[0]
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

/** Whether a host, network or register entry is named like one of a candidate's names. */
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

function typeOf(cluster: Cluster): EntityType {
  const tally = { organization: 0, person: 0, unknown: 0 }
  for (const signal of cluster.signals) tally[signal.entityType] += signal.strength
  if (tally.organization === 0 && tally.person === 0) return 'unknown'
  return tally.person > tally.organization ? 'person' : 'organization'
}

/** With nothing but infrastructure, a network named like the domain is the only thing that may stand for its operator. */
function networkContender(label: DomainLabel, signals: readonly Signal[]): Contender | null {
  const hint = signals.find(
    (signal) =>
      signal.kind === 'own_network' &&
      (signal.identifier ?? '')
        .slice('network:'.length)
        .split('-')
        .some((word) => word.length >= 3 && word === label.compact),
  )
  if (hint === undefined) return null
  const name =
    label.unicode.length <= 4
      ? label.unicode.toUpperCase()
      : `${label.unicode.slice(0, 1).toUpperCase()}${label.unicode.slice(1)}`
  const hints = signals.filter((signal) => supportsAsHint(signal, [name]))
  const votes = hints.map(
    (signal): Vote => ({ signal, party: signalKind(signal.kind)?.party ?? 'context', strength: signal.strength }),
  )
  return { name, type: 'organization', names: [name], votes: [...votes, nameVote(name, label, 1)], against: [] }
}
