import { guessEntityType } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import { nameAtStart, namesWithForm } from '../../names/names-in-text.ts'
import { oneOf } from '../../names/pattern-code.ts'
import type { LegalStatement } from '../../page-evidence.ts'
import { partyAtEnd } from './legal-party.ts'
import { foldCase, foldedPattern } from './letter-case.ts'
import words from './operator-words.json' with { type: 'json' }
import { AUTHOR, anyOf, CONTROLLER, OPERATOR, SITE, USES } from './operator-words.ts'
import { HINTS, SENTENCE_GROUPS, type SentencePattern } from './sentence-patterns.ts'

const MATCHES_MAX = 4
const SENTENCE_LENGTH_MAX = 300

const SITE_WORDS = foldedPattern(SITE)
// Names of services that other companies operate. A sentence about such a service says nothing
// about the site.
const FOREIGN_SERVICE = foldedPattern(`${words.foreignServices.join('|')}|${USES}`)

/** True if `subject`, the grammatical subject of a sentence, means this site. */
export function isAboutSite(subject: string, siteNames: readonly string[]): boolean {
  const words = foldCase(subject.trim())
  if (words === '' || /^(?:it|und|and|which|owned|that)$/iu.test(words)) return true
  if (FOREIGN_SERVICE.test(words)) return false
  return SITE_WORDS.test(words) || hasSiteName(words, siteNames)
}

const USED = foldedPattern(`${USES}|${words.usedServices.join('|')}`)

/**
 * True if `before` says that somebody uses a service. In "by using this site, you agree with", the
 * site itself is used, so the result is false.
 */
export function isUsedService(before: string): boolean {
  const words = foldCase(
    before
      .slice(-SENTENCE_LENGTH_MAX)
      .split(/[.!?]\s/u)
      .at(-1) ?? '',
  )
  const used = words.search(USED)
  return used >= 0 && !SITE_WORDS.test(words.slice(used))
}

function hasSiteName(text: string, siteNames: readonly string[]): boolean {
  const folded = foldToLetters(text)
  return siteNames.some((name) => name.length >= 3 && folded.includes(name))
}

const QUOTED = /["“”„«‘「『]\s?([^"“”„»’」』]{1,60})/gu
const AUTHOR_ALONE = foldedPattern(`^${AUTHOR}$`)
const AUTHOR_NAMED = foldedPattern(
  `^[\\s:–—-]{0,4}(?:\\p{L}{1,20}[\\s:–—-]{1,4}){0,3}?${AUTHOR}\\s{0,3}$`,
)
const LONG_NUMBER = /\d[\d ]{5}/u
const ROLE_NAME = foldedPattern(`^(?:${AUTHOR}|${anyOf(OPERATOR)}|${anyOf(CONTROLLER)})$`)

/** True if `alias`, a short name in a contract, means its author ("the Seller") or this site. */
function isAuthor(alias: string, siteNames: readonly string[]): boolean {
  const quoted = [...alias.matchAll(QUOTED)].map(([, text]) => text?.trim() ?? '')
  if (quoted.length > 0)
    return quoted.some(
      (text) => AUTHOR_ALONE.test(foldCase(text)) || siteNames.includes(foldToLetters(text)),
    )
  const [first = ''] = alias.split(',', 1)
  return (
    AUTHOR_NAMED.test(foldCase(first)) ||
    siteNames.some((name) => foldToLetters(first).endsWith(name))
  )
}

/** Matches words for a brand of a group: "a Criteo company", "An Automattic brand". */
const BELONGS = new RegExp(
  [
    String.raw`(?:^|[,–—|(-]\s{0,2}|\bis\s+)(?:an?|une?|ein(?:e)?)\s+`,
    String.raw`(\p{Lu}[^,.;|()]{1,60}?)\s+(?:group\s+)?${oneOf(words.belongers)}\b`,
  ].join(''),
  'gu',
)

export interface Sentence {
  text: string
  next: string | null
}

export function sentenceStatements(
  sentence: Sentence,
  siteNames: readonly string[],
): LegalStatement[] {
  const line = sentence.text
  const found: LegalStatement[] = []
  const folded = foldCase(line)
  const held = new Set(HINTS.filter((hint) => hint.test(folded)))
  for (const { hint, patterns } of SENTENCE_GROUPS)
    if (held.has(hint))
      found.push(
        ...patterns.flatMap((pattern) => statementsBy(pattern, folded, sentence, siteNames)),
      )
  for (const match of line.matchAll(BELONGS)) {
    const name = nameAtStart(match[1] ?? '')
    if (name !== null && found.length < MATCHES_MAX * 2)
      found.push({ kind: 'part_of', name, observed: around(line, match.index, name) })
  }
  return found
}

function statementsBy(
  pattern: SentencePattern,
  folded: string,
  sentence: Sentence,
  siteNames: readonly string[],
): LegalStatement[] {
  const found: LegalStatement[] = []
  let matches = 0
  for (const match of folded.matchAll(pattern.words)) {
    matches += 1
    if (matches > MATCHES_MAX) break
    const statement = readStatement(sentence, match, pattern, siteNames)
    if (statement !== null) found.push(statement)
  }
  return found
}

