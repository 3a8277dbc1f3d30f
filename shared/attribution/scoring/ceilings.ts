import type { Basis } from '../basis.ts'
import { isSameCompany, isSameName, sameEntity } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { BASIS_OF } from '../signals/signal-authors.ts'
import { type Party, SIGNAL_KINDS, signalKind } from '../signals/signal-kinds.ts'
import type { Candidate, Vote } from './candidates.ts'
import type { CeilingFacts } from './ceiling-facts.ts'

/** Limit below which a registration counts as very young: most fraud happens in its first weeks. */
export const VERY_YOUNG_DAYS = 30
/** Only a verified answer can reach this confidence, because each limit in CEILINGS is below it. */
export const SURE_CONFIDENCE = 0.95

export const BASIS_MEANINGS: Readonly<Record<Basis, string>> = {
  verified:
    'An author that the holder of the domain cannot write as ties this name to this domain: ' +
    'an authority or registry that checks identity, or the named company itself.',
  corroborated:
    'A third party confirms a name that the holder states. Anybody can copy an entry of a ' +
    'register, so this is no proof.',
  stated: 'Only the holder of the domain says so. Nobody else confirms it.',
}

interface Ceiling {
  confidenceMax: number
  bases: readonly Basis[]
  when: string
}

/**
 * Limits of the confidence. If several apply, the lowest one counts. A domain's holder can arrange
 * everything in an answer that is not verified, so all limits are below SURE_CONFIDENCE.
 */
export const CEILINGS = {
  unverified: {
    confidenceMax: 0.94,
    bases: ['corroborated', 'stated'],
    when: 'No author that the holder cannot write as confirms the name.',
  },
  contradicted: {
    confidenceMax: 0.45,
    bases: ['corroborated', 'stated'],
    when: 'A register says that a company number on the site belongs to somebody else.',
  },
  unconfirmed: {
    confidenceMax: 0.85,
    bases: ['corroborated', 'stated'],
    when:
      'The site claims to be a known company, and the own domain of this company does not ' +
      'confirm it.',
  },
  redirect: {
    confidenceMax: 0.85,
    bases: ['corroborated', 'stated'],
    when: 'The domain redirects to another site, and only this site gives the name.',
  },
  unstated: {
    confidenceMax: 0.85,
    bases: ['corroborated'],
    when: 'A third party names the operator, and neither the site nor the registration does.',
  },
  very_young: {
    confidenceMax: 0.85,
    bases: ['stated'],
    when: `The domain was registered less than ${VERY_YOUNG_DAYS} days before the analysis.`,
  },
  invisible: {
    confidenceMax: 0.85,
    bases: ['stated'],
    when:
      'No visible text of the site names the operator now, for example only its registration, ' +
      'its markup or an archived copy.',
  },
} as const satisfies Record<string, Ceiling>

/** Sources that support a candidate but never add one. */
export const BACKING: ReadonlySet<Party> = new Set(['reading', 'records', 'name'])

const NUMBER_GROUP = SIGNAL_KINDS.register_website.group

/** Signal of a register that a company number beside the candidate's name is somebody else's. */
export const contradictionOf = ({ against }: Candidate): Signal | undefined =>
  against.find(({ kind }) => kind === 'register_contradiction')

/** A verified statement must give the same name: "Kork Holdings" does not verify "Kork Bank". */
export function basisOf(candidate: Candidate, { certified }: CeilingFacts): Basis {
  // Company numbers stand on pages of the holder, so one number never outweighs another one.
  const isContradicted = contradictionOf(candidate) !== undefined
  const verifying = candidate.votes.filter(
    ({ signal }) =>
      verifies(signal, candidate) && !(isContradicted && signal.group === NUMBER_GROUP),
  )
  const isCertified = verifying.some(({ signal }) => signal.author === 'authority')
  const isDenied =
    !isCertified && certified.some((name) => !candidate.names.some((own) => sameEntity(own, name)))
  if (verifying.length > 0 && !isDenied) return 'verified'
  const confirmed = candidate.votes.some(
    ({ signal, strength }) =>
      strength > 0 && BASIS_OF[signal.author] !== 'stated' && BASIS_OF[signal.author] !== null,
  )
  return confirmed ? 'corroborated' : 'stated'
}

function verifies({ author, entity }: Signal, { names }: Candidate): boolean {
  if (entity === null || BASIS_OF[author] !== 'verified') return false
  // The legal form must not differ either, because anybody can found a company of the same name
  // with another legal form.
  return (
    names.every((name) => !isSameName(name, entity) || isSameCompany(name, entity)) &&
    names.some((name) => isSameCompany(name, entity))
  )
}

/**
 * Returns the highest possible confidence. It is applied after the ranking, so that a candidate
 * never wins because it has fewer statements.
 */
export function limitConfidence(candidate: Candidate, basis: Basis, facts: CeilingFacts): number {
  if (basis === 'verified') return 1
  return CEILINGS[chooseCeiling(candidate, basis, facts)].confidenceMax
}

function chooseCeiling(
  candidate: Candidate,
  basis: Basis,
  facts: CeilingFacts,
): keyof typeof CEILINGS {
  if (contradictionOf(candidate) !== undefined) return 'contradicted'
  if (facts.unconfirmed.some((name) => candidate.names.some((own) => sameEntity(own, name))))
    return 'unconfirmed'
  if (facts.isRedirect) return 'redirect'
  const isStated = candidate.votes.some(
    ({ signal, party }) =>
      signal.author === 'holder' && !BACKING.has(party) && signal.collector !== 'archive',
  )
  if (basis === 'corroborated') return isStated ? 'unverified' : 'unstated'
  if (facts.ageDays < VERY_YOUNG_DAYS) return 'very_young'
  return candidate.votes.some(isVisible) ? 'unverified' : 'invisible'
}

const MARKUP_KINDS = /^(?:structured_|alternate_name$|site_name$|application_name$|page_author$)/u

/** True for a statement of the site that visitors can read, unlike markup. */
function isVisible({ signal, party }: Vote): boolean {
  if (party !== 'site' || signal.collector === 'archive') return false
  const role = signalKind(signal.kind)?.role
  const places = signal.marks ?? []
  const isInHead =
    places.includes('head') &&
    !places.some((place) => place === 'rights' || place === 'near_rights')
  return (role === 'legal' || role === 'trade') && !MARKUP_KINDS.test(signal.kind) && !isInHead
}
