import { lines, words } from '../../platform/multiline.ts'
import { isCompanyData } from './company-data.ts'
import { readDomainLabel } from './domain-label.ts'
import { cleanName, compactName, hasLegalForm } from './entity-names.ts'
import { isTownAndState } from './town-and-state.ts'

const TRADING_AS = new RegExp(
  lines`
    \s{0,3},?\s{1,3}\(?(?:d\s?/\s?b\s?/\s?a|dba|t\s?/\s?a|trading as|doing business as|
    operating as|exerçant sous|handelnd unter|firmierend als|h\.?o\.?d\.?n\.?)\s+
  `,
  'iu',
)
const PARENTHESIS = /^(?<outer>[^()]{2,100}?)\s*\((?<inner>[^()]{2,80})\)\s*\.?$/u

const NO_SECOND_NAME = new RegExp(
  lines`
    haftungsbeschränkt|^(?:pty|uk|us|usa|eu|publ|gmbh\b)|limited|registered|formerly|dissolved|
    ehemals|vormals|\d{4}
  `,
  'iu',
)

/**
 * Splits a text into its names: "X (Y)" and "X d/b/a Y" give X, the main name, and Y. Text behind a
 * separator such as "|" is removed. A hyphen is no separator in a legal statement with a legal
 * form: "Kork - Karel Korek s.r.o."
 */
export function splitName(raw: string, isLegal = false): string[] {
  const name = trimName(raw, isLegal && hasLegalForm(raw))
  if (name === '') return []
  const trading = name.split(TRADING_AS).map((part) => part.replace(/[()]/gu, ' ').trim())
  if (trading.length > 1) return trading.map((part) => trimName(part)).filter((part) => part !== '')
  const scripts = inTwoScripts(name)
  if (scripts !== null) return scripts
  const groups = PARENTHESIS.exec(name)?.groups
  const outer = groups?.outer ?? ''
  const inner = groups?.inner ?? ''
  if (outer === '' || !/\p{L}{2}/u.test(inner) || NO_SECOND_NAME.test(inner)) return [name]
  return /^(?:we|us|our|the company|wir|nous|nosotros)\b/iu.test(inner)
    ? [trimName(outer)]
    : [trimName(outer), trimName(inner)].filter((part) => part !== '')
}

const UNSPACED_LETTERS_MIN = 4

