import { distance } from 'fastest-levenshtein'
import { BASES } from '../basis.ts'
import type { Target } from '../collector.ts'
import { LURE_WORDS, URGING_WORDS } from '../data/well-known-brands.ts'
import type { ClaimedCompanyEvidence, CollectedEvidence } from '../evidence.ts'
import { type DomainLabel, readDomainLabel } from '../names/domain-label.ts'
import { skeleton } from '../names/similar-letters.ts'
import { HELD_DAYS_MIN } from '../registration-record.ts'
import { contextSignal, nameSignal } from './build-signal.ts'
import { brandOf } from './claimed-brand.ts'
import type { Signal } from './signal.ts'
import { type Author, BASIS_OF } from './signal-authors.ts'

type Company = ClaimedCompanyEvidence['companies'][number]
type Word = Company['confirmations'][number]

// Author of a confirmation on the company's domain. If only the analyzed site (`page`) says that
// this domain is the company's, both domains can belong to one attacker, so the author is the
// holder.
const AUTHOR_OF: Readonly<Record<Company['known_by'], Author>> = {
  brand_list: 'named party',
  verified_answer: 'named party',
  corroborated_answer: 'register',
  register: 'named party',
  page: 'holder',
}

// A registration has to be old for these. The others are true of the present holder: the
// registry's record, a certificate that is younger than the registration, and a tenant, which is
// asked for after this time only.
const WRITTEN: ReadonlySet<Word['kind']> = new Set(['link', 'redirect', 'trust_txt', 'ads_txt'])

const LABEL_LENGTH_MIN = 5
const IMITATION_AGE_DAYS_MAX = 365
const VERY_YOUNG_DAYS = 120

/** An imitated domain differs by a typing error, a look-alike letter or a word like "login". */
export function claimedCompanySignals(
  target: Target,
  collected: CollectedEvidence<'claimed_company'>,
  ageDays: number,
): Signal[] {
  const companies = collected.data?.companies ?? []
  return companies.flatMap((company): Signal[] => {
    if (company.confirmations.length > 0) return wordSignal(company, ageDays)
    // Claims to be a well-known brand are left out here, because claimed-brand.ts judges them.
    if (isConfirmedElsewhere(company, companies) || brandOf(company.name) !== null) return []
    const kind = imitates(target, company.domain, ageDays) ? 'look_alike' : 'unconfirmed_claim'
    const observed =
      company.outcome === 'asked'
        ? `${company.domain} does not mention ${target.domain}`
        : `nothing is known from ${company.domain} about ${target.domain}`
    return [contextSignal(kind, 'claimed_company', observed, company.name)]
  })
}

function wordSignal({ name, known_by, confirmations }: Company, ageDays: number): Signal[] {
  // The age is infinite if the date of the registration is unknown.
  const isHeldLong = Number.isFinite(ageDays) && ageDays >= HELD_DAYS_MIN
  const isCurrent = ({ kind }: Word): boolean => isHeldLong || !WRITTEN.has(kind)
  const word = confirmations.find(isCurrent) ?? confirmations[0]
  if (word === undefined) return []
  const author = AUTHOR_OF[known_by]
  const signal = nameSignal('claimed_company_word', {
    collector: 'claimed_company',
    name,
    observed: word.observed,
    author: author === 'named party' && !isCurrent(word) ? 'register' : author,
    factor: known_by === 'page' ? 0.3 : 1,
  })
  return signal === null ? [] : [signal]
}

// An attacker can hold an older domain that resembles the company's name and confirms the site. So
// a domain of the company is overruled only by one that is known at least as well.
const isConfirmedElsewhere = (silent: Company, companies: readonly Company[]): boolean =>
  companies.some(
    ({ name, known_by, confirmations }) =>
      name === silent.name &&
      confirmations.length > 0 &&
      rankOf(known_by) <= rankOf(silent.known_by),
  )

const rankOf = (known_by: Company['known_by']): number =>
  BASES.indexOf(BASIS_OF[AUTHOR_OF[known_by]] ?? 'stated')

function imitates(
  { domain, registrableDomain }: Target,
  companyDomain: string,
  ageDays: number,
): boolean {
  if (domain !== registrableDomain && domain.startsWith(`${companyDomain}.`)) return true
  const own = readDomainLabel(registrableDomain)
  const theirs = readDomainLabel(companyDomain)
  if (own.compact === theirs.compact || theirs.compact.length < LABEL_LENGTH_MIN) return false
  if (skeleton(own.compact) === skeleton(theirs.compact)) return true
  const days = Number.isFinite(ageDays) ? ageDays : 0
  if (days >= IMITATION_AGE_DAYS_MAX) return false
  return (
    distance(own.compact, theirs.compact) === 1 || addsLure(own, theirs, days < VERY_YOUNG_DAYS)
  )
}

// True if the domain adds a word such as "verify" to the company's name. In a very young domain,
// words of customer services and deliveries count too.
function addsLure(own: DomainLabel, theirs: DomainLabel, isVeryYoung: boolean): boolean {
  const at = own.compact.indexOf(theirs.compact)
  if (at < 0) return false
  const rest = [own.compact.slice(0, at), own.compact.slice(at + theirs.compact.length)]
  const added = [...rest, ...own.words].filter(
    (word) => word !== '' && !theirs.compact.includes(word),
  )
  return added.some(
    (word) =>
      has(URGING_WORDS, word) || (isVeryYoung && has(LURE_WORDS, word) && !SHOP_WORDS.has(word)),
  )
}

const has = (words: ReadonlySet<string>, text: string): boolean =>
  words.has(text) ||
  [...words].some((word) => word.length >= LABEL_LENGTH_MIN && text.includes(word))

// Words that companies put into the domains of their own shops, so they never count as a sign of an
// imitation.
const SHOP_WORDS: ReadonlySet<string> = new Set(
  'shop store online web app outlet sale 24 365'.split(' '),
)
