import { readDomainLabel } from './domain-label.ts'
import { cleanName, compactName } from './entity-names.ts'

const TRADING_AS =
  /\s{0,3},?\s{1,3}\(?(?:d\s?\/\s?b\s?\/\s?a|dba|t\s?\/\s?a|trading as|doing business as|operating as|exerçant sous|handelnd unter|firmierend als|h\.?o\.?d\.?n\.?)\s+/iu
const PARENTHESIS = /^(?<outer>[^()]{2,100}?)\s*\((?<inner>[^()]{2,80})\)\s*\.?$/u

/**
 * Splits a text with several names of one company: "X (Y)" and "X d/b/a Y" (X is doing business as Y) give X and Y. The first name is the
 * main name. Removes text after a separator such as "|" and notes such as "All rights reserved".
 */
export function splitName(raw: string): string[] {
  const name = trimName(raw)
  if (name === '') return []
  const trading = name.split(TRADING_AS).map((part) => part.replace(/[()]/gu, ' ').trim())
  if (trading.length > 1) return trading.map(trimName).filter((part) => part !== '')
  const scripts = inTwoScripts(name)
  if (scripts !== null) return scripts
  const groups = PARENTHESIS.exec(name)?.groups
  const outer = groups?.outer ?? ''
  const inner = groups?.inner ?? ''
  if (
    outer === '' ||
    !/\p{L}{2}/u.test(inner) ||
    /haftungsbeschränkt|^(?:pty|uk|us|usa|eu|publ|gmbh\b)|limited|registered|formerly|dissolved|ehemals|vormals|\d{4}/iu.test(
      inner,
    )
  )
    return [name]
  return /^(?:we|us|our|the company|wir|nous|nosotros)\b/iu.test(inner)
    ? [trimName(outer)]
    : [trimName(outer), trimName(inner)].filter((part) => part !== '')
}

const UNSPACED_LETTERS_MIN = 4

/** Splits a name that is written twice, first in a non-Latin script and then in Latin letters. */
function inTwoScripts(name: string): [other: string, latin: string] | null {
  const at = name.search(/\p{Script=Latin}/u)
  const other = name.slice(0, Math.max(0, at)).replace(/(?<![\s|/(–-])[\s|/(–-]+$/u, '')
  const latin = name.slice(Math.max(0, at))
  const words = other.split(' ').filter((word) => /\p{L}/u.test(word)).length
  const unspaced = (other.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [])
    .length
  const parted = at > 0 && /^[\s|/(–-]/u.test(name.slice(other.length))
  const whole = parted && latin.includes(' ') && !/[^\P{L}\p{Script=Latin}]/u.test(latin)
  return whole && (words > 1 || unspaced >= UNSPACED_LETTERS_MIN) && compactName(other) !== ''
    ? [other, latin.replace(/(?<![)\s])[)\s]+$/u, '')]
    : null
}

const MARK =
  /^(?:(?:©|\(c\)|℗|®|copyright\b|copr\.|(?:19|20)\d{2}(?:\s?[-–—]\s?(?:(?:19|20)?\d{2}|present|heute))?)[\s,.:]*)+(?=\S)/iu
const TRAILING = /\s{0,3}(?:[|•·–—]|\s-\s).*/su
const RIGHTS =
  /\s{0,3}[,.]?\s{0,3}(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|alle rechten voorbehouden|todos os direitos reservados|inc\. and its affiliates|and its affiliates|and (?:\/ ?or )?its subsidiaries|and contributors).*/isu

function trimName(raw: string): string {
  return cleanName(raw)
    .replace(MARK, '')
    .replace(RIGHTS, '')
    .replace(TRAILING, '')
    .replace(/^[*•·–—,;:\s-]+|(?<![*•·–—,;:\s-])[*•·–—,;:\s-]+$/gu, '')
    .replace(/^["'“”„«](?<inner>[^"'“”„«»]*)["'“”„»]$/u, '$<inner>')
    .trim()
}

const NO_NAME = new Set(
  `home homepage welcome index start startseite accueil inicio login signin signintoyouraccount untitled document about aboutus contact impressum legal privacy terms website mywebsite site blog shop store
  news official officialsite allrightsreserved copyright theauthors theauthor author authors admin administrator user editor webmaster team staff company yourcompany mycompany companyname example test default
  wordpress mysite newsite coming soon comingsoon underconstruction maintenance error notfound 404notfound pagenotfound forbidden accessdenied justamoment null undefined none na unknown verkaufer verantwortlicher
  betreiber anbieter responsable titulaire editeur controller datacontroller we us our ourcompany thecompany thissite thiswebsite thisblog bystaff reuters ap afp`.split(
    /\s+/u,
  ),
)

/**
 * Returns true when a text cannot be the name of a company, because it is a placeholder ("Your Company"), the title of a web page ("Home"),
 * or a town.
 */
export function isNoName(name: string): boolean {
  const compact = compactName(name)
  return compact.length < 2 || NO_NAME.has(compact) || /^\d+$/u.test(compact) || TOWN_AND_STATE.test(name)
}

/** Matches a town with the postal abbreviation of a US state, such as "Austin, TX" (USPS Publication 28). */
const TOWN_AND_STATE =
  /^\p{Lu}[\p{L} .'-]{2,30}(?:,\s|\s)(?:A[KLRZ]|C[AT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|(?<=,\s)(?:PA|CO))$/u

const HOST_NAME = /^(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/** Returns true when a name only repeats the domain, for example "tkrawczyk.me" on the site tkrawczyk.me. */
export function repeatsDomain(name: string, registrableDomain: string): boolean {
  if (!HOST_NAME.test(name.trim())) return false
  const label = readDomainLabel(registrableDomain)
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^www\./u, '')
  return bare === registrableDomain || bare.replace(/[^\p{L}\p{N}]/gu, '') === label.whole
}
