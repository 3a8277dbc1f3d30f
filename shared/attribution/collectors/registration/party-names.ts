import { foldWords } from '../../names/fold.ts'
import {
  hasAttachedLegalForm,
  isEndingLegalForm,
  isStartingLegalForm,
  legalFormAtEnd,
} from '../../names/legal-forms.ts'
import { oneOf } from '../../names/pattern-code.ts'
import { classifyName, isPlaceholder } from './judge-registrant.ts'
import words from './party-words.json' with { type: 'json' }
import { cleanValue } from './whois-text.ts'

const ORGANIZATION_WORDS = new RegExp(String.raw`\b${oneOf(words.organizations)}\b`, '')
// Words that show an organisation, for scripts without spaces between words and for words with many
// endings.
const OTHER_ORGANIZATION_WORDS = new RegExp(
  `${oneOf(words.unspacedEnds)}$|${oneOf(words.stems)}`,
  'u',
)
const HANDLE_BEHIND_NAME =
  /(?:(?<!\s)\s+)?[([](?=[^)\]\s]{0,30}[\d_-])[A-Za-z0-9_.-]{3,30}[)\]]\s*$/
/** Matches "(info [at] example.uz)", an email address that is hidden from spam programs. */
const DISGUISED_EMAIL = /\(?[^\s()[\]]{1,64} ?\[at\] ?[^\s()[\]]{1,200}\)?/gi

// Shows that a first word may be a legal form. Two capital ASCII letters without a dot may be the
// initials of a person, so they do not match.
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

/** Matches "K.S.C.P.". At least three letters, because two may be the initials of a person. */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){3,}/gu

/** Finds words that may be a legal form before a town, such as "GmbH" in "Kork GmbH Trier". */
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
 * True for a name with a legal form, a word such as "university", "&" or a digit. Other names may
 * belong to a person.
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

/** If the organisation is missing or hidden, a company in the field for persons replaces it. */
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

/** Matches a tag ("TAG=KORK"), a web address or the id that a registry gives a contact. */
const REGISTRY_NOTE =
  /^(?:(?:tag|id) ?=.{1,60}|https?:\/\/.{1,200}|www\..{1,200}|[A-Z]\d{1,6}-[A-Z]{2,8})$/i
const ADDRESS_BEHIND_NAME =
  /[\s,;|/–-]{1,5}(?:(?:https?:\/\/|www\.)\S{1,200}|(?:#|(?:IANA )?ID:? ?)\d{1,7})$/i
const TRADE_NAME = /[\s,]{1,3}(?:d\/b\/a|dba|t\/a|trading as|doing business as)\s.{1,200}$/i
const OTHER_NOTE =
  /^(?:(?=\S*[\d_-])[\w.-]{2,30}|\S{1,200}\.[a-z]{2,63}|[cgn]{0,2}tlds?|d\/?b\/?a\b.{0,200})$/i
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

export const cleanRegistrarName = (value: string): string =>
  withoutNotes(value, (note) => REGISTRY_NOTE.test(note))

/**
 * The registrar's name for comparing two records that write it differently. A note after a legal
 * form is removed: "Kork Inc. (reseller desk)" becomes "Kork Inc.".
 */
export const bareRegistrarName = (value: string): string =>
  withoutNotes(
    value.replace(TRADE_NAME, ''),
    (note, before) =>
      REGISTRY_NOTE.test(note) || OTHER_NOTE.test(note) || endsInForm(foldWords(before)),
  )

/** If a registry prints a name in local and in Latin letters, the Latin name is used. */
export function preferLatin(values: readonly string[]): string | null {
  return (
    values.find((value) => /\p{Script=Latin}{2}/u.test(cleanRegistrarName(value))) ??
    values[0] ??
    null
  )
}

/** A registry may print "n/a" as the Latin form of a name, so placeholders are skipped. */
export function bestName(values: readonly string[]): string | null {
  const named = values.map(cleanPartyName).filter((value) => classifyName(value).is === 'name')
  return preferLatin(named) ?? values.find((value) => !isPlaceholder(value)) ?? null
}
