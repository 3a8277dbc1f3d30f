import { lines, words } from '../../platform/multiline.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { PRIVACY_SERVICES } from '../data/privacy-services.ts'
import { compactName, hasLegalForm } from './entity-names.ts'
import { isGarbled } from './fold.ts'
import { foldPhrase, readHidingPhrase } from './hiding-phrase.ts'
import { isProxyName } from './proxy-name.ts'

export type Judgement =
  | { is: 'name'; name: string }
  | { is: 'nothing' }
  | { is: 'redaction' }
  | { is: 'proxy'; service: string }

const TEXT_LENGTH_MAX = 500

// Sentences that registries print instead of a name. They count even if the text contains a legal
// form.
const NOTICES: readonly RegExp[] = [
  /\bredacted (?:for|by|due|per|under)\b|\bdata redacted\b|\bmasking enabled\b|\bnon public data\b/,
  new RegExp(
    lines`
      \b(?:due|according|subject) to (?:the )?gdpr\b|\b(?:gdpr|rgpd|dsgvo) (?:masked|redacted|
      protected|privacy|restricted)\b
    `,
  ),
  /\bvisit (?:www|https?|portal|the web)\b|\bsee (?:www|https?|at www|the web)\b|\bwhois web\b/,
  /\bweb ?based whois\b|\bregistry policy\b|\bregistrar policy\b/,
  /\bregistration data\b.{0,200}\bwithheld\b|\bprotection of private\b|개인정보|个人信息|個人資料|個人情報/,
]

// Words which show that data is hidden. A company can have them in its name, so they count only in
// a text without a legal form.
const NOTICE_PARTS: readonly RegExp[] = [
  new RegExp(
    lines`
      \b(?:contact|query|see|ask|refer to|consult|check)(?: with)?(?: the| your)?
      (?: sponsoring)? (?:registrar|registry|rdds|whois)(?: (?:service|record|of|for|listed|
      above)\b.{0,200})?$
    `,
  ),
  new RegExp(
    lines`
      \bredacted\b|\bnon disclosed\b|\bnon public\b|\bdata protected\b|\bprivacy protected\b|
      \bidentity (?:shield|protected)\b
    `,
  ),
  new RegExp(
    lines`
      \bnot (?:be )?(?:publicly )?(?:disclosed|shown|displayed|published|available for|public|
      visible|provided)\b
    `,
  ),
  new RegExp(
    lines`
      \b(?:data|information|name|identity|details?) (?:is |are |has been )?(?:not disclosed|
      withheld|hidden|masked|protected|private|removed|restricted)\b
    `,
  ),
  new RegExp(
    lines`
      \bhidden (?:upon|by|for|at)\b|\bwithheld (?:for|by|at|due)\b|\bprotected by\b|
      ^privatpers\b|^ano nymous$
    `,
  ),
  new RegExp(
    lines`
      ^(?:hidden|withheld|masked|private|protected|confidential) (?:details|data|by|for|upon|at|
      due|information|customer|registrant|person|individual)\b
    `,
  ),
  new RegExp(
    lines`
      \bnon (?:pubblico|publico|publie|communique)\b|\bniet (?:openbaar|zichtbaar|getoond)\b|
      \bno (?:publico|disponible|visible)\b
    `,
  ),
  /\bdati non\b|\bdonnees non\b|\bdiffusion restreinte\b|\binformation non diffusee\b/,
  /частное лицо|非公開|非公开|隐私|隱私|비공개|персональные данные|конфиденциальн|приховано|محجوب|חסוי/,
]

const ASCII = /^[ -~]*$/

const PROXY_NOTICE = new RegExp(
  lines`
    \bprivacy service provided by\b|\bfbo registrant\b|\bon behalf of\b.{1,80}\b(?:owner|
    customer|client|registrant)\b|^customer \d{6,}
  `,
)

