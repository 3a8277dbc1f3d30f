import { foldWords } from '../../names/fold.ts'
import {
  hasAttachedLegalForm,
  isEndingLegalForm,
  isStartingLegalForm,
  legalFormAtEnd,
} from '../../names/legal-forms.ts'
import { classifyName, isPlaceholder } from './judge-registrant.ts'
import { cleanValue } from './whois-text.ts'

const ORGANIZATION_WORDS =
  /\b(?:university|universite|universitat|universidad|universidade|college|school|institute|institut|instituto|istituto|ministry|ministere|ministeri[oe]|ministerium|ministerstvo|municipality|municipalidad|municipio|prefeitura|ayuntamiento|mairie|gemeente|gemeinde|kommune?|government|gobierno|governo|gouvernement|banco|banque|banca|hochschule|department|council|city of|foundation|fundacion|association|society|bank|group|holdings?|company|centre|center|agency|authority|church|club|museum|hospital|library|systems|technologies|solutions|services|international|media|network|networks|studio|hotel|organi[sz]ation|federation|union|trust|registry)\b/
/** The same words in scripts without spaces between words, or with many endings. */
const OTHER_ORGANIZATION_WORDS =
  /(?:大[学學]|[学學][院校]|研究[所院]|科学院|[协協][会會]|[银銀]行|[医醫病]院|政府|市役所|公司|集[团團]|대학교|병원|은행|학교|협회|재단|공사)$|университет|институт|министерств|ассоциаци|академи|общество|больниц|πανεπιστημιο|υπουργειο/u
const HANDLE_BEHIND_NAME =
  /(?:(?<!\s)\s+)?[([](?=[^)\]\s]{0,30}[\d_-])[A-Za-z0-9_.-]{3,30}[)\]]\s*$/
/** Email address that a registry protects from programs, for example "(info [at] example.uz)". */
const DISGUISED_EMAIL = /\(?[^\s()[\]]{1,64} ?\[at\] ?[^\s()[\]]{1,200}\)?/gi

/**
 * One word of a legal form at the start of a name. Two capitals of ASCII are not enough, because
 * they may be the initials of a person.
 */
const FORM_IN_FRONT =
  /^(?:[A-Z]{3,8}|[A-Z]{2,8}\.|(?=[A-Z]*[^A-Za-z])(?:\p{Lu}|\p{Lo}|\p{M}){2,12})$/u
const FORM_WORDS_MAX = 4

function startsWithForm(name: string): boolean {
  const first = name.split(/\s/u, 1)[0] ?? ''
  const words = foldWords(name).split(' ', FORM_WORDS_MAX + 1)
  return words
    .slice(1)
    .some(
      (_, index) =>
        isStartingLegalForm(words.slice(0, index + 1).join(' ')) &&
        (index > 0 || FORM_IN_FRONT.test(first)),
    )
}

/**
 * Three or more initials in a name are a legal form, as in "K.S.C.P.". Two initials may belong to a
 * person.
 */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){3,}/gu

/**
 * Two capitals show that a word behind a name is its legal form, also before a town: "Kork GmbH
 * Trier".
 */
const FORM_BEFORE_TOWN = /(?<=\s)(?=\p{L}?\p{Lu}|\p{Lu}\p{L}{1,6}\p{Lu})\p{L}{3,8}(?=\s)/gu

const holdsForm = (name: string): boolean =>
  /\p{Ll}/u.test(name) &&
  (name.match(FORM_BEFORE_TOWN)?.some((word) => isEndingLegalForm(foldWords(word))) ?? false)

const endsInForm = (folded: string): boolean => legalFormAtEnd(folded.split(' ')) > 0

export function showsLegalForm(name: string): boolean {
  const joined = name.replace(INITIALS, (form) => form.replaceAll('.', ''))
  return (
    endsInForm(foldWords(name)) ||
    endsInForm(foldWords(joined)) ||
    startsWithForm(joined) ||
    holdsForm(joined) ||
    hasAttachedLegalForm(name)
  )
}

/**
 * True when a name contains a sign of an organisation: a legal form, a word such as "university",
 * "&" or a digit. A name without such a sign may belong to a person.
 */
