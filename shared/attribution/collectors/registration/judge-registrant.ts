import { PRIVACY_SERVICES } from '../../data/privacy-services.ts'
import type { RegistrationRecord } from '../../evidence.ts'
import { foldWords } from '../../names/fold.ts'
import { countryOf } from './countries.ts'
import { emailDomain } from './host-names.ts'
import { cleanValue } from './whois-text.ts'

/** A registrant as a registry wrote it, before anything is believed. */
export interface StatedRegistrant {
  organization?: string | null | undefined
  name?: string | null | undefined
  country?: string | null | undefined
  email?: string | null | undefined
  /** The answer itself says that it withholds the registrant: a remark, a redacted path, an anonymity flag, a handle without its object. */
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

/** Phrases that stand where a name was taken out, in the languages in which registries print them. Matched on folded text. */
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
  /\bregistry policy\b|\bregistrar policy\b|\bcontact the registrar\b|\bquery the rdds\b|\bregistration data\b.*\bwithheld\b/,
  /\bidentity (?:shield|protected)\b|\bdata protected\b|\bprivacy protected\b|\bprotected by\b|\bsee registrar\b/,
]

/** Words of privacy services that no table can list in full. Matched on folded text. */
const PROXY_WORDS: readonly RegExp[] = [
  /\b(?:whois|domain|domains|contact|registration|registrant|identity|customer|name) (?:data )?(?:privacy|proxy|protect|protection|protected|guard|shield|masking|anonymi[sz]er)\b/,
  /\b(?:privacy|proxy|protection) (?:service|services|protect|customer|llc|inc|ltd|limited|corp|registration|provided by)\b.*\b(?:privacy|proxy|whois|domain|registrant|customer|provided|fbo|behalf)\b/,
  /^(?:privacy|whois|proxy) (?:service|services|protect|protection|guardian|guard|customer|llc|inc|ltd|limited)\b/,
  /\b(?:privacy|proxy) services?$|\bprivacy service provided by\b|\bfbo registrant\b|\bprivate (?:registration|whois)\b|\bregistration private\b|\bwhois (?:privacy|agent|trustee|secure|foundation)\b/,
  /\b(?:privacyguard|whoisguard|whoisprivacy|privacyprotect|domainprivacy|whoisproxy|idshield|privatewhois|domainproxy|contactprivacy)\b/,
]

/** What stands in a name field without naming anybody: placeholders and role names. Matched on the whole folded text. */
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

/** Whether a folded text is a role such as "Domain Administrator": only words of roles, one of them its head. */
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

/** What one text in a registrant's name or organisation field is. */
export function judgeName(value: string | null | undefined): Judgement {
  const name = cleanValue(value ?? '')
    .replace(/^[-.,;:*|\s]+|[-,;:*|\s]+$/g, '')
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

/** Whether a text stands in a field without naming anything: n/a, none, a lone number. */
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

/** The privacy service that stands in; `relay` is the service of the mailbox. */
function serviceOf(organization: Judgement, name: Judgement, relay: string | null): string | null {
  if (organization.is === 'proxy') return organization.service
  // Beside a real organisation a service in the person's field counts only when the mailbox is a service's too.
  if (name.is === 'proxy' && (organization.is !== 'name' || relay !== null)) return name.service
  return organization.is !== 'name' && name.is !== 'name' ? relay : null
}

/**
 * The registrant that a record names, a registrar included: redaction texts, privacy services and role names are absent, and
 * `privacy` says why.
 */
export function judgeRegistrant(stated: StatedRegistrant): JudgedRegistrant {
  const organization = judgeName(stated.organization)
  const name = judgeName(stated.name)
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