function readStatement(
  { text: line, next }: Sentence,
  match: RegExpExecArray,
  pattern: SentencePattern,
  siteNames: readonly string[],
): LegalStatement | null {
  const { index } = match
  const end = index + match[0].length
  if (!isAbout(line, match, pattern.aboutSite, siteNames)) return null
  let observed = line
  let name: string | null
  if (pattern.name === 'precedes')
    name = partyAtEnd(line.slice(Math.max(0, index - SENTENCE_LENGTH_MAX), index), siteNames)
  else if (pattern.name === 'within') {
    const group = match.slice(1).find((text) => text !== undefined) ?? ''
    name = enclosedName(
      line.slice(index, end).slice(match[0].indexOf(group)).slice(0, group.length),
    )
  } else {
    name = nameBehind(line.slice(end))
    if (name === null && line.length - end <= ARTICLE_LENGTH_MAX && next !== null) {
      observed = `${line} ${next}`
      name = nameBehind(observed.slice(end))
    }
  }
  // A role in a contract is no name: "The Seller is the operator of this site".
  if (name === null || ROLE_NAME.test(foldCase(name)) || LONG_NUMBER.test(name)) return null
  if (pattern.kind === 'first_person' && guessEntityType(name) !== 'person') return null
  return { kind: pattern.kind, name, observed: around(observed, index, name) }
}

function isAbout(
  line: string,
  { 0: match, 1: alias, index }: RegExpExecArray,
  aboutSite: SentencePattern['aboutSite'],
  siteNames: readonly string[],
): boolean {
  const end = index + match.length
  switch (aboutSite) {
    case undefined:
      return true
    case 'match':
      return isAboutSite(line.slice(index, end), siteNames)
    case 'before':
      return isAboutSite(subjectBefore(line, index), siteNames)
    case 'named': {
      const subject = subjectBefore(line, index)
      return !/\p{L}{2}/u.test(subject) || hasSiteName(subject, siteNames)
    }
    case 'around': {
      const before = subjectBefore(line, index)
      const behind = line.slice(end, end + BEHIND_LENGTH).split(/[。.]/u, 1)[0] ?? ''
      return [before, behind].some((text) => text.trim() !== '' && isAboutSite(text, siteNames))
    }
    case 'alias':
      return isAuthor(line.slice(end - (alias?.length ?? 0), end), siteNames)
    default:
      return aboutSite satisfies never
  }
}

const BEHIND_LENGTH = 30
// Largest length of an article at the end of a line that belongs to the name on the next line: "is
// a project of the".
const ARTICLE_LENGTH_MAX = 4

const COMPANY_WORD = new RegExp(
  [
    String.raw`^(?:(?:l|d|dell)[’'])?(?:\p{Ll}{1,12}\s{1,3}){0,2}?`,
    String.raw`${oneOf(words.companies)}[:,]?\s{1,3}(?=["“„«»]?[\p{Lu}\p{Lo}\d])`,
  ].join(''),
  'u',
)

const HEAD_OF_COMPANY = /^代表(?:者|取締役)?[・：:\s]/u

function nameBehind(text: string): string | null {
  const rest = text.replace(COMPANY_WORD, '').replace(HEAD_OF_COMPANY, '')
  const name = nameAtStart(rest)
  if (
    name === null ||
    hasForm(name) ||
    !/^\s[-–]\s/u.test(rest.slice(rest.indexOf(name) + name.length))
  )
    return name
  return (
    namesWithForm(rest.slice(0, DASHED_LENGTH_MAX)).find((long) => long.startsWith(name)) ?? name
  )
}
const DASHED_LENGTH_MAX = 90

function enclosedName(text: string): string | null {
  const name = nameBehind(text)
  if (name === null) return null
  return /^[.®™]?\s{0,2}(?:$|[,(–|（])/u.test(text.slice(text.indexOf(name) + name.length))
    ? name
    : null
}

function subjectBefore(line: string, index: number): string {
  const before = line.slice(Math.max(0, index - SENTENCE_LENGTH_MAX), index)
  const start = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
    before.lastIndexOf(': '),
    before.lastIndexOf('。'),
  )
  return start < 0 ? before : before.slice(start + 1)
}

export function around(line: string, index: number, name: string): string {
  if (line.length <= SENTENCE_LENGTH_MAX) return line
  const at = line.indexOf(name, Math.max(0, index - SENTENCE_LENGTH_MAX))
  const start = Math.max(0, Math.min(at < 0 ? index : at, index) - 40)
  const cut = line.slice(start, start + SENTENCE_LENGTH_MAX)
  return cut.includes(name)
    ? cut
    : line.slice(Math.max(0, at - 40), Math.max(0, at - 40) + SENTENCE_LENGTH_MAX)
}
