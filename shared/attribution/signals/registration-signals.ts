import { lines } from '../../platform/multiline.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { FREE_MAIL_DOMAINS, MAIL_PROVIDERS, NAME_SERVER_PROVIDERS } from '../data/provider-hosts.ts'
import { registryCheckOf } from '../data/verifying-registries.ts'
import type { EvidenceSet } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import {
  compactName,
  guessEntityType,
  isSameCompany,
  normalizeEntityName,
  sameEntity,
} from '../names/entity-names.ts'
import { ownWordsOf } from '../names/proxy-name.ts'
import { canBeFirm, isPrivacyName } from '../names/registrant-text.ts'
import { splitName } from '../names/stated-names.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import type { RegistrationRecord } from '../registration-record.ts'
import { contextSignal, hintSignal, linkSignal, nameSignal } from './build-signal.ts'
import { certifiedOrganizations } from './certified-organizations.ts'
import { beginsWithAny, isCorporateName, verifiesClients } from './corporate-registrars.ts'
import type { LinkingIdentifier, Signal } from './signal.ts'
import type { Author } from './signal-authors.ts'

// If domain and name of a registrar or privacy service are at least this similar, the domain is its
// own and not a customer's.
const OWN_LIKENESS_MIN = 0.75
/** If domain and registrant text are at least this similar, the text is a name. */
const KNOWN_LIKENESS_MIN = 0.5
/** Factor for the weight of a registrant text that may not be a name. */
const UNKNOWN_TEXT_FACTOR = 0.65
/** Names of persons in capitals, as some registries print them. */
const CAPITALS_ONLY = /^\p{Lu}[\p{Lu}\p{M}'’.-]*(?: \p{Lu}[\p{Lu}\p{M}'’.-]*){1,3}$/u
const ENDED_STATUS = /(?:client ?hold|server ?hold|pending ?delete|redemption ?period|inactive)/iu
// A registrar that enters its own name for domains which customers ordered from its sister company.
const SISTER_REGISTRAR = '1 & 1 internet'
const SERVICE_WORDS = new RegExp(
  lines`
    (?:hosting|webhost|web ?design|webdesign|domains?\b|registr|internet ?services?|
    web ?services?|webagentur|werbeagentur|digital agency|web agency|it[- ]services?|
    media agency)
  `,
  'iu',
)

export function registrationSignals(target: Target, evidence: EvidenceSet): Signal[] {
  const record = evidence.whois?.data?.record
  if (record === undefined) return []
  if (isPlatformCustomer(target))
    return [contextSignal('platform_customer', 'whois', target.registrableDomain)]
  if (record.outcome === 'not_found')
    return [contextSignal('not_registered', 'whois', record.domain)]
  if (record.outcome !== 'registered') return []
  const signals = registrantSignals(target, record, evidence)
  const ended = record.statuses.filter((status) => ENDED_STATUS.test(status))
  if (ended.length > 0) signals.push(contextSignal('registration_ended', 'whois', ended.join(', ')))
  return signals
}

function registrantSignals(
  target: Target,
  record: RegistrationRecord,
  evidence: EvidenceSet,
): Signal[] {
  const registrant = namedRegistrant(record, evidence)
  if (registrant === null)
    return record.privacy === 'proxy' && record.privacy_service !== null
      ? [contextSignal('privacy_proxy', 'whois', record.privacy_service)]
      : [contextSignal('registrant_withheld', 'whois', record.registrar.name ?? 'no registrant')]
  const { author, check } = registrantAuthor(record)
  const observed = `Registrant: ${registrant.name}${check === null ? '' : `; ${check}`}`
  const isCertain =
    author !== 'holder' ||
    registrant.kind === 'registrant_name' ||
    looksLikeName(registrant.name, record.domain, evidence)
  const signals: (Signal | null)[] = splitName(registrant.name).map((name, index) =>
    nameSignal(registrant.kind, {
      collector: 'whois',
      name,
      observed,
      factor: (isCertain ? 1 : UNKNOWN_TEXT_FACTOR) * (index === 0 ? 1 : 0.6),
      author: index === 0 ? author : 'holder',
      ...(registrant.kind === 'registrant_organization' ? { type: 'organization' as const } : {}),
    }),
  )
  if (isRegistrarDefault(record, registrant.name))
    // The email domain gives no signal here. It is the registrar's, so it would link the domains of
    // all its customers.
    signals.push(contextSignal('registrar_default', 'whois', registrant.name, registrant.name))
  else {
    const registrar = record.registrar.name
    if (registrar !== null && verifiesClients(record.registrar))
      signals.push({
        ...contextSignal('corporate_registrar', 'whois', registrar, registrant.name),
        stance: 'supports',
      })
    signals.push(...mailboxSignals(target, record, registrant.name))
  }
  return signals.filter((signal) => signal !== null)
}

interface RegistrantAuthor {
  author: Author
  /** Clause that says which check was made, or null for a text that nobody checked. */
  check: string | null
}

/** The holder writes the registrant, unless a registrar or registry checks it. */
function registrantAuthor(record: RegistrationRecord): RegistrantAuthor {
  if (verifiesClients(record.registrar))
    return {
      author: 'registry',
      check: `${record.registrar.name ?? 'the registrar'} checks its clients`,
    }
  const registry = registryCheckOf(record)
  if (registry === null) return { author: 'holder', check: null }
  // A number is public, so a registry that only looks it up confirms a company, not its consent.
  return { author: registry.checks === 'identity' ? 'registry' : 'register', check: registry.what }
}

