import { lines } from '../../platform/multiline.ts'
import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import {
  FREE_MAIL_DOMAINS,
  MAIL_PROVIDERS,
  NAME_SERVER_PROVIDERS,
  SHARED_PLATFORM_DOMAINS,
} from '../data/provider-hosts.ts'
import registrars from '../data/registrars.json' with { type: 'json' }
import { isVerifyingRegistry } from '../data/restricted-suffixes.ts'
import type { EvidenceSet, RegistrationRecord } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import {
  compactName,
  guessEntityType,
  isSameCompany,
  nameTokens,
  normalizeEntityName,
  sameEntity,
} from '../names/entity-names.ts'
import { ownWordsOf } from '../names/proxy-name.ts'
import { canBeFirm, isPrivacyName } from '../names/registrant-text.ts'
import { splitName } from '../names/stated-names.ts'
import { contextSignal, hintSignal, linkSignal, nameSignal } from './build-signal.ts'
import type { LinkingIdentifier, Signal } from './signal.ts'

/** Likeness from which on a domain is the company's own. */
const OWN_LIKENESS_MIN = 0.75
/** From this likeness to the domain on, a text is a name. */
const KNOWN_LIKENESS_MIN = 0.5
/** Weight of a registrant text that may not be a name. */
const UNKNOWN_TEXT_FACTOR = 0.65
/** Registries print names of persons in capitals. */
const CAPITALS_ONLY = /^\p{Lu}[\p{Lu}\p{M}'’.-]*(?: \p{Lu}[\p{Lu}\p{M}'’.-]*){1,3}$/u
const ENDED_STATUS = /(?:client ?hold|server ?hold|pending ?delete|redemption ?period|inactive)/iu
/** Enters its own name for domains that customers ordered from a sister company. */
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
  if (
    target.domain !== target.registrableDomain &&
    SHARED_PLATFORM_DOMAINS.has(target.registrableDomain)
  )
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
  const registrar = record.registrar.name
  const checked = registrar !== null && verifiesClients(registrar)
  const author = checked || isVerifyingRegistry(record.domain) ? 'registry' : 'holder'
  const isCertain =
    author === 'registry' ||
    registrant.kind === 'registrant_name' ||
    looksLikeName(registrant.name, record.domain, evidence)
  const signals: (Signal | null)[] = splitName(registrant.name).map((name, index) =>
    nameSignal(registrant.kind, {
      collector: 'whois',
      name,
      observed: `Registrant: ${registrant.name}`,
      factor: (isCertain ? 1 : UNKNOWN_TEXT_FACTOR) * (index === 0 ? 1 : 0.6),
      author: index === 0 ? author : 'holder',
      ...(registrant.kind === 'registrant_organization' ? { type: 'organization' as const } : {}),
    }),
  )
  if (isRegistrarDefault(record, registrant.name))
    // Its email domain would link the domains of all customers of the registrar.
    signals.push(contextSignal('registrar_default', 'whois', registrant.name, registrant.name))
  else {
    if (checked)
      signals.push({
        ...contextSignal('corporate_registrar', 'whois', registrar, registrant.name),
        stance: 'supports',
      })
    signals.push(...mailboxSignals(target, record, registrant.name))
  }
  return signals.filter((signal) => signal !== null)
}

function beginsWithAny(name: string, beginnings: readonly string[]): boolean {
  const folded = `${nameTokens(name).join(' ')} `
  return beginnings.some((beginning) => folded.startsWith(`${beginning} `))
}

/**
 * A registrar for large companies sometimes enters itself as the registrant, because some
 * registries require a local one.
 */
function isCorporate(registrar: string): boolean {
  return (
    infrastructureRole(compactName(registrar)) === 'corporate_registrar' ||
    beginsWithAny(registrar, registrars.corporate)
  )
}

/**
 * A registrar that sells to anybody in a web shop, or publishes no check of its clients, does not
 * count.
 */
const verifiesClients = (registrar: string): boolean =>
  isCorporate(registrar) && !beginsWithAny(registrar, registrars.retail)

/** A registrar entered itself for a customer; but a domain with its name is its own. */
function isRegistrarDefault(
  { domain, registrar }: RegistrationRecord,
  registrant: string,
): boolean {
  const isRegistrar =
    isCorporate(registrant) ||
    beginsWithAny(registrant, [SISTER_REGISTRAR]) ||
    (registrar.name !== null &&
      !isCorporate(registrar.name) &&
      sameEntity(registrant, registrar.name))
  return isRegistrar && labelLikeness(registrant, readDomainLabel(domain)) < OWN_LIKENESS_MIN
}

interface Registrant {
  name: string
  kind: 'registrant_organization' | 'registrant_name'
}

function isStatedElsewhere(name: string, { http_probe: site, certificates }: EvidenceSet): boolean {
  const pages = site?.data?.pages ?? []
  const stated = [
    ...pages.flatMap(({ legal_statements, organizations, mentions }) => [
      ...[...legal_statements, ...mentions].map((each) => each.name),
      ...organizations.flatMap((each) => [each.legal_name ?? '', each.name ?? '']),
    ]),
    ...(certificates?.data?.certificates ?? []).map(
      (certificate) => certificate.subject_organization ?? '',
    ),
  ]
  const folded = name.toLowerCase()
  return (
    pages.some(({ text }) => text.toLowerCase().includes(folded)) ||
    stated.some((each) => isSameCompany(each, name))
  )
}

/**
 * A text without legal form may say in an unknown language that nobody is named. It needs the form
 * of a name, or the domain or the site repeats it.
 */
const looksLikeName = (name: string, domain: string, evidence: EvidenceSet): boolean =>
  guessEntityType(name) !== 'unknown' ||
  CAPITALS_ONLY.test(name) ||
  labelLikeness(name, readDomainLabel(domain)) >= KNOWN_LIKENESS_MIN ||
  isStatedElsewhere(name, evidence)

/** Vocabulary of privacy services is no likeness: anybody can register "privacy" in a domain. */
function isOwnDomain(name: string, domain: string): boolean {
  const label = readDomainLabel(domain)
  const hasOwnWord = ownWordsOf(name).some((word) => label.compact.includes(word))
  return (
    label.compact === compactName(name) ||
    (hasOwnWord && labelLikeness(name, label) >= OWN_LIKENESS_MIN)
  )
}

/** "Kork Privacy Ltd" is the registrant only if the domain or other evidence repeats it. */
function namedRegistrant(
  record: RegistrationRecord,
  evidence: EvidenceSet = {},
): Registrant | null {
  const { organization, name } = record.registrant
  const doubted = record.privacy_service ?? organization
  if (doubted !== null && canBeFirm(doubted)) {
    const isAgreed = isOwnDomain(doubted, record.domain) || isStatedElsewhere(doubted, evidence)
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

/** Null for nobody, a privacy service or only a registrar. */
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
