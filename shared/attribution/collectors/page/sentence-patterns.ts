import { oneOf } from '../../names/pattern-code.ts'
import type { LegalStatement } from '../../page-evidence.ts'
import { foldedPattern } from './letter-case.ts'
import {
  CONTROLLER,
  CONTROLLER_WITHOUT_IS,
  ENCLOSED,
  ENCLOSED_BEFORE,
  HEREINAFTER,
  isNoun,
  NAME_THEN_VERB,
  nounIs,
  OPERATED_BY,
  OPERATES,
  OPERATOR,
  PART_OF,
  PROJECT_OF,
  RESPONSIBLE_FOR,
  SITE,
  TRADEMARK_OF,
  WITHOUT_IS,
} from './operator-words.ts'
import stems from './sentence-hints.json' with { type: 'json' }
import sentences from './sentence-patterns.json' with { type: 'json' }

interface Sentence {
  kind: LegalStatement['kind']
  name: 'follows' | 'precedes' | 'within'
  words: string
  // Part of the sentence that must mean this site. Otherwise "Foo Analytics is operated by Foo"
  // would count on the site of another company. If undefined, any sentence counts.
  // - `before`, `match`, `around`: the text before the match, the match, the text around it.
  // - `named`: the text before the match, which must have a name of the site.
  // - `alias`: the end of the match, a short name of the site or of the author of a contract.
  aboutSite?: 'before' | 'match' | 'around' | 'named' | 'alias'
}

export interface SentencePattern extends Omit<Sentence, 'words'> {
  words: RegExp
}

export interface SentenceGroup {
  /** If a text does not match the hint, it matches none of the patterns and they are not tried. */
  hint: RegExp
  patterns: readonly SentencePattern[]
}

// Parts of words for each group of sentences: every sentence of the group has one of them. The
// search for them costs less than one of the long patterns, and nearly all lines of a page have
// none.
const hints = Object.fromEntries(
  Object.entries(stems).map(([name, list]) => [name, foldedPattern(list.join('|'))]),
) as Record<keyof typeof stems, RegExp>

// A `\b` at the start is replaced by a lookbehind, because `\b` knows only ASCII letters and would
// miss "è gestito" and "é operado". A limit of three spaces becomes one space: lines have one space
// between words, and V8 makes three copies of the code behind such a limit.
const sentencePattern = (source: string): RegExp =>
  foldedPattern(source.replace(/^\\b/u, '(?<!\\p{L})').replaceAll('\\s{1,3}', '\\s'), 'gu')

const group = (hint: keyof typeof stems, ...patterns: readonly Sentence[]): SentenceGroup => ({
  hint: hints[hint],
  patterns: patterns.map(({ words, ...sentence }) => ({
    ...sentence,
    words: sentencePattern(words),
  })),
})

type Rule = (
  kind: Sentence['kind'],
  words: string,
  aboutSite?: NonNullable<Sentence['aboutSite']>,
) => Sentence
const named =
  (name: Sentence['name']): Rule =>
  (kind, words, aboutSite) =>
    aboutSite === undefined ? { kind, name, words } : { kind, name, words, aboutSite }
const follows = named('follows')
const precedes = named('precedes')
const within = named('within')

/** Text inside one sentence. A full stop ends the sentence, unless it belongs to a domain name. */
const WITHIN = String.raw`(?:[^.:;()。]|\.(?=\S))`
const BRACKETED = String.raw`(?:\s{0,3}\([^)]{0,80}\))?`
// Text between the verb and the name: a space, an apostrophe, or in Arabic a letter that means
// "of".
const BEFORE_NAME = String.raw`(?:\s{0,2}:)?(?:\s{1,3}|(?<=[’']|\sل))`
// Words for persons beside the controller, who are not the operator: "the controller's data
// protection officer is X".
const OTHER_PERSON = oneOf(sentences.otherPersons)
const IS_SHORT = String.raw`\s{1,3}(?:is|ist|es|est|é)\s{0,2}:?\s{1,3}`
const OPENING = String.raw`(?:,\s{0,3}[(（]?|\s{0,3}[(（])\s{0,2}(?:\p{L}{1,14}\s{1,3}){0,2}?`
const QUOTE_AHEAD = String.raw`\s{0,3}\((?=\s{0,2}(?:the\s{1,3})?["“„«])`
const GREETING = '(?:hello|hey|hi|hallo|hola|yo|bonjour|ciao|hoi|olá|hej)'
const INTRODUCTION_START = String.raw`(?:^|(?<=[.!?¡,:;…–—-]\s{0,2}|${GREETING}\s))`
const NO_ARTICLE = String.raw`\s{1,3}(?!(?:an?|not|une?|ein|en)\s)`
const startsWith = (words: string): string => String.raw`(?<!\p{L})${words}`
const MAKER_BY = String.raw`\s?(?:by|par|von|durch|por|door|da|di|:)\s{0,3}`

