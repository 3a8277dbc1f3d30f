import type { LegalStatement } from '../../evidence.ts'
import { guessEntityType } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { hasForm, nameAtStart, namesWithForm } from '../../names/names-in-text.ts'
import { partyAtEnd } from './legal-party.ts'
import { foldCase, foldedPattern } from './letter-case.ts'
import { AUTHOR, anyOf, CONTROLLER, OPERATOR, SITE, USES } from './operator-words.ts'
import { HINTS, SENTENCE_GROUPS, type SentencePattern } from './sentence-patterns.ts'

const MATCHES_MAX = 4
const SENTENCE_LENGTH_MAX = 300

const SITE_WORDS = foldedPattern(SITE)
/**
 * Words for services of other companies that a site mentions, for example "hosting". The operator
 * of such a service is not the operator of the site.
 */
const FOREIGN_SERVICE = foldedPattern(
  `host|analytic|payment|newsletter|chat|\\bmaps?\\b|font|captcha|cookie|video|plug-?in|advertis|e-?mail|cdn|tracking|social|comment|zahlung|karten|pago|paiement|płatno|платеж|支付|決済|trademark|\\blogos?\\b|photo|${USES}`,
)

/**
 * True when `subject`, the grammatical subject of a sentence, means this site. Examples are "this
 * website", one of the site's own names, or an empty text.
 */
export function isAboutSite(subject: string, siteNames: readonly string[]): boolean {
  const words = foldCase(subject.trim())
  if (words === '' || /^(?:it|und|and|which|owned|that)$/iu.test(words)) return true
  if (FOREIGN_SERVICE.test(words)) return false
  return SITE_WORDS.test(words) || hasSiteName(words, siteNames)
}

const USED = foldedPattern(
  `${USES}|\\bpartner|\\bhosters?\\b|\\bhosting\\b|hébergeur|(?:servi[czç]|dienst)\\p{L}{0,5} (?:of|von|der|de|di|van)\\b`,
)

/**
 * True if the sentence that leads to a name says that the site uses or links it. In "by using this
 * site, you agree with", the site itself is used.
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
/** Short name without quotation marks, behind at most three words such as "referred to as". */
const AUTHOR_NAMED = foldedPattern(
  `^[\\s:–—-]{0,4}(?:\\p{L}{1,20}[\\s:–—-]{1,4}){0,3}?${AUTHOR}\\s{0,3}$`,
)
/** Number of a register, which a name before the verb can have swallowed. */
const LONG_NUMBER = /\d[\d ]{5}/u
const ROLE_NAME = foldedPattern(`^(?:${AUTHOR}|${anyOf(OPERATOR)}|${anyOf(CONTROLLER)})$`)

/** True when a short name stands for the author of a contract or for this site: `"the Seller"`. */
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

/** Name of a parent company in phrases such as "a Criteo company" or "An Automattic brand". */
const BELONGS =
  /(?:^|[,–—|(-]\s{0,2}|\bis\s+)(?:an?|une?|ein(?:e)?)\s+(\p{Lu}[^,.;|()]{1,60}?)\s+(?:group\s+)?(?:company|brand|subsidiary|business|property)\b/gu

/** Line of a page, and the next line of its paragraph, in which a sentence may go on. */
export interface Sentence {
  text: string
  next: string | null
}

/**
 * Returns the sentences in a line of text that name a responsible company or person. `siteNames`
 * contains the site's own names in lower-case letters and digits only.
 */
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
    const statement = read(sentence, match, pattern, siteNames)
    if (statement !== null) found.push(statement)
  }
  return found
}

function read(
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
  // A definition in a contract has a role for a name: "The Seller is the operator of this site".
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
    case null:
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
/** An article of the name may stand at the end of a line: "is a project of the". */
const ARTICLE_LENGTH_MAX = 4

/** Words for a company before its name, with an article: "la société", "our parent company". */
const COMPANY_WORD =
  /^(?:(?:l|d|dell)[’'])?(?:\p{Ll}{1,12}\s{1,3}){0,2}?(?:company|firm|business|association|société|sociedad|società|ditta|azienda|empresa|entreprise|group|groupe|grupo|gruppo|vennootschap|onderneming|bedrijf|firma|firmaet|företaget|bolaget|selskabet|selskapet|virksomheden|spółk\p{L}|firm[yęąa]|obchodní\s{1,3}společnost\p{L}{0,2}|společnost\p{L}{0,2}|spoločnos\p{L}{1,2}|cég|vállalkozás|societate\p{L}{0,2}|compania|фирма(?:та)?|дружество(?:то)?|компани\p{L}{1,2}|общество\p{L}{0,2}|организаци\p{L}{1,2}|компані\p{L}{1,2}|фірм\p{L}{1,3}|εταιρε?[ίι]\p{L}{1,3}|podjetje|tvrtka|įmonė|bendrovė|uzņēmums|ettevõte|yritys|perusahaan|חברת)[:,]?\s{1,3}(?=["“„«»]?[\p{Lu}\p{Lo}\d])/u

const HEAD_OF_COMPANY = /^代表(?:者|取締役)?[・：:\s]/u

/** Returns the name at the start of a text, behind words such as "the company". */
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

/** Returns the name in a part of a sentence that has nothing else but an address behind it. */
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

/** Returns the part of `line` around the given name, at most 300 characters long. */
export function around(line: string, index: number, name: string): string {
  if (line.length <= SENTENCE_LENGTH_MAX) return line
  const at = line.indexOf(name, Math.max(0, index - SENTENCE_LENGTH_MAX))
  const start = Math.max(0, Math.min(at < 0 ? index : at, index) - 40)
  const cut = line.slice(start, start + SENTENCE_LENGTH_MAX)
  return cut.includes(name)
    ? cut
    : line.slice(Math.max(0, at - 40), Math.max(0, at - 40) + SENTENCE_LENGTH_MAX)
}
