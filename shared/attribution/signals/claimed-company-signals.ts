import { distance } from 'fastest-levenshtein'
import type { Target } from '../collector.ts'
import { LURE_WORDS, URGING_WORDS } from '../data/well-known-brands.ts'
import type { ClaimedCompanyEvidence, CollectedEvidence } from '../evidence.ts'
import { type DomainLabel, readDomainLabel } from '../names/domain-label.ts'
import { skeleton } from '../names/similar-letters.ts'
import { contextSignal, nameSignal } from './build-signal.ts'
import { brandOf } from './claimed-brand.ts'
import type { Signal } from './signal.ts'
import type { Author } from './signal-authors.ts'

type Company = ClaimedCompanyEvidence['companies'][number]

// Author of a confirmation on the company's domain. If only the analyzed site (`page`) says that
// this domain is the company's, both domains can belong to one attacker, so the author is the
// holder.
const AUTHOR_OF: Readonly<Record<Company['known_by'], Author>> = {
  brand_list: 'named party',
  verified_answer: 'named party',
  corroborated_answer: 'register',
  page: 'holder',
}

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
  const confirmed = new Set(
    companies.filter(({ confirmations }) => confirmations.length > 0).map(({ name }) => name),
  )
  return companies.flatMap((company): Signal[] => {
    const [word] = company.confirmations
    if (word !== undefined) {
      const signal = nameSignal('claimed_company_word', {
        collector: 'claimed_company',
        name: company.name,
        observed: word.observed,
        author: AUTHOR_OF[company.known_by],
        factor: company.known_by === 'page' ? 0.3 : 1,
      })
      return signal === null ? [] : [signal]
    }
    // Claims to be a well-known brand are left out here, because claimed-brand.ts judges them.
    if (confirmed.has(company.name) || brandOf(company.name) !== null) return []
    const kind = imitates(target, company.domain, ageDays) ? 'look_alike' : 'unconfirmed_claim'
    const observed =
      company.outcome === 'asked'
        ? `${company.domain} does not mention ${target.domain}`
        : `nothing is known from ${company.domain} about ${target.domain}`
    return [contextSignal(kind, 'claimed_company', observed, company.name)]
  })
}

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