/** The last groups are weak evidence: trademark notices, introductions of authors, and credits. */
export const SENTENCE_GROUPS: readonly SentenceGroup[] = [
  group('running', follows('operated_by', startsWith(OPERATED_BY) + BEFORE_NAME, 'before')),
  group(
    'belongingTo',
    follows('operated_by', startsWith(PROJECT_OF) + BEFORE_NAME, 'before'),
    follows('part_of', startsWith(PART_OF) + BEFORE_NAME, 'before'),
  ),
  group(
    'operators',
    follows('operated_by', startsWith(nounIs(OPERATOR, `${WITHIN}{0,80}?`)), 'match'),
    follows(
      'operated_by',
      String.raw`${startsWith(SITE)}\p{L}{0,8}\s{1,3}${nounIs(OPERATOR, '')}`,
      'match',
    ),
  ),
  group(
    'responsible',
    follows('operated_by', `${startsWith(RESPONSIBLE_FOR)}${WITHIN}{2,60}?${IS_SHORT}`, 'match'),
  ),
  group('operators', follows('operated_by', `${startsWith(WITHOUT_IS)}\\s{1,3}`, 'before')),
  group('running', precedes('operated_by', `\\s{1,3}${NAME_THEN_VERB}`, 'before')),
  group(
    'operators',
    precedes('operated_by', `${BRACKETED},?${isNoun(OPERATOR)}${WITHIN}{0,40}`, 'match'),
  ),
  group(
    'operates',
    precedes(
      'operated_by',
      String.raw`${BRACKETED},?\s{1,3}${OPERATES}(?!\p{L})${WITHIN}{0,40}`,
      'match',
    ),
  ),
  group(
    'enclosing',
    ...ENCLOSED.map((words) => within('operated_by', words, 'before')),
    ...ENCLOSED_BEFORE.map((words) => within('operated_by', words, 'around')),
  ),
  group(
    'controllers',
    follows(
      'controller',
      startsWith(nounIs(CONTROLLER, `(?:(?!${OTHER_PERSON})${WITHIN}){0,110}?`)),
    ),
    follows('controller', `${startsWith(CONTROLLER_WITHOUT_IS)}\\s{1,3}`),
    precedes('controller', `${BRACKETED},?(?:${isNoun(CONTROLLER)}|${sentences.actsAsController})`),
    precedes('controller', sentences.responsibleForProcessing),
  ),
  group(
    'definedNames',
    precedes(
      'agreement',
      String.raw`(?:${OPENING}(?<!\p{L})${HEREINAFTER},?|${QUOTE_AHEAD})([^().;]{1,60})`,
      'alias',
    ),
  ),
  group('hosts', ...(sentences.hosts as Sentence[])),
  group('parentheses', ...(sentences.parentheses as Sentence[])),
  group('contracts', ...(sentences.contracts as Sentence[])),
  group('trademarks', follows('trademark', startsWith(TRADEMARK_OF) + BEFORE_NAME, 'named')),
  group(
    'firstPersons',
    follows('first_person', `${INTRODUCTION_START}${oneOf(sentences.introductions)}${NO_ARTICLE}`),
  ),
  group('credits', follows('credit', String.raw`\b${oneOf(sentences.credits)}${MAKER_BY}`)),
]

export const HINTS: readonly RegExp[] = Object.values(hints)