export function isOrganizationName(name: string): boolean {
  const folded = foldWords(name)
  return (
    showsLegalForm(name) ||
    ORGANIZATION_WORDS.test(folded) ||
    OTHER_ORGANIZATION_WORDS.test(folded) ||
    /[&\d]/.test(name)
  )
}

/**
 * Returns the parties of the two fields for a name. A company may stand in the field for persons,
 * also beside an organisation that is hidden.
 */
export function namedParty(
  organization: string | null,
  name: string | null,
  isFirm = isOrganizationName,
) {
  const stated = classifyName(organization).is
  const isFree = stated === 'nothing' || stated === 'redaction'
  return isFree && name !== null && classifyName(name).is === 'name' && isFirm(name)
    ? { organization: name, name: null }
    : { organization, name }
}

export function cleanPartyName(value: string): string {
  return cleanValue(
    value
      .replace(/(?<!\t)\t+.{0,200}$/, '')
      .replace(/(?:(?<!\s)\s+)?<?[^\s<>]{1,64}@[^\s<>]{1,200}>?/g, ' ')
      .replace(DISGUISED_EMAIL, ' ')
      .replace(HANDLE_BEHIND_NAME, ''),
  )
}

/**
 * Note of a registry behind the name of a registrar: a tag, an address, or a handle of the
 * registry.
 */
const REGISTRY_NOTE =
  /^(?:(?:tag|id) ?=.{1,60}|https?:\/\/.{1,200}|www\..{1,200}|[A-Z]\d{1,6}-[A-Z]{2,8})$/i
const ADDRESS_BEHIND_NAME =
  /[\s,;|/–-]{1,5}(?:(?:https?:\/\/|www\.)\S{1,200}|(?:#|(?:IANA )?ID:? ?)\d{1,7})$/i
const TRADE_NAME = /[\s,]{1,3}(?:d\/b\/a|dba|t\/a|trading as|doing business as)\s.{1,200}$/i
/** Other notes in brackets that do not tell two registrars apart. */
const OTHER_NOTE =
  /^(?:(?=\S*[\d_-])[\w.-]{2,30}|\S{1,200}\.[a-z]{2,63}|[cgn]{0,2}tlds?|d\/?b\/?a\b.{0,200})$/i
/** Notes that one name can have behind it. */
const REGISTRAR_NOTES_MAX = 3

function withoutNotes(value: string, isNote: (note: string, before: string) => boolean): string {
  let name = cleanValue(value)
  for (let round = 0; round < REGISTRAR_NOTES_MAX; round += 1) {
    const open = name.endsWith(')')
      ? name.lastIndexOf('(')
      : name.endsWith(']')
        ? name.lastIndexOf('[')
        : -1
    const before = open > 0 ? name.slice(0, open).trim() : name.replace(ADDRESS_BEHIND_NAME, '')
    const isKept = open > 0 && !isNote(name.slice(open + 1, -1).trim(), before)
    if (before === name || before === '' || isKept) break
    name = before
  }
  return name
}

/** Cleans the name of a registrar and removes the notes of the registry behind it. */
export const cleanRegistrarName = (value: string): string =>
  withoutNotes(value, (note) => REGISTRY_NOTE.test(note))

/**
 * Removes every note and trade name behind the name of a registrar, for a comparison of two
 * wordings. A note in brackets behind a legal form is no part of the name, in any words: "Kork Inc.
 * (reseller desk)".
 */
export const bareRegistrarName = (value: string): string =>
  withoutNotes(
    value.replace(TRADE_NAME, ''),
    (note, before) =>
      REGISTRY_NOTE.test(note) || OTHER_NOTE.test(note) || endsInForm(foldWords(before)),
  )

/**
 * Some registries print a name in the local script and in Latin letters. The name in Latin letters
 * is preferred.
 */
export function preferLatin(values: readonly string[]): string | null {
  return (
    values.find((value) => /\p{Script=Latin}{2}/u.test(cleanRegistrarName(value))) ??
    values[0] ??
    null
  )
}

/**
 * A registry may print "n/a" as the Latin form of a name and the real name only in the local
 * script. A real name is therefore preferred to a placeholder.
 */
export function bestName(values: readonly string[]): string | null {
  const named = values.map(cleanPartyName).filter((value) => classifyName(value).is === 'name')
  return preferLatin(named) ?? values.find((value) => !isPlaceholder(value)) ?? null
}
