import type { LegalStatement } from '../../evidence.ts'
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
import * as hints from './sentence-hints.ts'

type Kind = LegalStatement['kind']

export interface SentencePattern {
  kind: Kind
  words: RegExp
  name: 'follows' | 'precedes' | 'within'
  /**
   * Part of the sentence that must mean this site: the text before the match, the match itself, or
   * the text around it. "Foo Analytics is operated by Foo" on the site of another company is then
   * ignored. For `named`, the text before has a name of the site. For `alias`, the match ends with
   * a short name of the site or of the author of a contract. Null if any sentence counts.
   */
  aboutSite: 'before' | 'match' | 'around' | 'named' | 'alias' | null
}

/**
 * Creates a regular expression for texts in small letters (`foldCase`) from its source text. A `\b`
 * at the start is replaced by a lookbehind, because `\b` knows only ASCII letters and would miss "è
 * gestito" and "é operado". Lines have one space between words, and V8 makes three copies of the
 * code behind a limit of three.
 */
const wordsOf = (source: string): RegExp =>
  foldedPattern(source.replace(/^\\b/u, '(?<!\\p{L})').replaceAll('\\s{1,3}', '\\s'), 'gu')

const sentence = (
  kind: Kind,
  name: SentencePattern['name'],
  source: string,
  aboutSite: SentencePattern['aboutSite'],
): SentencePattern => {
  const words = wordsOf(source)
  return { kind, words, name, aboutSite }
}
const follows = (
  kind: Kind,
  source: string,
  aboutSite: SentencePattern['aboutSite'] = null,
): SentencePattern => sentence(kind, 'follows', source, aboutSite)
const precedes = (
  kind: Kind,
  source: string,
  aboutSite: SentencePattern['aboutSite'] = null,
): SentencePattern => sentence(kind, 'precedes', source, aboutSite)

export interface SentenceGroup {
  /** Found in each text that one of the patterns matches. */
  hint: RegExp
  patterns: readonly SentencePattern[]
}
const group = (hint: RegExp, ...patterns: readonly SentencePattern[]): SentenceGroup => ({
  hint,
  patterns,
})

const OPENED = '["“”„«\'‘’「『]?'
/** Text of one sentence. The full stop of a domain name does not end it. */
const WITHIN = String.raw`(?:[^.:;()。]|\.(?=\S))`
const BRACKETED = String.raw`(?:\s{0,3}\([^)]{0,80}\))?`
/**
 * The name follows after a space, after an apostrophe, or in Arabic after a letter that means "of".
 */
const BEFORE_NAME = String.raw`(?:\s{0,2}:)?(?:\s{1,3}|(?<=[’']|\sل))`
/** Persons beside the controller: "the controller's data protection officer is X". */
const OTHER_PERSON =
  '(?:officer|representative|contact person|beauftragt|vertreter|représentant|délégué|delegad|represent|rappresent|responsabile della|functionaris|pověřen|zodpoved|inspektor|képvisel|tisztvisel|представител|уполномоч|ombud|rådgiver|tietosuoja)'
const startsWith = (words: string): string => String.raw`(?<!\p{L})${words}`

/**
 * Patterns of sentences. The last ones are weak evidence of the operator: trademark notices,
 * authors who introduce themselves, and credits.
 */
