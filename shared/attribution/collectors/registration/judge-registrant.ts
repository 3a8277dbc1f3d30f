import { PRIVACY_SERVICES } from '../../data/privacy-services.ts'
import type { RegistrationRecord } from '../../evidence.ts'
import { foldWords } from '../../names/fold.ts'
import { countryOf } from './countries.ts'
import { emailDomain } from './host-names.ts'
import { cleanValue } from './whois-text.ts'

/** Registrant exactly as the registry states it. The fields may still contain redaction texts or names of privacy services. */
export interface StatedRegistrant {
  organization?: string | null | undefined
  name?: string | null | undefined
  country?: string | null | undefined
  email?: string | null | undefined
  /**
   * True when the registry hides the registrant without a redaction text, for example by a remark, an anonymity flag, or the id of a
   * contact without contact data.
   */
  withheld?: boolean | undefined
}

export interface JudgedRegistrant {
  registrant: RegistrationRecord['registrant']
  privacy: RegistrationRecord['privacy']
  privacy_service: string | null
}

type Judgement =
  | { is: 'name'; name: string }
  | { is: 'nothing' }
  | { is: 'redaction' }
  | { is: 'proxy'; service: string }

/**
 * Phrases that registries print instead of a hidden name, in several languages. They are compared with the name in lower case without
 * accents.
 */
const REDACTIONS: readonly RegExp[] = [
  /\bredacted\b/,
  /\b(?:gdpr|rgpd|dsgvo) (?:masked|redacted|protected|privacy|restricted)\b|\b(?:due|according|subject) to (?:the )?gdpr\b|^gdpr$/,
  /\bnot (?:be )?(?:publicly )?(?:disclosed|shown|displayed|published|available for|public|visible|provided)\b/,
  /\b(?:data|information|name|identity|details?) (?:is |are |has been )?(?:not disclosed|withheld|hidden|masked|protected|private|removed|restricted)\b/,
  /^(?:hidden|withheld|masked|private|protected|confidential|undisclosed|anonymous|anonymised|anonymized|anonyme?|oculto|nascosto|privado|prive|nicht offentlich)(?: (?:details|data|by|for|upon|at|due|information|customer|domain|registrant|name|person|individual)\b.{0,120})?$/,
  /\bhidden (?:upon|by|for|at)\b|\bwithheld (?:for|by|at|due)\b|\bmasking enabled\b|\bnon disclosed\b|\bnon public data\b|\bnon public\b/,
  /^private person$|^individual person$|^private individual$|^private registrant$|^personne privee$|^persona fisica$|^privatperson$|^privatpers\b|^soukroma osoba$|^ano nymous$|^pessoa singular$/,
  /\bvisit (?:www|https?|portal|the web)\b|\bsee (?:www|https?|at www|the web)\b|\bwhois web\b|\bweb ?based whois\b/,
  /\bnon (?:pubblico|publico|publie|communique)\b|\bniet (?:openbaar|zichtbaar|getoond)\b|\bno (?:publico|disponible|visible)\b|\bdati non\b|\bdonnees non\b|\bdiffusion restreinte\b|\binformation non diffusee\b/,
  /\bchastnoe lico\b|частное лицо|скрыт|非公開|非公开|隐私|隱私|비공개/,
  /^(?:los |le |i |die )?(?:datos|dados|dati|donnees|daten|dane|udaje|adatok|informations?|informazioni|informacion(?:es)?|informacoes) (?:personal(?:es|i)? |personnelles |personenbezogene |pessoais |osobowe |osobni )?(?:privad[oa]s?|privees?|private|riservat[ei]|ocult[oa]s?|ocultad[oa]s?|nascost[ei]|masquees?|cachees?|protegid[oa]s?|protegees?|protett[ei]|confidenciales?|confidentielles?|reservad[oa]s?|gesperrt|geschutzt|verborgen|ukryte|chronione|zastrzezone|skryte|chranene|rejtett|not available|unavailable|non disponibles?|non disponibili|no disponibles?)$/,
  /^(?:datenschutz|verborgen|afgeschermd|vertrouwelijk|vertraulich|skjult|dold|ej publik|ej offentlig|salattu|gizli|gizlidir|ukryt[eoy]|poufne|zastrzezone|skryto|rejtett|ascuns|oculto|ocultado|reservado|riservato|masquee?|non divulguee?|anonimizado|confidentiel|confidencial|kisisel veri(?:ler)?|personal data)$/,
  /개인정보|个人信息|個人資料|個人情報|персональные данные|конфиденциальн|приховано|محجوب|חסוי/,
  /\bregistry policy\b|\bregistrar policy\b|\bcontact the registrar\b|\bquery the rdds\b|\bregistration data\b.{0,200}\bwithheld\b/,
  /\bidentity (?:shield|protected)\b|\bdata protected\b|\bprivacy protected\b|\bprotected by\b|\bsee registrar\b/,
]

/**
 * Typical words in names of privacy services. They find services that are not in the table of known services. The words are compared with
 * the name in lower case without accents.
 */
const PROXY_WORDS: readonly RegExp[] = [
  /\b(?:whois|domain|domains|contact|registration|registrant|identity|customer|name) (?:data )?(?:privacy|proxy|protect|protection|protected|guard|shield|masking|anonymi[sz]er)\b/,
  /\b(?:privacy|proxy|protection) (?:service|services|protect|customer|llc|inc|ltd|limited|corp|registration|provided by)\b.{0,200}\b(?:privacy|proxy|whois|domain|registrant|customer|provided|fbo|behalf)\b/,
  /^(?:privacy|whois|proxy) (?:service|services|protect|protection|guardian|guard|customer|llc|inc|ltd|limited)\b/,
  /\b(?:privacy|proxy) services?$|\bprivacy service provided by\b|\bfbo registrant\b|\bprivate (?:registration|whois)\b|\bregistration private\b|\bwhois (?:privacy|agent|trustee|secure|foundation)\b/,
  /\b(?:privacyguard|whoisguard|whoisprivacy|privacyprotect|domainprivacy|whoisproxy|idshield|privatewhois|domainproxy|contactprivacy)\b/,
]