// Splits a name that is written twice, first in a non-Latin script and then in Latin letters. Null
// for other names.
function inTwoScripts(name: string): [other: string, latin: string] | null {
  const at = name.search(/\p{Script=Latin}/u)
  const other = name.slice(0, Math.max(0, at)).replace(/(?<![\s|/(–-])[\s|/(–-]+$/u, '')
  const latin = name.slice(Math.max(0, at))
  const words = other.split(' ').filter((word) => /\p{L}/u.test(word)).length
  const unspaced = (
    other.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? []
  ).length
  const parted = at > 0 && /^[\s|/(–-]/u.test(name.slice(other.length))
  const whole = parted && latin.includes(' ') && !/[^\P{L}\p{Script=Latin}]/u.test(latin)
  return whole && (words > 1 || unspaced >= UNSPACED_LETTERS_MIN) && compactName(other) !== ''
    ? [other, latin.replace(/(?<![)\s])[)\s]+$/u, '')]
    : null
}

const MARK = new RegExp(
  lines`
    ^(?:(?:©|\(c\)|℗|®|copyright\b|copr\.|(?:19|20)\d{2}(?:\s?[-–—]\s?(?:(?:19|20)?\d{2}|
    present|heute))?)[\s,.:]*)+(?=\S)
  `,
  'iu',
)
const TRAILING_BAR = /\s{0,3}[|•·].*/su
const TRAILING = /\s{0,3}(?:[|•·–—]|\s-\s).*/su
const RIGHTS = new RegExp(
  lines`
    \s{0,3}[,.]?\s{0,3}(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|
    todos los derechos reservados|tutti i diritti riservati|alle rechten voorbehouden|
    todos os direitos reservados|inc\. and its affiliates|and its affiliates|
    and (?:/ ?or )?its subsidiaries|and contributors).*
  `,
  'isu',
)

function trimName(raw: string, keepsHyphen = false): string {
  return cleanName(raw)
    .replace(MARK, '')
    .replace(RIGHTS, '')
    .replace(keepsHyphen ? TRAILING_BAR : TRAILING, '')
    .replace(/^[*•·–—,;:\s-]+|(?<![*•·–—,;:\s-])[*•·–—,;:\s-]+$/gu, '')
    .replace(/^["'“”„«](?<inner>[^"'“”„«»]*)["'“”„»]$/u, '$<inner>')
    .trim()
}

const NO_NAME = new Set(
  words`
    home homepage welcome index start startseite accueil inicio login signin
    signintoyouraccount untitled document about aboutus contact impressum legal privacy terms
    website mywebsite site blog shop store news official officialsite allrightsreserved
    copyright theauthors theauthor author authors admin administrator user editor webmaster
    team staff company yourcompany mycompany companyname example test default wordpress mysite
    newsite coming soon comingsoon underconstruction maintenance error notfound 404notfound
    pagenotfound forbidden accessdenied justamoment null undefined none na unknown verkaufer
    verantwortlicher betreiber anbieter responsable titulaire editeur controller datacontroller
    we us our ourcompany thecompany thissite thiswebsite thisblog bystaff reuters ap afp
  `,
)

const CJK_PLACEHOLDER = lines`
  ^(?:您的|你的|贵|本)?(?:公司|网站|網站|站点|企业|店铺)(?:名称|名稱|名字)$|
  ^(?:あなたの|貴社)?(?:サイト|会社|ショップ|店舗)名$|^(?:회사|사이트|상호|업체) ?(?:명|이름)$
`

/** Placeholders of site builders that nobody has replaced: "Nombre del Sitio", "Your Company". */
const PLACEHOLDER = new RegExp(
  `^(?=.*(?:${[
    lines`
      name|nombre|nom|nome|naam|namn|navn|nimi|nazwa|názov|název|naziv|név|nume|adı|ismi|
      название|назва|име|όνομα|名称|名稱|名前|サイト名|会社名|屋号|이름|사이트명|회사명|اسم|نام|שם
    `,
    lines`
      your|my|votre|mon|ihr|ihre|dein|deine|mein|meine|su|tu|mi|vostro|tuo|mio|seu|sua|meu|uw|
      jouw|mijn|din|ditt|twoja|twój|moja|vaše|vaša|az ön|sizin|ваш|ваша|ваше|您的|你的|貴社|貴公司|귀사|
      insert|enter
    `,
  ].join('|')}))(?:(?:${[
    lines`
      name|nombre|nom|nome|naam|namn|navn|nimi|nazwa|názov|název|naziv|név|neve|nume|numele|
      adı|ismi|название|назва|име|наименование|όνομα|insert|enter|here|aquí|ici|hier|qui|qua|
      aqui
    `,
    lines`
      your|my|votre|mon|ihr|ihre|ihres|dein|deine|mein|meine|su|tu|mi|vostro|tuo|mio|seu|sua|
      meu|uw|jouw|mijn|din|ditt|twoja|twojej|twój|moja|vaše|vaší|vaša|az|ön|sizin|ваш|ваша|
      ваше|вашей|вашего
    `,
    lines`
      the|a|an|of|this|for|de|del|de la|du|des|le|la|il|el|da|do|dell|della|von|der|die|das|
      des|van|het|af|strony|w|i|και|του|της
    `,
    lines`
      site|website|web|page|blog|shop|store|company|business|firm|firma|firmy|organi[sz]ation|
      brand|domain|title|logo|sitio|página|pagina|empresa|negocio|dominio|domínio|marca|tienda|
      título|entreprise|société|domaine|marque|boutique|titre|unternehmen|unternehmens|
      webseite|seite|titel|firmenname|sito|azienda|società|marchio|negozio|titolo|loja|bedrijf|
      bedrijfsnaam|winkel|domein|företag|företagsnamn|virksomhed|yritys|yrityksen|strona|sklep|
      sklepu|domena|domeny|firmě|společnosti|společnost|webu|stránky|cég|cége|oldal|companie|
      companiei|sitului|şirket|şirketiniz|firmanız|компании|компания|сайта|сайт|организации|
      організації|компанії|фирма|εταιρείας|ιστοσελίδας
    `,
  ].join('|')})(?:[\\s'’.]+|$))+$|${CJK_PLACEHOLDER}`,
  'iu',
)

/** True for a placeholder, a page title ("Home"), a town or a number of a register. */
export function isNoName(name: string): boolean {
  const compact = compactName(name)
  return (
    compact.length < 2 ||
    NO_NAME.has(compact) ||
    /^\d+$/u.test(compact) ||
    isTownAndState(name) ||
    PLACEHOLDER.test(name.trim()) ||
    isCompanyData(name) ||
    VERSIONED.test(name) ||
    END_OF_NAME.test(name.trim())
  )
}

/** A legal form without a name, alone or behind abbreviated trades: "Ind. e Com. Ltda.". */
const END_OF_NAME = new RegExp(
  lines`
    ^(?:(?:ind|com|imp|exp|serv|dist)\.?,?\s(?:(?:e|y|&)\s)?){0,4}(?:ltda|ltd|inc|llc|pty|bhd|
    gmbh|mbh|s\.?r\.?l|s\.?p\.?a|s\.r\.o)\.?(?:\s(?:ltd|me|epp)\.?)?$
  `,
  'iu',
)

/** Software with a version number: "Ver3.1" and "Kork Panel 12.1". */
const VERSIONED = new RegExp(
  lines`
    (?:\p{L}\s(?:v(?:er(?:sion)?)?\.?\s?)?|^v(?:er(?:sion)?)?\.?\s?)\d{1,3}(?:\.\d{1,4}){1,3}
    [a-z]?$
  `,
  'iu',
)

const HOST_NAME = /^(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

export const withoutWww = (name: string): string => name.replace(/^www\d?\.(?=\S+\.)/iu, '')

/** True for a name that is a host name, such as "Kork.com". */
export const isHostName = (name: string): boolean => HOST_NAME.test(name.trim())

/** True for a name that is only the domain itself: "tkrawczyk.me" on the site tkrawczyk.me. */
export function repeatsDomain(name: string, registrableDomain: string): boolean {
  if (!isHostName(name)) return false
  const label = readDomainLabel(registrableDomain)
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^www\./u, '')
  return bare === registrableDomain || bare.replace(/[^\p{L}\p{N}]/gu, '') === label.whole
}