export const SENTENCE_GROUPS: readonly SentenceGroup[] = [
  group(hints.RUNNING, follows('operated_by', startsWith(OPERATED_BY) + BEFORE_NAME, 'before')),
  group(
    hints.BELONGING_TO,
    follows('operated_by', startsWith(PROJECT_OF) + BEFORE_NAME, 'before'),
    follows('part_of', startsWith(PART_OF) + BEFORE_NAME, 'before'),
  ),
  group(
    hints.OPERATORS,
    follows('operated_by', startsWith(nounIs(OPERATOR, `${WITHIN}{0,80}?`)), 'match'),
  ),
  group(
    hints.OPERATORS,
    follows(
      'operated_by',
      String.raw`${startsWith(SITE)}\p{L}{0,8}\s{1,3}${nounIs(OPERATOR, '')}`,
      'match',
    ),
  ),
  group(
    hints.RESPONSIBLE,
    follows(
      'operated_by',
      String.raw`${startsWith(RESPONSIBLE_FOR)}${WITHIN}{2,60}?\s{1,3}(?:is|ist|es|est|é)\s{0,2}:?\s{1,3}`,
      'match',
    ),
  ),
  group(
    hints.OPERATORS,
    follows('operated_by', String.raw`${startsWith(WITHOUT_IS)}\s{1,3}`, 'before'),
  ),
  group(hints.RUNNING, precedes('operated_by', String.raw`\s{1,3}${NAME_THEN_VERB}`, 'before')),
  group(
    hints.OPERATORS,
    precedes('operated_by', `${BRACKETED},?${isNoun(OPERATOR)}${WITHIN}{0,40}`, 'match'),
  ),
  group(
    hints.OPERATES,
    precedes(
      'operated_by',
      String.raw`${BRACKETED},?\s{1,3}${OPERATES}(?!\p{L})${WITHIN}{0,40}`,
      'match',
    ),
  ),
  group(
    hints.ENCLOSING,
    ...ENCLOSED.map((source) => sentence('operated_by', 'within', source, 'before')),
    ...ENCLOSED_BEFORE.map((source) => sentence('operated_by', 'within', source, 'around')),
  ),
  group(
    hints.CONTROLLERS,
    follows(
      'controller',
      startsWith(nounIs(CONTROLLER, `(?:(?!${OTHER_PERSON})${WITHIN}){0,110}?`)),
    ),
    follows('controller', String.raw`${startsWith(CONTROLLER_WITHOUT_IS)}\s{1,3}`),
    precedes(
      'controller',
      String.raw`${BRACKETED},?(?:${isNoun(CONTROLLER)}|\s{1,3}acts? as\s{1,3}(?:the\s{1,3}|an?\s{1,3})?(?:data\s{1,3})?controller\b)`,
    ),
    precedes(
      'controller',
      '\\s{1,3}(?:is|are)\\s{1,3}(?:the\\s{1,3}(?:entity|company|party)\\s{1,3})?responsible for (?:the\\s{1,3})?(?:processing|collection|handling) of\\b',
    ),
  ),
  group(
    hints.DEFINED_NAMES,
    precedes(
      'agreement',
      String.raw`(?:(?:,\s{0,3}[(（]?|\s{0,3}[(（])\s{0,2}(?:\p{L}{1,14}\s{1,3}){0,2}?(?<!\p{L})${HEREINAFTER},?|\s{0,3}\((?=\s{0,2}(?:the\s{1,3})?["“„«]))([^().;]{1,60})`,
      'alias',
    ),
  ),
  group(
    hints.HOSTS,
    follows(
      'operated_by',
      '\\b(?:domain(?:\\s{1,3}name)?|host\\s?name|server)\\s{1,3}(?:is|and its subdomains are)\\s{1,3}(?:\\p{L}+\\s{1,3})?(?:(?:used|controlled)\\s{1,3}by|registered\\s{1,3}to)\\s{1,3}',
    ),
    follows(
      'operated_by',
      '\\b(?:this|the)\\s{1,3}(?:host(?:\\s?name)?|server|domain)\\s{1,3}[^.:;]{3,80}?\\s(?:customers|clients|users|subscribers|publishers)\\s{1,3}of\\s{1,3}',
    ),
    follows('operated_by', '\\bbelongs\\s{1,3}to\\s{1,3}', 'before'),
    follows(
      'operated_by',
      '\\breached\\s{1,3}an?\\s{1,3}(?:\\p{L}+\\s{1,3})?(?:server|host|domain)\\s{1,3}(?:of|operated by|run by)\\s{1,3}',
    ),
    follows(
      'operated_by',
      '\\b(?:domain|(?:web)?site)\\s{1,3}(?:used|owned|operated|run|published)\\s{1,3}by\\s{1,3}',
      'before',
    ),
    follows(
      'operated_by',
      '\\bofficial\\s{1,3}(?:web ?site|home ?page|site|store|shop|blog)\\s{1,3}(?:of|for)\\s{1,3}',
    ),
    follows('operated_by', '(?:^|\\W)(?:d/b/a|dba) of\\s{1,3}'),
  ),
  group(
    hints.PARENTHESES,
    precedes(
      'agreement',
      `,?\\s{0,3}\\((?!us\\))\\s{0,3}(?:(?:hereinafter|collectively|together|referred to as|herein|hereafter|or|the|and|its affiliates|")[^()]{0,40})?${OPENED}(?:we|us|our|the company|company|the operator)${OPENED}[,;)\\s]`,
    ),
    precedes(
      'agreement',
      `,?\\s{0,3}\\(\\s{0,3}["“„][^()"”]{1,60}["”],?\\s{0,2}(?:or\\s{1,3}|and\\s{1,3})?["“„](?:we|us|our)\\b`,
    ),
  ),
  group(
    hints.CONTRACTS,
    follows(
      'agreement',
      '\\b(?:between|among)\\s{1,3}you\\s{0,3}(?:\\([^)]{0,60}\\)\\s{0,3})?,?\\s{0,3}and\\s{1,3}',
    ),
    follows(
      'agreement',
      '\\b(?:agreement|contract)\\s{1,3}(?:is\\s{1,3}(?:made\\s{1,3})?)?with\\s{1,3}',
    ),
    precedes(
      'agreement',
      '\\s{1,3}and\\s{1,3}its\\s{1,3}(?:affiliates|subsidiaries)\\b[^.]{0,60}?\\b(?:provides?|operates?|offers?|own)\\b',
    ),
    precedes('agreement', "(?:['’]s?)?\\s{1,3}policy\\s{1,3}to\\s{1,3}respect\\b"),
    follows('agreement', '\\b(?:é|es) política d[aeo]l?\\s(?=[^.]{2,60}\\srespei?tar)'),
  ),
  group(
    hints.PARENTHESES,
    precedes(
      'agreement',
      '(?:及/或(?:其)?关联方|及其关联(?:公司|方))?\\s{0,3}[（(](?:以下|下称|简称)[^）)]{0,20}(?:我们|我們|公司|本公司)',
    ),
    precedes(
      'agreement',
      '\\s{0,2}[（(]\\s{0,2}(?:以下|以降|이하)[、,]?\\s{0,2}[「『"“‘\']?(?:当社|弊社|当店|運営者|当サイト|当院|当組合|甲|회사|당사)',
    ),
  ),
  group(hints.TRADEMARKS, follows('trademark', startsWith(TRADEMARK_OF) + BEFORE_NAME, 'named')),
  group(
    hints.FIRST_PERSONS,
    follows(
      'first_person',
      "(?:^|(?<=[.!?¡,:;…–—-]\\s{0,2}|(?:hello|hey|hi|hallo|hola|yo|bonjour|ciao|hoi|olá|hej)\\s))(?:my name is|hi,? i['’]?m|i am|i['’]m|je m['’]appelle|je suis|mein name ist|ich bin|ich heiße|me llamo|mi nombre es|soy|mi chiamo|sono|mijn naam is|ik ben|ik heet|meu nome é|chamo-me|eu sou|jeg heter|jeg er|jag heter|nazywam się|jmenuji se|mă numesc|minun nimeni on|меня зовут)\\s{1,3}(?!(?:an?|not|une?|ein|en)\\s)",
    ),
  ),
  group(
    hints.CREDITS,
    follows(
      'credit',
      '\\b(?:(?:web)?site|web ?design|design(?:ed)?|developed|development|made|built|created|powered|hosted|hosting|theme|konzept und umsetzung|umsetzung|gestaltung|realisation|réalisation|réalisé|conception|hébergement|realizzazione|diseño|ontwerp|realisatie)\\s?(?:by|par|von|durch|por|door|da|di|:)\\s{0,3}',
    ),
  ),
]

/** Each hint once, because several groups have the same one. */
export const HINTS: readonly RegExp[] = [...new Set(SENTENCE_GROUPS.map(({ hint }) => hint))]
