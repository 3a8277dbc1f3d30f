import { registrableOf } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import {
  FREE_MAIL_DOMAINS,
  MAIL_PROVIDERS,
  REDIRECT_PLATFORMS,
  SHARED_PLATFORM_DOMAINS,
} from '../../data/provider-hosts.ts'
import type { ClaimedCompanyEvidence, EvidenceSet } from '../../evidence.ts'
import type { KnownCompany } from '../../known-company.ts'
import { labelLikeness, readDomainLabel } from '../../names/domain-label.ts'
import { hasLegalForm, isSameCompany, normalizedSpellings } from '../../names/entity-names.ts'
import { unmixed } from '../../names/similar-letters.ts'
import { isHeldLong, type RegistrationRecord } from '../../registration-record.ts'
import { brandOf } from '../../signals/claimed-brand.ts'
import { within } from '../probe/probe-clock.ts'
import { lookUpRegistration } from '../registration/look-up-registration.ts'
import { storedWord } from './company-word.ts'

export type Company = ClaimedCompanyEvidence['companies'][number]

const POINTED_MAX = 2
const REGISTERED_MAX = 2
// A domain counts as the company's own if its label is at least this similar to the company's name,
// on a scale from 0 to 1.
const OWN_LIKENESS_MIN = 0.75
const REGISTRATION_TIMEOUT_MS = 1_500

const isOfMany = (domain: string): boolean =>
  FREE_MAIL_DOMAINS.has(domain) ||
  MAIL_PROVIDERS.has(domain) ||
  REDIRECT_PLATFORMS.has(domain) ||
  SHARED_PLATFORM_DOMAINS.has(domain)

export const isOwnDomain = (domain: string, names: readonly string[]): boolean =>
  !isOfMany(domain) && nameFor(domain, names) !== null

const nameFor = (domain: string, names: readonly string[]): string | null =>
  names.find((name) => labelLikeness(unmixed(name), readDomainLabel(domain)) >= OWN_LIKENESS_MIN) ??
  null

export function brandCompanies({ registrableDomain }: Target, names: readonly string[]): Company[] {
  return names.flatMap((name): Company[] => {
    const brand = brandOf(name)
    const domain = brand?.domains[0]
    if (brand === null || domain === undefined || brand.domains.includes(registrableDomain))
      return []
    return [
      {
        name,
        domain,
        known_by: 'brand_list',
        registered_at: null,
        outcome: 'unknown',
        confirmations: [],
      },
    ]
  })
}

export function storedCompany(
  target: Target,
  company: KnownCompany,
  names: readonly string[],
  earlier: EvidenceSet,
): Company[] {
  if (
    company.domain === target.domain ||
    registrableOf(company.domain) === target.registrableDomain
  )
    return []
  const claimed = names.find((each) =>
    normalizedSpellings(unmixed(each)).includes(company.normalized_name),
  )
  const name = nameOf(claimed ?? company.name, company.name)
  const known_by = company.basis === 'verified' ? 'verified_answer' : 'corroborated_answer'
  const confirmations = storedWord(target, company, earlier)
  const { domain, registered_at } = company
  return [{ name, domain, known_by, registered_at, outcome: 'stored', confirmations }]
}

// A company of the same name with another legal form is another company. So the confirmed name is
// the one that is known, unless the site states the same form.
const nameOf = (claimed: string, known: string): string =>
  isSameCompany(unmixed(claimed), known) && (hasLegalForm(claimed) || !hasLegalForm(known))
    ? claimed
    : known

/**
 * Websites in the register entries whose numbers the site states, if the entry and the site give
 * the same company. A site that copies the number thereby names the true domain of its victim.
 */
export async function registerCompanies(
  target: Target,
  names: readonly string[],
  tools: CollectorTools,
): Promise<Company[]> {
  const answers = tools.earlier.company_register?.data?.answers ?? []
  const named = answers.flatMap(({ outcome, name, is_active, websites }) => {
    const claimed = names.find((each) => isSameCompany(unmixed(each), name ?? ''))
    return outcome === 'found' && is_active !== false && claimed !== undefined
      ? websites.map((domain) => [domain, nameOf(claimed, name ?? claimed)] as const)
      : []
  })
  const own = [...new Map(named)].filter(
    ([domain]) => domain !== target.registrableDomain && !isOfMany(domain),
  )
  const found = own
    .slice(0, REGISTERED_MAX)
    .map(([domain, name]) => companyWithAge(domain, name, 'register', tools))
  return (await Promise.all(found)).filter((company) => company !== null)
}

export async function pointedCompanies(
  domains: readonly string[],
  names: readonly string[],
  tools: CollectorTools,
): Promise<Company[]> {
  const found = domains.slice(0, POINTED_MAX).map((domain) => {
    const name = nameFor(domain, names)
    return name === null ? null : companyWithAge(domain, name, 'page', tools)
  })
  return (await Promise.all(found)).filter((company) => company !== null)
}

async function companyWithAge(
  domain: string,
  name: string,
  source: 'register' | 'page',
  tools: CollectorTools,
): Promise<Company | null> {
  const known = (tools.earlier.http_probe?.data?.related_registrations ?? []).find(
    (each) => each.domain === domain,
  )
  const record = known?.record ?? (await recordOf(domain, tools))
  if (record?.outcome !== 'registered') return null
  const registered_at = record.created_at
  const known_by = isHeldLong(registered_at, tools.now().getTime()) ? source : 'page'
  return { name, domain, known_by, registered_at, outcome: 'unknown', confirmations: [] }
}

async function recordOf(
  domain: string,
  tools: CollectorTools,
): Promise<RegistrationRecord | undefined> {
  const asking = lookUpRegistration(domain, { ...tools, turnMsMax: REGISTRATION_TIMEOUT_MS })
  return (await within(asking, REGISTRATION_TIMEOUT_MS))?.evidence.record
}