/**
 * Placeholders such as "n/a" and roles such as "webmaster" in a name field. They must match the whole name in lower case without accents.
 */
const NOBODY =
  /^(?:n a|na|none|null|nil|unknown|undefined|not (?:defined|applicable|available|given|set|assigned|specified)|no (?:name|data|registrant|organi[sz]ation|company|value)|empty|self|myself|personal(?: use)?|private use|home|other|customer(?: of (?:the )?registrar)?|individual|person|organi[sz]ation|company|x+|test|array|true|false|yes|no|\d{1,20})$/
const ROLE_WORDS = new Set(
  'the internet domain domains dns domainname name names it web network networks system systems corporate global technical tech registry ccops trademark trademarks legal host hosting www noc services solutions account role contact contacts group ip brand online department dept of and registration'.split(
    ' ',
  ),
)
const ROLE_HEADS = new Set(
  'admin admins administrator administrators administration administrateur administrador manager management master hostmaster webmaster postmaster department dept contact contacts team operations provisioning support registrar registrations registrant owner holder dns domains names operator domainadmin dnsadmin domaincontact billing'.split(
    ' ',
  ),
)
const ROLE_WORDS_MAX = 5

function isRoleName(folded: string): boolean {
  const words = folded.split(' ')
  if (words.length > ROLE_WORDS_MAX) return false
  return (
    words.every((word) => ROLE_WORDS.has(word) || ROLE_HEADS.has(word)) && words.some((word) => ROLE_HEADS.has(word))
  )
}

function proxyServiceOf(folded: string): string | null {
  for (const { service, names } of PRIVACY_SERVICES) {
    if (
      names.some(
        (name) =>
          folded === name ||
          folded.startsWith(`${name} `) ||
          (name.includes(' ') && ` ${folded} `.includes(` ${name} `)),
      )
    ) {
      return service
    }
  }
  return null
}

/** Classifies the text of a name field or organisation field as a name, an empty value, a redaction text or a privacy service. */
export function classifyName(value: string | null | undefined): Judgement {
  const name = cleanValue(value ?? '')
    .replace(/^[-.,;:*|\s]+/, '')
    .replace(/(?<![-,;:*|\s])[-,;:*|\s]+$/, '')
    .trim()
  const folded = foldWords(name)
  if (folded.length === 0 || !/\p{L}|\d/u.test(folded)) return { is: 'nothing' }
  const service = proxyServiceOf(folded)
  if (service !== null) return { is: 'proxy', service }
  if (REDACTIONS.some((phrase) => phrase.test(folded))) return { is: 'redaction' }
  if (PROXY_WORDS.some((phrase) => phrase.test(folded))) return { is: 'proxy', service: name }
  if (NOBODY.test(folded) || isRoleName(folded)) return { is: 'nothing' }
  if (/^https?:|^www\.|@/i.test(name)) return { is: 'nothing' }
  return { is: 'name', name }
}

/** True for a text that names nobody, for example "n/a", "none" or a single number. */
export function isPlaceholder(value: string): boolean {
  const folded = foldWords(value)
  return folded.length === 0 || NOBODY.test(folded)
}

function privacyMailboxOf(domain: string | null): string | null {
  if (domain === null) return null
  for (const { service, domains } of PRIVACY_SERVICES) {
    if (domains?.some((mailbox) => domain === mailbox || domain.endsWith(`.${mailbox}`))) return service
  }
  return null
}

/**
 * Returns the privacy service that hides the registrant, or null. `relay` is the privacy service that runs the registrant's email address,
 * or null.
 */
function serviceOf(organization: Judgement, name: Judgement, relay: string | null): string | null {
  if (organization.is === 'proxy') return organization.service
  // When the organisation field contains a real name, a privacy service in the name field counts only if the email address also belongs to
  // a privacy service.
  if (name.is === 'proxy' && (organization.is !== 'name' || relay !== null)) return name.service
  return organization.is !== 'name' && name.is !== 'name' ? relay : null
}

/**
 * Returns the real registrant of a registration record. Redaction texts, privacy services and names of roles become null, and `privacy`
 * contains the reason. A registrar may be the real registrant of its own domains.
 */
export function classifyRegistrant(stated: StatedRegistrant): JudgedRegistrant {
  const organization = classifyName(stated.organization)
  const name = classifyName(stated.name)
  const mailbox = emailDomain(stated.email ?? '')
  const relay = privacyMailboxOf(mailbox)
  const country = countryOf(stated.country)
  const service = serviceOf(organization, name, relay)
  if (service !== null) {
    const nobody = { organization: null, name: null, country: null, email_domain: null }
    return { registrant: nobody, privacy: 'proxy', privacy_service: service }
  }
  const shownOrganization = organization.is === 'name' ? organization.name : null
  const shownName = name.is === 'name' ? name.name : null
  const redacted = organization.is === 'redaction' || name.is === 'redaction' || stated.withheld === true
  const shown = shownOrganization !== null || shownName !== null
  return {
    registrant: {
      organization: shownOrganization,
      name: shownName !== null && foldWords(shownName) === foldWords(shownOrganization ?? '') ? null : shownName,
      country,
      email_domain: relay === null ? mailbox : null,
    },
    privacy: shown ? 'none' : redacted ? 'redacted' : 'absent',
    privacy_service: null,
  }
}
