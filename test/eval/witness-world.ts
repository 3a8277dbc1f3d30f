import type {
  CollectedEvidence,
  CollectorName,
  EvidenceSet,
} from '../../shared/attribution/evidence.ts'
import { labelLikeness, readDomainLabel } from '../../shared/attribution/names/domain-label.ts'
import { hasLegalForm } from '../../shared/attribution/names/entity-names.ts'
import { foldLegalForm } from '../../shared/attribution/names/legal-forms.ts'
import type { IndexEntry, RegisterAnswer } from '../../shared/attribution/witness-evidence.ts'
import type { IndexSource } from '../../shared/platform/index-source-ids.ts'
import type { LabelledCase } from './cases.ts'
import { targetOf } from './collect.ts'
import type { Item } from './items.ts'
import type { Chance } from './random.ts'
import {
  COUNTRY_OF_FORM,
  COUNTRY_REGISTERS,
  type CountryRegister,
  LARGE_CLASSES,
  SHARES,
} from './witness-shares.ts'

export const WITNESSES = [
  'tls certificate',
  'mark certificate',
  'register with this website',
  'register by number',
  'list of a register',
  'government list',
  'academic or research list',
  'seller index',
  'word of the main domain',
  'legal entity identifier',
] as const
export type Witness = (typeof WITNESSES)[number]

export interface World {
  evidence: EvidenceSet
  /** Witnesses that this world gave to the domain. */
  given: readonly Witness[]
}

interface Firm {
  domain: string
  name: string
  isLarge: boolean
  isCompany: boolean
  country: string | null
  pages: { url: string; isLegal: boolean }[]
  evidence: EvidenceSet
}

const SECOND_DOMAIN_LIKENESS_MAX = 0.5
const NUMBER = '100000008'
const AS_OF = '2026-11-16'
const CLOUDFLARE = /cloudflare/iu
const GOOGLE = 'google.com'
const ACADEMIC = /\.(?:edu|ac)(?:\.[a-z]{2})?$/u

/** Gives the domain witnesses by chance. The same `chance` always gives the same ones. */
export function addWitnesses({ labelled, evidence }: Item, chance: Chance): World {
  const firm = firmOf(labelled, evidence)
  if (firm === null) return { evidence, given: [] }
  const given: Witness[] = []
  const entries: CollectedEvidence[] = []
  const add = (witness: Witness, ...added: CollectedEvidence[]): void => {
    given.push(witness)
    entries.push(...added)
  }
  addCertificates(firm, chance, add)
  const listed = listEntries(firm, chance, given)
  if (listed.length > 0) entries.push(entry('domain_index', { entries: listed }, evidence))
  const answer = registerAnswer(firm, chance, given)
  if (answer !== null)
    entries.push(entry('company_register', { answers: [answer], unasked: 0 }, evidence))
  addOthers(firm, chance, add)
  return {
    evidence: { ...evidence, ...Object.fromEntries(entries.map((e) => [e.collector, e])) },
    given,
  }
}

type Add = (witness: Witness, ...added: CollectedEvidence[]) => void

function firmOf({ domain, class: kind, truth }: LabelledCase, evidence: EvidenceSet): Firm | null {
  if (truth.operator === null) return null
  const pages = evidence.http_probe?.data?.pages ?? []
  return {
    domain: targetOf(domain).registrableDomain,
    name: truth.operator,
    isLarge: LARGE_CLASSES.has(kind),
    isCompany: hasLegalForm(truth.operator) || LARGE_CLASSES.has(kind),
    country: countryOf(domain, truth.operator, evidence),
    pages: pages.map(({ url, role }) => ({ url, isLegal: role !== 'home' && role !== 'feed' })),
    evidence,
  }
}

/** ISO 3166-1 alpha-2, in capitals. */
function countryOf(domain: string, operator: string, evidence: EvidenceSet): string | null {
  const form = foldLegalForm(operator).split(' ').at(-1) ?? ''
  const suffix = (domain.split('.').at(-1) ?? '').toUpperCase()
  const ofSuffix = suffix === 'UK' ? 'GB' : suffix
  return (
    COUNTRY_OF_FORM[form] ??
    (ofSuffix in COUNTRY_REGISTERS ? ofSuffix : null) ??
    evidence.whois?.data?.record.registrant.country?.toUpperCase() ??
    null
  )
}

const entry = <Name extends CollectorName>(
  collector: Name,
  data: NonNullable<NonNullable<EvidenceSet[Name]>['data']>,
  { whois, http_probe: probe }: EvidenceSet,
) =>
  ({
    collector,
    status: 'ok',
    detail: null,
    source: 'synthetic world',
    collected_at: (probe ?? whois)?.collected_at ?? '2026-11-21T12:00:00.000Z',
    duration_ms: 0,
    data,
  }) as CollectedEvidence