/** Placeholders such as "n/a". Each must match the whole text in lower case without punctuation. */
const NOBODY = new RegExp(
  lines`
    ^(?:n a|na|none|null|nil|unknown|undefined|not (?:defined|applicable|available|given|set|
    assigned|specified)|no (?:name|data|registrant|organi[sz]ation|company|value)|empty|self|
    myself|personal(?: use)?|private use|home|other|customer(?: of (?:the )?registrar)?|
    individual|person|organi[sz]ation|company|x+|test|array|true|false|yes|no|\d{1,20})$
  `,
)
const ROLE_WORDS = new Set(
  words`
    the internet domain domains dns domainname name names it web network networks system
    systems corporate global technical tech registry ccops trademark trademarks legal host
    hosting www noc services solutions account role contact contacts group ip brand online
    department dept of and registration
  `,
)
const ROLE_HEADS = new Set(
  words`
    admin admins administrator administrators administration administrateur administrador
    manager management master hostmaster webmaster postmaster department dept contact contacts
    team operations provisioning support registrar registrations registrant owner holder dns
    domains names operator domainadmin dnsadmin domaincontact billing
  `,
)
const ROLE_WORDS_MAX = 5

function isRoleName(folded: string): boolean {
  const words = folded.split(' ')
  if (words.length > ROLE_WORDS_MAX) return false
  return (
    words.every((word) => ROLE_WORDS.has(word) || ROLE_HEADS.has(word)) &&
    words.some((word) => ROLE_HEADS.has(word))
  )
}

export function knownServiceOf(text: string): string | null {
  const folded = foldPhrase(text)
  const known = PRIVACY_SERVICES.find(({ names }) =>
    names.some(
      (name) =>
        folded === name ||
        folded.startsWith(`${name} `) ||
        (name.includes(' ') && ` ${folded} `.includes(` ${name} `)),
    ),
  )
  return known?.service ?? null
}

/**
 * Says if the text is a name, a privacy service, a notice that data is hidden, or none of these.
 * The registrant or its provider writes the text, so a name in it is not proven.
 */
export function judgeRegistrantText(text: string): Judgement {
  const name = text
    .slice(0, TEXT_LENGTH_MAX)
    .replace(/^[-.,;:*|\s]+/, '')
    .replace(/(?<![-,;:*|\s])[-,;:*|\s]+$/, '')
    .trim()
  const folded = foldPhrase(name)
  if (isPlaceholder(name)) return { is: 'nothing' }
  const isFirm = hasLegalForm(name)
  const service = knownServiceOf(name)
  if (service !== null) return { is: 'proxy', service }
  if (NOTICES.some((notice) => notice.test(folded))) return { is: 'redaction' }
  if (PROXY_NOTICE.test(folded)) return { is: 'proxy', service: name }
  // The check for a hidden name is skipped only for ASCII names with a legal form. In other
  // languages a word may only look like a legal form: the Vietnamese "có".
  const phrase = isFirm && ASCII.test(name) ? null : readHidingPhrase(name)
  if (phrase === 'hidden' || (!isFirm && NOTICE_PARTS.some((part) => part.test(folded))))
    return { is: 'redaction' }
  const role = infrastructureRole(compactName(name))
  // Some known registrars and hosts have a name that sounds like a privacy service, so they are
  // left out here.
  if ((role === null || role === 'privacy') && isProxyName(name))
    return { is: 'proxy', service: name }
  if (phrase === 'label' || isRoleName(folded)) return { is: 'nothing' }
  if (/^https?:|^www\.|@/i.test(name)) return { is: 'nothing' }
  if (!isFirm && role === 'privacy') return { is: 'proxy', service: name }
  return { is: 'name', name }
}

export const isPrivacyName = (text: string): boolean => judgeRegistrantText(text).is !== 'name'

/** True for an unlisted privacy service with a legal form, which could be an ordinary firm. */
export const canBeFirm = (name: string): boolean =>
  hasLegalForm(name) &&
  knownServiceOf(name) === null &&
  infrastructureRole(compactName(name)) !== 'privacy' &&
  judgeRegistrantText(name).is === 'proxy'

/** True for a text that names nobody: "n/a", a single number, or wrongly decoded letters. */
export function isPlaceholder(value: string): boolean {
  const folded = foldPhrase(value.slice(0, TEXT_LENGTH_MAX))
  return folded.length === 0 || NOBODY.test(folded) || isGarbled(value.slice(0, TEXT_LENGTH_MAX))
}
