import { registrableOf } from '../../platform/net/url.ts'
import type { Collector, CollectorTools, Target } from '../collector.ts'
import { FREE_MAIL_DOMAINS, MAIL_PROVIDERS, REDIRECT_PLATFORMS } from '../data/provider-hosts.ts'
import type { ClaimedCompanyEvidence, EvidenceSet, RegistrationRecord } from '../evidence.ts'
import type { KnownCompany } from '../known-company.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { normalizedSpellings } from '../names/entity-names.ts'
import { unmixed } from '../names/similar-letters.ts'
import { brandOf } from '../signals/claimed-brand.ts'
import { readSignals } from '../signals/read-signals.ts'
import { claimedNames, pointedDomains } from './company/claimed-names.ts'
import { askCompany, observedWord, storedWord } from './company/company-word.ts'
import { within } from './probe/probe-clock.ts'
import { lookUpRegistration } from './registration/look-up-registration.ts'

type Company = ClaimedCompanyEvidence['companies'][number]

const COMPANIES_MAX = 4
const POINTED_MAX = 2
// A domain counts as the company's own if its label is at least this similar to the company's name,
// on a scale from 0 to 1.
const OWN_LIKENESS_MIN = 0.75
const REGISTRATION_TIMEOUT_MS = 1_500

/**
 * Finds the older domains of companies that a site claims to be. Anybody can copy the pages of a
 * company, but only the company writes on its own domain. A quick analysis reads only stored
 * answers. A deep analysis also sends requests to each of these domains.
 */
export const claimedCompany: Collector<'claimed_company'> = {
  name: 'claimed_company',
  budgetMs: 8_000,
  runs: 'quick and deep',
  stage: 'reading',
  async collect(target, tools) {
    const signals = readSignals(target, tools.earlier, tools.now())
    const names = claimedNames(signals)
    if (names.length === 0) return { status: 'skipped', detail: 'The evidence names no company.' }
    const pointed = pointedDomains(target, tools.earlier, signals).filter((domain) =>
      isOwnDomain(domain, names),
    )
    const known = await tools.knownCompanies?.(inEachSpelling(names), pointed)
    const companies = [
      ...brandCompanies(target, names),
      ...(known ?? []).flatMap((company) => storedCompany(target, company, names)),
    ]
    for (const domain of pointed.slice(0, POINTED_MAX))
      if (!companies.some((company) => company.domain === domain)) {
        const company = await pointedCompany(domain, names, tools)
        if (company !== null) companies.push(company)
      }
    const older = companies
      .filter((company) => isOlder(company, tools.earlier))
      .slice(0, COMPANIES_MAX)
    if (older.length === 0)
      return {
        status: 'empty',
        detail: 'No named company has a known, older domain.',
        source: 'known companies',
      }
    const asked =
      tools.depth === 'quick'
        ? older
        : await Promise.all(older.map((each) => asking(target, each, tools)))
    const heard = asked.map((company) => ({
      ...company,
      confirmations: [
        ...company.confirmations,
        ...observedWord(target, company.domain, tools.earlier),
      ],
    }))
    return {
      status: 'ok',
      evidence: { companies: heard },
      source: heard.map(({ domain }) => domain).join(', '),
    }
  },
}

// Only a limited number of spellings is looked up, so the first spelling of every name comes before
// all further spellings.
function inEachSpelling(names: readonly string[]): string[] {
  const spellings = names.map((name) => normalizedSpellings(unmixed(name)))
  return [...spellings.map(([first = '']) => first), ...spellings.flatMap((each) => each.slice(1))]
}

const isOwnDomain = (domain: string, names: readonly string[]): boolean =>
  !FREE_MAIL_DOMAINS.has(domain) &&
  !MAIL_PROVIDERS.has(domain) &&
  !REDIRECT_PLATFORMS.has(domain) &&
  nameFor(domain, names) !== null

const nameFor = (domain: string, names: readonly string[]): string | null =>
  names.find((name) => labelLikeness(unmixed(name), readDomainLabel(domain)) >= OWN_LIKENESS_MIN) ??
  null

function brandCompanies({ registrableDomain }: Target, names: readonly string[]): Company[] {
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

function storedCompany(target: Target, company: KnownCompany, names: readonly string[]): Company[] {
  if (
    company.domain === target.domain ||
    registrableOf(company.domain) === target.registrableDomain
  )
    return []
  const name =
    names.find((each) => normalizedSpellings(unmixed(each)).includes(company.normalized_name)) ??
    company.name
  const known_by = company.basis === 'verified' ? 'verified_answer' : 'corroborated_answer'
  const confirmations = storedWord(target, company)
  const { domain, registered_at } = company
  return [{ name, domain, known_by, registered_at, outcome: 'stored', confirmations }]
}

async function pointedCompany(
  domain: string,
  names: readonly string[],
  tools: CollectorTools,
): Promise<Company | null> {
  const known = (tools.earlier.http_probe?.data?.related_registrations ?? []).find(
    (each) => each.domain === domain,
  )
  const record = known?.record ?? (await recordOf(domain, tools))
  const name = nameFor(domain, names)
  if (record?.outcome !== 'registered' || name === null) return null
  const registered_at = record.created_at
  return { name, domain, known_by: 'page', registered_at, outcome: 'unknown', confirmations: [] }
}

async function recordOf(
  domain: string,
  tools: CollectorTools,
): Promise<RegistrationRecord | undefined> {
  const asking = lookUpRegistration(domain, { ...tools, turnMsMax: REGISTRATION_TIMEOUT_MS })
  return (await within(asking, REGISTRATION_TIMEOUT_MS))?.evidence.record
}

// An attacker can register a new domain that confirms or denies the site. Only a domain that is
// older than the site's domain is trusted.
function isOlder({ known_by, registered_at }: Company, { whois }: EvidenceSet): boolean {
  if (known_by === 'brand_list') return true
  const theirs = Date.parse(registered_at ?? '')
  const ours = Date.parse(whois?.data?.record.created_at ?? '')
  if (!Number.isFinite(theirs)) return false
  return !Number.isFinite(ours) || theirs < ours
}

async function asking(target: Target, company: Company, tools: CollectorTools): Promise<Company> {
  const word = await askCompany(target, company.domain, tools)
  if (word === null) return company
  return { ...company, outcome: 'asked', confirmations: [...company.confirmations, ...word] }
}