function addCertificates(firm: Firm, chance: Chance, add: Add): void {
  const share = firm.isLarge ? SHARES.certificate_large : SHARES.certificate_small
  const isCertified = chance.happens(share) && firm.isCompany && !isBehindCloudflare(firm)
  const isMarked = chance.happens(SHARES.mark_certificate) && firm.isLarge
  if (!isCertified && !isMarked) return
  const facts = {
    fingerprint: '00'.repeat(32),
    issuer: 'Sample Issuing Authority',
    organization: firm.name,
    country: firm.country,
    serial_number: null,
    jurisdiction: null,
    organization_identifier: null,
    names: [firm.domain, `www.${firm.domain}`],
    not_before: '2026-09-01T00:00:00.000Z',
    not_after: '2027-03-01T00:00:00.000Z',
  }
  const site = { host: firm.domain, outcome: 'proven' as const, tls_version: '1.3' as const }
  const own = { ...facts, validation: 'ov' as const }
  const plain = { ...facts, validation: 'dv' as const, organization: null }
  const mark = {
    url: `https://${firm.domain}/mark.pem`,
    outcome: 'proven' as const,
    certificate: { ...facts, validation: 'mark' as const },
    mark_type: 'Registered Mark',
  }
  add(
    isCertified ? 'tls certificate' : 'mark certificate',
    entry(
      'live_certificate',
      { site: { ...site, certificate: isCertified ? own : plain }, mark: isMarked ? mark : null },
      firm.evidence,
    ),
  )
}

/** The runtime cannot connect to addresses of Cloudflare. */
const isBehindCloudflare = ({ evidence }: Firm): boolean =>
  (evidence.asn?.data?.addresses ?? []).some(({ as_name: name }) => CLOUDFLARE.test(name ?? ''))

function listEntries(firm: Firm, chance: Chance, given: Witness[]): IndexEntry[] {
  const { domain, country, evidence } = firm
  const entries: IndexEntry[] = []
  const list = (share: number, applies: boolean, witness: Witness, source: IndexSource): void => {
    if (!chance.happens(share) || !applies) return
    given.push(witness)
    entries.push({ source, name: firm.name, country, number: null, seller_id: null, as_of: AS_OF })
  }
  const register = COUNTRY_REGISTERS[country ?? '']
  const isInstitution = firm.isLarge && !hasLegalForm(firm.name)
  list(SHARES.government_list, domain.endsWith('.gov'), 'government list', 'dotgov')
  list(SHARES.academic_list, ACADEMIC.test(domain), 'academic or research list', 'swot')
  const isResearch = isInstitution && /universit|institut|eth |school/iu.test(firm.name)
  list(SHARES.research_list, isResearch, 'academic or research list', 'ror')
  const bulk = register?.list ?? null
  list(
    register?.website ?? 0,
    bulk !== null && firm.isCompany,
    'list of a register',
    bulk ?? 'brreg',
  )
  const seller = (evidence.http_probe?.data?.ads_txt?.direct ?? []).find(
    ({ system }) => system === GOOGLE,
  )
  if (chance.happens(SHARES.public_seller) && seller !== undefined) {
    given.push('seller index')
    entries.push({
      source: 'google_sellers',
      name: firm.name,
      country,
      number: null,
      seller_id: seller.seller_id,
      as_of: AS_OF,
    })
  }
  return entries
}

function registerAnswer(firm: Firm, chance: Chance, given: Witness[]): RegisterAnswer | null {
  const register = COUNTRY_REGISTERS[firm.country ?? '']
  const states = statesNumber(firm, chance, register)
  const hasWebsite = chance.happens(register?.website ?? 0)
  const asked = register?.byNumber ?? null
  const page = firm.pages.find(({ isLegal }) => isLegal) ?? firm.pages[0]
  if (register === undefined || asked === null || page === undefined || !states) return null
  given.push(hasWebsite ? 'register with this website' : 'register by number')
  return {
    register: asked,
    country: firm.country ?? '',
    number: NUMBER,
    stated_on: page.url,
    outcome: 'found',
    name: firm.name,
    other_names: [],
    websites: hasWebsite ? [firm.domain] : [],
    is_active: true,
    asked_at: '2026-11-21T12:00:00.000Z',
  }
}

function statesNumber(firm: Firm, chance: Chance, register: CountryRegister | undefined): boolean {
  const share = register?.requiresNumber ? SHARES.number_required : SHARES.number_elsewhere
  const isDrawn = chance.happens(share)
  const isWritten = (firm.evidence.http_probe?.data?.pages ?? []).some(({ identifiers }) =>
    identifiers.some(({ kind }) => kind === 'vat' || kind === 'company_number'),
  )
  return firm.isCompany && (isDrawn || isWritten)
}

function addOthers(firm: Firm, chance: Chance, add: Add): void {
  const likeness = labelLikeness(firm.name, readDomainLabel(firm.domain))
  if (chance.happens(SHARES.second_domain_word) && likeness < SECOND_DOMAIN_LIKENESS_MAX)
    add(
      'word of the main domain',
      entry(
        'claimed_company',
        {
          companies: [
            {
              name: firm.name,
              domain: 'main-domain.example',
              known_by: 'verified_answer',
              registered_at: '1999-01-01T00:00:00.000Z',
              outcome: 'asked',
              confirmations: [
                { kind: 'link', observed: `main-domain.example links ${firm.domain}` },
              ],
            },
          ],
        },
        firm.evidence,
      ),
    )
  const share = firm.isLarge ? SHARES.lei_large : SHARES.lei_small
  if (!chance.happens(share) || !firm.isCompany) return
  const match = {
    queried: firm.name,
    lei: 'SAMPLE00000000000000',
    legal_name: firm.name,
    other_names: [],
    country: firm.country,
    city: null,
    status: 'ACTIVE',
    parent: null,
  }
  add('legal entity identifier', entry('legal_entity', { matches: [match] }, firm.evidence))
}
