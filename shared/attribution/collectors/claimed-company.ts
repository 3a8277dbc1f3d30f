import type { Collector, CollectorTools, Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { normalizedSpellings } from '../names/entity-names.ts'
import { unmixed } from '../names/similar-letters.ts'
import { readSignals } from '../signals/read-signals.ts'
import { networkOf } from './asn.ts'
import { claimedNames, pointedDomains } from './company/claimed-names.ts'
import {
  brandCompanies,
  type Company,
  isOwnDomain,
  pointedCompanies,
  registerCompanies,
  storedCompany,
} from './company/company-domains.ts'
import { askCompany, type CompanyWord } from './company/company-word.ts'
import { certificateWord, companyCertificateWord, nameServerWord } from './company/observed-word.ts'
import { createTenantQuestion } from './company/tenant.ts'
import { type ProbeClock, within } from './probe/probe-clock.ts'

const COMPANIES_MAX = 4
// Ends before the limit of the collector, so that the answers of other companies are kept.
const ASKING_MS = 8_500
/** Requests end at the limit, and what they found must still be read. */
const LAST_MS = 500
const PAGE_MS_MAX = 5_000
const REQUEST_MS_MIN = 150

/**
 * Finds the older domains of companies that a site claims to be. Anybody can copy the pages of a
 * company, but only the company writes on its own domain. A quick analysis reads only stored
 * answers. A deep analysis also sends requests to each of these domains, unless it is passive: the
 * domains may belong to the holder of the analyzed one.
 */
export const claimedCompany: Collector<'claimed_company'> = {
  name: 'claimed_company',
  budgetMs: 12_000,
  runs: 'quick and deep',
  stage: 'confirming',
  async collect(target, tools) {
    const clock = companyClock(tools)
    const signals = readSignals(target, tools.earlier, tools.now())
    const names = claimedNames(signals)
    if (names.length === 0) return { status: 'skipped', detail: 'The evidence names no company.' }
    const pointed = pointedDomains(target, tools.earlier, signals).filter((domain) =>
      isOwnDomain(domain, names),
    )
    const companies = await companiesOf(target, names, pointed, tools)
    const older = companies
      .filter((company) => isOlder(company, tools.earlier))
      .slice(0, COMPANIES_MAX)
    if (older.length === 0)
      return {
        status: 'empty',
        detail: 'No named company has a known, older domain.',
        source: 'known companies',
      }
    const heard = await hear(target, older, tools, clock)
    return {
      status: 'ok',
      evidence: { companies: heard },
      source: heard.map(({ domain }) => domain).join(', '),
    }
  },
}

async function companiesOf(
  target: Target,
  names: readonly string[],
  pointed: readonly string[],
  tools: CollectorTools,
): Promise<Company[]> {
  const [known = [], registered] = await Promise.all([
    tools.knownCompanies?.(inEachSpelling(names), [...pointed]),
    registerCompanies(target, names, tools),
  ])
  const stored = known.flatMap((company) => storedCompany(target, company, names, tools.earlier))
  const found = [...brandCompanies(target, names), ...withRegister(stored, registered)]
  const unknown = pointed.filter((domain) => !found.some((company) => company.domain === domain))
  return [...found, ...(await pointedCompanies(unknown, names, tools))]
}

// A register speaks for a domain of its own accord. So it replaces an earlier answer that is only
// corroborated, but keeps the confirmations of that answer.
function withRegister(stored: readonly Company[], registered: readonly Company[]): Company[] {
  const merged = stored.map((company): Company => {
    const entry = registered.find(({ domain }) => domain === company.domain)
    return entry?.known_by === 'register' && company.known_by === 'corroborated_answer'
      ? { ...company, known_by: 'register', registered_at: entry.registered_at }
      : company
  })
  const fresh = registered.filter(({ domain }) => !stored.some((each) => each.domain === domain))
  return [...merged, ...fresh]
}

// Only a limited number of spellings is looked up, so the first spelling of every name comes before
// all further spellings.
function inEachSpelling(names: readonly string[]): string[] {
  const spellings = names.map((name) => normalizedSpellings(unmixed(name)))
  return [...spellings.map(([first = '']) => first), ...spellings.flatMap((each) => each.slice(1))]
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

async function hear(
  target: Target,
  companies: readonly Company[],
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<Company[]> {
  const isDeep = tools.depth === 'deep' && tools.passive !== true
  const tenant = createTenantQuestion(target, tools)
  const heard = await Promise.all(
    companies.map(async (company) => {
      const { domain } = company
      const [word, servers] = await Promise.all([
        isDeep ? within(askCompany(target, company, tools, clock), clock.homeMs() + LAST_MS) : null,
        nameServerWord(target, company, tools, networkOf),
      ])
      const observed = [...servers, ...certificateWord(target, domain, tools.earlier)]
      const answered = withWord(company, word, observed)
      return isDeep && needsTenant(answered)
        ? withWord(answered, null, (await within(tenant(domain), clock.pageMs())) ?? [])
        : answered
    }),
  )
  return isDeep ? withCertificate(target, heard, tools, clock) : heard
}

// Each question tells Microsoft a domain, so it is the last one. For a domain that only the site
// gives, an equal tenant shows one holder and no company.
const needsTenant = ({ known_by, confirmations }: Company): boolean =>
  known_by !== 'page' && confirmations.length === 0

const withWord = (
  company: Company,
  word: CompanyWord | null,
  observed: Company['confirmations'],
): Company => ({
  ...company,
  outcome: word === null ? company.outcome : 'asked',
  confirmations: [
    ...company.confirmations.filter(({ kind }) => word?.read.includes(kind) !== true),
    ...(word?.found ?? []),
    ...observed,
  ],
})

/** At most one more handshake: for the first company, if nothing else confirms the target. */
async function withCertificate(
  target: Target,
  heard: readonly Company[],
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<Company[]> {
  const first = heard.find(({ known_by }) => known_by !== 'page')
  if (first === undefined || heard.some(({ confirmations }) => confirmations.length > 0))
    return [...heard]
  const word = await companyCertificateWord(target, first.domain, tools, clock.pageMs())
  return heard.map((company) => (company === first ? { ...company, confirmations: word } : company))
}

function companyClock({ now }: Pick<CollectorTools, 'now'>): ProbeClock {
  const end = now().getTime() + ASKING_MS
  const left = (): number => Math.max(1, end - now().getTime())
  return {
    homeMs: left,
    pageMs: () => Math.min(PAGE_MS_MAX, left()),
    patienceMs: PAGE_MS_MAX,
    hasTime: () => left() > REQUEST_MS_MIN,
  }
}
