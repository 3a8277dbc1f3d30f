import { distance } from 'fastest-levenshtein'
import { DAY_MS } from '../../platform/clock.ts'
import { lines } from '../../platform/multiline.ts'
import type { Target } from '../collector.ts'
import {
  AUTHORITY_NAME,
  findBrand,
  GOVERNMENT_WORDS,
  LURE_WORDS,
  URGING_WORDS,
  WELL_KNOWN_BRANDS,
  type WellKnownBrand,
} from '../data/well-known-brands.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type DomainLabel, labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName, initialsOf, nameParts } from '../names/entity-names.ts'
import { foldLetters } from '../names/fold.ts'
import { skeleton } from '../names/similar-letters.ts'
import { contextSignal } from './build-signal.ts'
import { claimsBrand, isConfirmed, namesSomebodyElse } from './claimed-brand.ts'
import { disclosedRegistrant } from './registration-signals.ts'
import type { Signal } from './signal.ts'
import { signalKind } from './signal-kinds.ts'

const YOUNG_DAYS = 365
const VERY_YOUNG_DAYS = 120
const SLIP_LENGTH_MIN = 5
const FIRST_WORD_LENGTH_MIN = 5

interface Likeness {
  brand: WellKnownBrand
  /** Look-alike characters or a typing error, almost always made on purpose. */
  disguised: boolean
}

/**
 * Signal for a domain that imitates a brand or an authority: domain or page use its name, but no
 * registration, certificate or network confirms it. The page itself confirms nothing, because an
 * attacker can write it.
 */
export function lookAlikeSignal(
  target: Target,
  evidence: EvidenceSet,
  signals: readonly Signal[],
  now: Date,
): Signal | null {
  const label = readDomainLabel(target.registrableDomain)
  const claims = claimedNames(evidence, signals)
  const ageDays = registrationAgeDays(evidence, now)
  const lured = label.words.some((word) => LURE_WORDS.has(word))
  const likeness = brandLikeness(target, label, claims)
  if (likeness !== null && !isConfirmed(likeness.brand, signals)) {
    const exact = likeness.brand.names.includes(label.compact) && !likeness.disguised
    const claimed = claims.some((name) => claimsBrand(name, likeness.brand))
    const suspicious = exact
      ? ageDays < VERY_YOUNG_DAYS && isUnproven(signals)
      : likeness.disguised || claimed
    if (suspicious && !namesSomebodyElse(signals, likeness.brand))
      return lookAlike(claimedSpelling(claims, likeness.brand), target)
  }
  if (label.words.some((word) => GOVERNMENT_WORDS.has(word)) && label.words.length > 1) {
    const office = claims.find((name) => AUTHORITY_NAME.test(foldLetters(name)))
    if (isUnproven(signals, office) && (office !== undefined || ageDays < YOUNG_DAYS))
      return lookAlike(office ?? 'a public authority', target)
  }
  const authority = ageDays < VERY_YOUNG_DAYS && lured
  const authorityClaim = authority
    ? claims.find(
        (name) =>
          AUTHORITY_NAME.test(foldLetters(name)) &&
          !nameParts(name).hasLegalForm &&
          isUnproven(signals, name),
      )
    : undefined
  if (
    authorityClaim !== undefined &&
    !signals.some((signal) => signal.kind === 'restricted_suffix')
  )
    return lookAlike(authorityClaim, target)
  const borrowed = claims
    .map((name) => ({ name, brand: findBrand(compactName(name)) }))
    .find((claim) => claim.brand !== null)
  if (
    borrowed?.brand != null &&
    likeness === null &&
    !borrowed.brand.domains.includes(target.registrableDomain)
  ) {
    const loose =
      labelLikeness(borrowed.name, label) < 0.5 &&
      isUnproven(signals, borrowed.name) &&
      (ageDays < YOUNG_DAYS || lured)
    if (
      loose &&
      !isConfirmed(borrowed.brand, signals) &&
      !namesSomebodyElse(signals, borrowed.brand)
    )
      return lookAlike(borrowed.name, target)
  }
  const urging =
    label.words.some(isUrging) ||
    [...URGING_WORDS].some((word) => word.length >= 5 && label.compact.endsWith(word))
  // A domain of unknown age counts as new only if it consists of several words, such as
  // acme-login.com.
  const isNew = ageDays < VERY_YOUNG_DAYS || (!Number.isFinite(ageDays) && label.words.length > 1)
  const urged = isNew && urging && !claims.some((name) => urgesByTrade(name, label))
  const imitated = urged
    ? claims.find((name) => namesPartOf(name, label) && isUnproven(signals, name))
    : undefined
  return imitated === undefined ? null : lookAlike(imitated, target)
}

const lookAlike = (name: string, target: Target): Signal =>
  contextSignal('look_alike', 'http_probe', `${target.domain} beside ${name}`, name)