// True if a registrar entered itself as the registrant for a customer. False if the domain
// resembles the registrar's name, because then it is the registrar's own domain.
function isRegistrarDefault(
  { domain, registrar }: RegistrationRecord,
  registrant: string,
): boolean {
  const isRegistrar =
    isCorporateName(registrant) ||
    beginsWithAny(registrant, [SISTER_REGISTRAR]) ||
    (registrar.name !== null &&
      !isCorporateName(registrar.name) &&
      sameEntity(registrant, registrar.name))
  return isRegistrar && labelLikeness(registrant, readDomainLabel(domain)) < OWN_LIKENESS_MIN
}

interface Registrant {
  name: string
  kind: 'registrant_organization' | 'registrant_name'
}

function isStatedElsewhere(name: string, domain: string, evidence: EvidenceSet): boolean {
  const pages = evidence.http_probe?.data?.pages ?? []
  const stated = [
    ...pages.flatMap(({ legal_statements, organizations, mentions }) => [
      ...[...legal_statements, ...mentions].map((each) => each.name),
      ...organizations.flatMap((each) => [each.legal_name ?? '', each.name ?? '']),
    ]),
    ...certifiedOrganizations({ domain, registrableDomain: domain }, evidence),
  ]
  const folded = name.toLowerCase()
  return (
    pages.some(({ text }) => text.toLowerCase().includes(folded)) ||
    stated.some((each) => isSameCompany(each, name))
  )
}

// True if a registrant text is probably a name. A text without a legal form may also say, in an
// unknown language, that nobody is named. So it must be written like a name, or be repeated by the
// domain or the site.
const looksLikeName = (name: string, domain: string, evidence: EvidenceSet): boolean =>
  guessEntityType(name) !== 'unknown' ||
  CAPITALS_ONLY.test(name) ||
  labelLikeness(name, readDomainLabel(domain)) >= KNOWN_LIKENESS_MIN ||
  isStatedElsewhere(name, domain, evidence)

// True if the domain resembles the name of a possible privacy service. Words such as "privacy" do
// not count, because anybody can register them in a domain.
function isOwnDomain(name: string, domain: string): boolean {
  const label = readDomainLabel(domain)
  const hasOwnWord = ownWordsOf(name).some((word) => label.compact.includes(word))
  return (
    label.compact === compactName(name) ||
    (hasOwnWord && labelLikeness(name, label) >= OWN_LIKENESS_MIN)
  )
}

// Returns the registrant, or null if nobody is named. A name such as "Kork Privacy Ltd" counts only
// if the domain or other evidence repeats it; otherwise it is a privacy service.
function namedRegistrant(
  record: RegistrationRecord,
  evidence: EvidenceSet = {},
): Registrant | null {
  const { organization, name } = record.registrant
  const doubted = record.privacy_service ?? organization
  if (doubted !== null && canBeFirm(doubted)) {
    const { domain } = record
    const isAgreed = isOwnDomain(doubted, domain) || isStatedElsewhere(doubted, domain, evidence)
    return isAgreed ? { name: doubted, kind: 'registrant_organization' } : null
  }
  if (record.privacy === 'proxy') return null
  if (organization !== null && isPrivacyName(organization)) return null
  if (organization !== null && organization.trim() !== '')
    return {
      name: organization,
      kind:
        organization === name && !/[.,&\d]/u.test(organization)
          ? 'registrant_name'
          : 'registrant_organization',
    }
  if (name !== null && name.trim() !== '' && !isPrivacyName(name))
    return { name, kind: 'registrant_name' }
  return null
}

/**
 * Returns the registrant. Null if the record names nobody, a privacy service or only a registrar.
 */
export function disclosedRegistrant(record: RegistrationRecord): Registrant | null {
  const registrant = namedRegistrant(record)
  return registrant === null || isRegistrarDefault(record, registrant.name) ? null : registrant
}

export function disclosedOrganization(record: RegistrationRecord | undefined): string | null {
  if (record === undefined) return null
  return disclosedRegistrant(record)?.name === record.registrant.organization
    ? record.registrant.organization
    : null
}

function mailboxSignals(target: Target, record: RegistrationRecord, registrant: string): Signal[] {
  const domain =
    record.registrant.email_domain === null ? null : registrableOf(record.registrant.email_domain)
  const signals: Signal[] = []
  const foreign =
    domain !== null &&
    domain !== target.registrableDomain &&
    !FREE_MAIL_DOMAINS.has(domain) &&
    !MAIL_PROVIDERS.has(domain) &&
    !NAME_SERVER_PROVIDERS.has(domain)
  if (foreign) {
    signals.push(
      hintSignal('registrant_email_domain', 'whois', domain),
      linkSignal('whois', 'registrant_email_domain', domain),
    )
  }
  const serves = SERVICE_WORDS.test(registrant) || (foreign && SERVICE_WORDS.test(domain))
  if (serves && labelLikeness(registrant, readDomainLabel(target.registrableDomain)) < 0.5)
    signals.push(
      contextSignal('service_registrant', 'whois', `Registrant: ${registrant}`, registrant),
    )
  return signals
}

/** Links for the comparison with other domains. Empty for a hidden registrant or a provider. */
export function registrantLinks({ whois }: EvidenceSet): LinkingIdentifier[] {
  const organization = disclosedOrganization(whois?.data?.record)
  if (organization === null || infrastructureRole(compactName(organization)) !== null) return []
  const value = normalizeEntityName(organization).slice(0, 200)
  return value === '' ? [] : [{ kind: 'registrant_organization', value }]
}
