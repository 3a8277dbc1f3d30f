import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { PRIVACY_SERVICES } from '../data/privacy-services.ts'
import {
  FREE_MAIL_DOMAINS,
  MAIL_PROVIDERS,
  NAME_SERVER_PROVIDERS,
  SHARED_PLATFORM_DOMAINS,
} from '../data/provider-hosts.ts'
import { CORPORATE_REGISTRARS, HOLDING_REGISTRARS, RETAIL_CORPORATE_REGISTRARS } from '../data/registrars.ts'
import { isVerifyingRegistry } from '../data/verifying-registries.ts'
import type { CollectedEvidence, RegistrationRecord } from '../evidence.ts'
import { labelLikeness, readDomainLabel } from '../names/domain-label.ts'
import { compactName, nameTokens, sameEntity } from '../names/entity-names.ts'
import { splitName } from '../names/stated-names.ts'
import { contextSignal, hintSignal, linkSignal, nameSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'

const PRIVACY_NAME =
  /\b(?:redacted|privacy|whois|masked|withheld|not disclosed|undisclosed|gdpr|anonymi|domain (?:admin|manager|owner|holder|proxy)|registration private|private (?:registration|person|registrant)|hostmaster|dns admin|non-public|data protected|(?:identity|domain|data|registrant|id) protect|protection of private|statutory mask|on behalf of|customer \d{6,})|^(?:hidden|private|registrant|proxy|owner)$/iu
/** A domain counts as a company's own domain if the similarity of the domain and the company's name (0 to 1) is at least this value. */
const OWN_LIKENESS_MIN = 0.75
const ENDED_STATUS = /(?:client ?hold|server ?hold|pending ?delete|redemption ?period|inactive)/iu
const SERVICE_WORDS =
  /(?:hosting|webhost|web ?design|webdesign|domains?\b|registr|internet ?services?|web ?services?|webagentur|werbeagentur|digital agency|web agency|it[- ]services?|media agency)/iu

/**
 * Returns true when the text in a registrant field does not name the owner of the domain: "REDACTED", a privacy service, or a role such as
 * "domain admin".
 */
export function isPrivacyName(name: string): boolean {
  if (infrastructureRole(compactName(name)) === 'privacy') return true
  const folded = nameTokens(name).join(' ')
  if (PRIVACY_SERVICES.some((service) => service.names.some((known) => folded.startsWith(known)))) return true
  return PRIVACY_NAME.test(name.trim())
}

export function registrationSignals(target: Target, whois: CollectedEvidence<'whois'>): Signal[] {
  const record = whois.data?.record
  if (record === undefined) return []
  if (target.domain !== target.registrableDomain && SHARED_PLATFORM_DOMAINS.has(target.registrableDomain))
    return [contextSignal('platform_customer', 'whois', target.registrableDomain)]
  if (record.outcome === 'not_found') return [contextSignal('not_registered', 'whois', record.domain)]
  if (record.outcome !== 'registered') return []
  const signals = registrantSignals(target, record)
  const ended = record.statuses.filter((status) => ENDED_STATUS.test(status))
  if (ended.length > 0) signals.push(contextSignal('registration_ended', 'whois', ended.join(', ')))
  return signals
}

function registrantSignals(target: Target, record: RegistrationRecord): Signal[] {
  const registrant = namedRegistrant(record)
  if (registrant === null)
    return record.privacy === 'proxy' && record.privacy_service !== null
      ? [contextSignal('privacy_proxy', 'whois', record.privacy_service)]
      : [contextSignal('registrant_withheld', 'whois', record.registrar.name ?? 'no registrant')]
  const registrar = record.registrar.name
  const checked = registrar !== null && verifiesClients(registrar)
  const author = checked || isVerifyingRegistry(record.domain) ? 'registry' : 'holder'
  const signals: (Signal | null)[] = splitName(registrant.name).map((name, index) =>
    nameSignal(registrant.kind, {
      collector: 'whois',
      name,
      observed: `Registrant: ${registrant.name}`,
      factor: index === 0 ? 1 : 0.6,
      author: index === 0 ? author : 'holder',
      ...(registrant.kind === 'registrant_organization' ? { type: 'organization' as const } : {}),
    }),
  )
  if (isRegistrarDefault(record, registrant.name))
    // If a registrar is the registrant, the email domain of the registrant is ignored. Otherwise this email domain would link the domains
    // of all customers of the registrar.
    signals.push(contextSignal('registrar_default', 'whois', registrant.name, registrant.name))
  else {
    if (checked)
      signals.push({ ...contextSignal('corporate_registrar', 'whois', registrar, registrant.name), stance: 'supports' })
    signals.push(...mailboxSignals(target, record, registrant.name))
  }
  return signals.filter((signal) => signal !== null)
}

function beginsWithAny(name: string, beginnings: readonly string[]): boolean {
  const folded = `${nameTokens(name).join(' ')} `
  return beginnings.some((beginning) => folded.startsWith(`${beginning} `))
}

function isCorporate(registrar: string): boolean {
  return (
    infrastructureRole(compactName(registrar)) === 'corporate_registrar' ||
    beginsWithAny(registrar, CORPORATE_REGISTRARS)
  )
}

const verifiesClients = (registrar: string): boolean =>
  isCorporate(registrar) && !beginsWithAny(registrar, RETAIL_CORPORATE_REGISTRARS)

/**
 * Returns true when a registrar entered itself as the registrant of a customer's domain. Returns false for a domain that contains the
 * registrar's name, because it is the registrar's own domain.
 */
function isRegistrarDefault({ domain, registrar }: RegistrationRecord, registrant: string): boolean {
  const isRegistrar =
    isCorporate(registrant) ||
    beginsWithAny(registrant, HOLDING_REGISTRARS) ||
    (registrar.name !== null && !isCorporate(registrar.name) && sameEntity(registrant, registrar.name))
  return isRegistrar && labelLikeness(registrant, readDomainLabel(domain)) < OWN_LIKENESS_MIN
}

interface Registrant {
  name: string
  kind: 'registrant_organization' | 'registrant_name'
}

function namedRegistrant(record: RegistrationRecord): Registrant | null {
  const { organization, name } = record.registrant
  if (record.privacy === 'proxy') return null
  if (organization !== null && organization.trim() !== '' && !isPrivacyName(organization))
    return {
      name: organization,
      kind: organization === name && !/[.,&\d]/u.test(organization) ? 'registrant_name' : 'registrant_organization',
    }
  if (organization !== null && isPrivacyName(organization)) return null
  if (name !== null && name.trim() !== '' && !isPrivacyName(name)) return { name, kind: 'registrant_name' }
  return null
}

/**
 * Returns the registrant if it may be the real owner of the domain. Returns null when the registration record names nobody, a privacy
 * service or only a registrar.
 */
export function disclosedRegistrant(record: RegistrationRecord): Registrant | null {
  const registrant = namedRegistrant(record)
  return registrant === null || isRegistrarDefault(record, registrant.name) ? null : registrant
}

export function disclosedOrganization(record: RegistrationRecord | undefined): string | null {
  if (record === undefined) return null
  return disclosedRegistrant(record)?.name === record.registrant.organization ? record.registrant.organization : null
}

function mailboxSignals(target: Target, record: RegistrationRecord, registrant: string): Signal[] {
  const domain = record.registrant.email_domain === null ? null : registrableOf(record.registrant.email_domain)
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
    signals.push(contextSignal('service_registrant', 'whois', `Registrant: ${registrant}`, registrant))
  return signals
}