function claimedNames(evidence: EvidenceSet, signals: readonly Signal[]): string[] {
  const ranked = signals
    .filter(
      (signal) =>
        signalKind(signal.kind)?.party === 'site' &&
        signal.entity !== null &&
        signal.stance === 'supports',
    )
    .sort((a, b) => b.strength - a.strength || ((a.entity ?? '') < (b.entity ?? '') ? -1 : 1))
    .map((signal) => signal.entity ?? '')
  const titles = (evidence.http_probe?.data?.pages ?? [])
    .slice(0, 2)
    .flatMap((page) => (page.title ?? '').slice(0, 200).split(/(?:(?<!\s)\s+)?[|–—:•·-]\s*/u, 4))
  const record = evidence.whois?.data?.record
  const registrant = record === undefined ? null : disclosedRegistrant(record)
  return [...ranked, ...titles, registrant?.name ?? ''].filter((name) => name !== '').slice(0, 60)
}

export function registrationAgeDays(evidence: EvidenceSet, now: Date): number {
  const created = Date.parse(evidence.whois?.data?.record.created_at ?? '')
  return Number.isFinite(created) ? (now.getTime() - created) / DAY_MS : Number.POSITIVE_INFINITY
}

// True unless a registry or registrar that verifies its registrants confirms the name. Elsewhere
// anybody can enter any name, so the registrant proves nothing.
const isUnproven = (signals: readonly Signal[], claimed?: string): boolean =>
  !signals.some(
    ({ kind, author, entity }) =>
      signalKind(kind)?.party === 'registration' &&
      author === 'registry' &&
      (claimed === undefined || compactName(entity ?? '') === compactName(claimed)),
  )

function brandLikeness(
  target: Target,
  label: DomainLabel,
  claims: readonly string[],
): Likeness | null {
  const seen = label.words.map(skeleton)
  const whole = skeleton(label.compact)
  for (const brand of WELL_KNOWN_BRANDS) {
    if (brand.domains.includes(target.registrableDomain)) return null
  }
  for (const brand of WELL_KNOWN_BRANDS) {
    for (const name of brand.names) {
      const plain =
        label.words.includes(name) ||
        (name.length >= SLIP_LENGTH_MIN && label.compact.includes(name))
      if (plain && (label.compact === name || claims.some((claim) => claimsBrand(claim, brand))))
        return { brand, disguised: false }
      if (name.length < SLIP_LENGTH_MIN || plain) continue
      const disguised =
        seen.some((word) => word === name) ||
        whole === name ||
        (whole.includes(name) && whole !== label.compact)
      const slip = label.words.some(
        (word) =>
          word.length >= SLIP_LENGTH_MIN &&
          word.length > name.length - 2 &&
          word.length < name.length + 2 &&
          distance(word, name) === 1,
      )
      if (disguised || (slip && claims.some((claim) => claimsBrand(claim, brand))))
        return { brand, disguised: true }
    }
  }
  return null
}

function claimedSpelling(claims: readonly string[], brand: WellKnownBrand): string {
  return claims.find((name) => claimsBrand(name, brand)) ?? brand.names[0] ?? 'a known brand'
}

// True if the domain contains the beginning of the name and other words: acme-billing-update and
// "Acme".
function namesPartOf(name: string, label: DomainLabel): boolean {
  const { core } = nameParts(name)
  const compact = core.join('')
  if (compact.length < 4 || compact === label.compact) return false
  if (label.words.includes(initialsOf(core) ?? '')) return true
  const beginnings = core.map((_, index) => core.slice(0, index + 1).join(''))
  return beginnings.some(
    (beginning) =>
      (beginning === compact || beginning.length >= FIRST_WORD_LENGTH_MIN) &&
      (label.words.length > 1
        ? label.words.some((word) => beginsAlike(beginning, word))
        : urgesBehind(beginning, core, label)),
  )
}

const beginsAlike = (beginning: string, word: string): boolean =>
  beginning === word ||
  (word.length > FIRST_WORD_LENGTH_MIN &&
    beginning.startsWith(word) &&
    beginning.length - word.length <= 2)

function urgesBehind(beginning: string, core: readonly string[], label: DomainLabel): boolean {
  const rest = label.compact.startsWith(beginning) ? label.compact.slice(beginning.length) : ''
  return isUrging(rest) && !core.includes(rest)
}

const URGING_STEM = new RegExp(
  lines`
    verifi[zck]|aktualisier|bestatig|bestaetig|anmeldung|legitimier|authenti[fc]|identifi[zck]|
    reaktivier|entsperr|desbloque|deblocage|sblocco|odblok|potwierdz|podtverzh|dogrulama
  `,
  'u',
)

// True if the urging words of a domain are part of the company's name: "Sicherheit" is harmless in
// a domain of "Bergmann Sicherheitsdienste GmbH".
function urgesByTrade(name: string, label: DomainLabel): boolean {
  const { core, hasLegalForm } = nameParts(name)
  const urging = label.words.length > 1 ? label.words.filter(isUrging) : core.filter(isUrging)
  return (
    hasLegalForm &&
    urging.length > 0 &&
    urging.every((word) => core.some((part) => part.startsWith(word)))
  )
}

const isUrging = (word: string): boolean => URGING_WORDS.has(word) || URGING_STEM.test(word)
