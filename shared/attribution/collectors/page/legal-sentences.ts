import type { LegalStatement } from '../../evidence.ts'
import { guessEntityType } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { nameAtStart } from '../../names/names-in-text.ts'
import { partyAtEnd } from './legal-party.ts'

type Kind = LegalStatement['kind']

interface SentencePattern {
  kind: Kind
  words: RegExp
  name: 'follows' | 'precedes'
  /**
   * If true, a sentence that matches the pattern is used only when the grammatical subject of the sentence is this site. For example,
   * "Foo Analytics is operated by Foo" on the site of another company is then ignored.
   */
  aboutSite: boolean
}

const MATCHES_MAX = 4
const SENTENCE_LENGTH_MAX = 300

/**
 * Creates a regular expression from its source text. A `\b` at the start is replaced by a lookbehind, because `\b` knows only ASCII letters
 * and would miss "è gestito" and "é operado".
 */
const wordsOf = (source: string): RegExp => new RegExp(source.replace(/^\\b/u, '(?<!\\p{L})'), 'giu')

const follows = (kind: Kind, source: string, aboutSite = false): SentencePattern => ({
  kind,
  words: wordsOf(source),
  name: 'follows',
  aboutSite,
})
const precedes = (kind: Kind, source: string, aboutSite = false): SentencePattern => ({
  kind,
  words: wordsOf(source),
  name: 'precedes',
  aboutSite,
})

const RUN = '(?:owned|operated|run|published|administered|provided|offered|controlled|produced|managed)'
const OPENED = '["“”„«\'‘’「『]?'

const PATTERNS: readonly SentencePattern[] = [
  follows(
    'operated_by',
    `\\b(?:(?:is|are)\\s+(?:(?:now|also|still|\\p{L}{3,14}ly)\\s+){0,2}|^)${RUN}(?:\\s{0,2}(?:,|and|&|/)\\s{0,2}${RUN}){0,2}\\s+by\\s+`,
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:domain(?:\\s+name)?|host\\s?name|server)\\s+(?:is|and its subdomains are)\\s+(?:\\p{L}+\\s+)?(?:(?:used|controlled)\\s+by|registered\\s+to)\\s+',
  ),
  follows(
    'operated_by',
    '\\b(?:this|the)\\s+(?:host(?:\\s?name)?|server|domain)\\s+[^.:;]{3,80}?\\s(?:customers|clients|users|subscribers|publishers)\\s+of\\s+',
  ),
  follows('operated_by', '\\bbelongs\\s+to\\s+', true),
  follows(
    'operated_by',
    '\\breached\\s+an?\\s+(?:\\p{L}+\\s+)?(?:server|host|domain)\\s+(?:of|operated by|run by)\\s+',
  ),
  follows('operated_by', '\\b(?:domain|(?:web)?site)\\s+(?:used|owned|operated|run|published)\\s+by\\s+', true),
  follows(
    'operated_by',
    '\\b(?:is|are)\\s+(?:an?|the|one of the)\\s+(?:registered\\s+|official\\s+)?(?:d/?b/?a/?|trad(?:e|ing)\\s+(?:name|style)s?|business name|assumed name|brand(?:\\s+name)?s?|product|service|publication|property|(?:web)?site|project|initiative|domain|imprint|app)\\s+(?:name\\s+)?(?:of|from|by|used by|operated by|owned by|provided by)\\s+',
    true,
  ),
  follows('operated_by', '\\bofficial\\s+(?:web ?site|home ?page|site|store|shop|blog)\\s+(?:of|for)\\s+'),
  follows('operated_by', '(?:^|\\W)(?:d/b/a|dba) of\\s+'),
  follows(
    'part_of',
    '\\b(?:is|are)\\s+(?:(?:now|also)\\s+)?(?:an?\\s+)?(?:(?:wholly[ -]owned|fully owned)\\s+)?(?:subsidiary|division|part|unit|member|affiliate)\\s+of\\s+',
    true,
  ),
  follows('controller', '\\bcontroller\\b[^.:;()]{0,90}?\\b(?:is|are|will be)\\s{0,2}:?\\s+'),
  precedes(
    'controller',
    `(?:\\s*\\([^)]{0,80}\\))?,?\\s+(?:is|are|acts? as)\\s+(?:the\\s+|an?\\s+|your\\s+)?(?:(?:sole|joint|independent)\\s+)?(?:data\\s+)?controller\\b`,
  ),
  precedes(
    'controller',
    '\\s+(?:is|are)\\s+(?:the\\s+(?:entity|company|party)\\s+)?responsible for (?:the\\s+)?(?:processing|collection|handling) of\\b',
  ),
  precedes(
    'agreement',
    `,?\\s*\\(\\s*(?:(?:hereinafter|collectively|together|referred to as|herein|hereafter|or|the|and|its affiliates|")[^()]{0,40})?${OPENED}(?:we|us|our|the company|company|the operator)${OPENED}[,;)\\s]`,
  ),
  precedes('agreement', `,?\\s*\\(\\s*["“„][^()"”]{1,60}["”],?\\s{0,2}(?:or\\s+|and\\s+)?["“„](?:we|us|our)\\b`),
  follows('agreement', '\\b(?:between|among)\\s+you\\s*(?:\\([^)]{0,60}\\)\\s*)?,?\\s*and\\s+'),
  follows('agreement', '\\b(?:agreement|contract)\\s+(?:is\\s+(?:made\\s+)?)?with\\s+'),
  precedes(
    'agreement',
    '\\s+and\\s+its\\s+(?:affiliates|subsidiaries)\\b[^.]{0,60}?\\b(?:provides?|operates?|offers?|own)\\b',
  ),
  precedes('agreement', "(?:['’]s?)?\\s+policy\\s+to\\s+respect\\b"),
  follows(
    'operated_by',
    '\\b(?:betrieben|herausgegeben|bereitgestellt|verantwortet|angeboten)\\s+(?:von|durch|vom)\\s+',
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:betreiber(?:in)?|anbieter(?:in)?|herausgeber(?:in)?|inhaber(?:in)?)\\s+(?:dieser|der|des|unserer|von)\\s+[^.:;]{0,60}?\\s+ist\\s*:?\\s+',
  ),
  follows(
    'operated_by',
    '\\bist\\s+eine?\\s+(?:angebot|service|dienst|marke|produkt|projekt|website|webseite|publikation|portal|online-angebot|handelsname)\\s+(?:der|des|von|vom)\\s+',
    true,
  ),
  follows(
    'part_of',
    '\\b(?:ein(?:e)?)\\s+(?:unternehmen|tochter(?:gesellschaft|unternehmen|firma)?|teil|gesellschaft)\\s+(?:der|des|von|vom)\\s+',
  ),
  follows('controller', '\\bverantwortliche[rn]?(?:\\s+stelle)?\\b[^.:;]{0,110}?\\s+(?:ist|sind)\\s*:?\\s+'),
  precedes(
    'agreement',
    `,?\\s*\\(\\s*(?:nachfolgend|im folgenden|nachstehend|im weiteren)\\b[^()]{0,30}?${OPENED}(?:wir|uns|unser|anbieter|betreiber|verkäufer)`,
  ),
  follows(
    'operated_by',
    '\\b(?:est|sont)\\s+(?:(?:édité|publié|exploité|géré|proposé|détenu|administré)e?s?)(?:\\s+et\\s+\\p{L}{4,12})?\\s+par\\s+',
    true,
  ),
  follows(
    'operated_by',
    "\\best\\s+(?:la\\s+propriété|une\\s+marque(?:\\s+déposée)?|un\\s+service|un\\s+site|une\\s+publication)\\s+(?:de|du|des|d[’'])\\s*",
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:éditeur|propriétaire|exploitant)\\s+(?:du|de ce|de la|de)\\s+[^.:;]{0,40}?\\s+est\\s*:?\\s+',
  ),
  follows('part_of', "\\bfiliale\\s+(?:de|du|d[’'])\\s*"),
  follows('controller', '\\bresponsable\\s+d[ue]s?\\s+traitements?\\b[^.:;]{0,90}?\\s+est\\s*:?\\s+'),
  precedes('agreement', `,?\\s*\\(\\s*ci-après\\b[^()]{0,30}?${OPENED}(?:nous|la société|l[’']éditeur|le vendeur)`),
  follows(
    'operated_by',
    '\\b(?:es|está)\\s+(?:operad|gestionad|administrad|editad|publicad|explotad)[oa]s?\\s+por\\s+',
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:titular|propietari[oa]|editor|responsable)\\s+(?:de|del)\\s+(?!tratamiento)[^.:;]{0,60}?\\s+es\\s*:?\\s+',
  ),
  follows(
    'operated_by',
    '\\bes\\s+(?:propiedad|una\\s+marca(?:\\s+registrada)?|un\\s+servicio|titularidad|un\\s+sitio)\\s+de\\s+',
    true,
  ),
  follows('controller', '\\bresponsable\\s+del\\s+tratamiento\\b[^.:;]{0,80}?\\s+es\\s*:?\\s+'),
  precedes(
    'agreement',
    `,?\\s*\\(\\s*en\\s+adelante\\b[^()]{0,30}?${OPENED}(?:nosotros|la empresa|el titular|la compañía|el prestador)`,
  ),
  follows(
    'operated_by',
    "\\bè\\s+(?:(?:gestit|edit|pubblicat|amministrat)[oa]\\s+(?:da|dal|dalla|dall[’'])|di\\s+proprietà\\s+(?:di|del|della|dell[’'])|un\\s+(?:marchio|servizio|sito|prodotto)\\s+(?:di|del|della|dell[’']))\\s*",
    true,
  ),
  follows('controller', '\\btitolare\\s+del\\s+trattamento\\b[^.:;]{0,70}?\\s+è\\s*:?\\s+'),
  precedes('agreement', `,?\\s*\\(\\s*(?:di seguito|in seguito)\\b[^()]{0,30}?${OPENED}(?:noi|la società|il titolare)`),
  follows(
    'operated_by',
    '\\b(?:wordt|is|worden)\\s+(?:(?:beheerd|geëxploiteerd|uitgegeven|aangeboden|onderhouden)\\s+door|eigendom\\s+van)\\s+',
    true,
  ),
  follows(
    'operated_by',
    '\\bis\\s+een\\s+(?:handelsnaam|merk|initiatief|website|dienst|product|uitgave|project|concept)\\s+van\\s+',
    true,
  ),
  follows('part_of', '\\b(?:is\\s+(?:een\\s+)?)?(?:onderdeel|dochteronderneming)\\s+van\\s+', true),
  follows('controller', '\\bverwerkingsverantwoordelijke\\b[^.:;]{0,70}?\\s+is\\s*:?\\s+'),
  precedes(
    'controller',
    '(?:,[^,.]{0,80},)?\\s+is\\s+(?:de\\s+)?(?:verwerkingsverantwoordelijke|verantwoordelijk\\s+voor\\s+de\\s+verwerking)\\b',
  ),
  precedes('agreement', `,?\\s*\\(\\s*(?:hierna|verder)\\b[^()]{0,30}?${OPENED}(?:wij|ons|de ondernemer)`),
  follows(
    'operated_by',
    '\\bé\\s+(?:(?:operad|mantid|administrad|gerid|editad|publicad)[oa]\\s+(?:por|pela|pelo)|propriedade\\s+(?:da|do|de)|uma\\s+marca\\s+(?:da|do|de)|um\\s+(?:site|serviço|produto)\\s+(?:da|do|de))\\s+',
    true,
  ),
  follows('controller', '\\b(?:controlador(?:a)?|responsável\\s+pelo\\s+tratamento)\\b[^.:;]{0,80}?\\s+é\\s*:?\\s+'),
  precedes('agreement', `,?\\s*\\(\\s*(?:doravante|adiante)\\b[^()]{0,30}?${OPENED}(?:nós|a empresa)`),
  follows(
    'operated_by',
    '\\b(?:drivs|drives|ägs|ejes|eies|utges|udgives|utgis|g(?:es|is|ives) ut)\\s+(?:o(?:ch|g)\\s+\\p{L}{3,12}\\s+)?af?v?\\s+',
    true,
  ),
  follows(
    'controller',
    '\\b(?:personuppgiftsansvarig|(?:data|behandlings)ansvarlig)\\b[^.:;]{0,70}?\\s+(?:är|er)\\s*:?\\s+',
  ),
  precedes('controller', '\\s+(?:är|er)\\s+(?:personuppgiftsansvarig|(?:data|behandlings)ansvarlig)\\b'),
  follows('controller', '\\badministratorem\\b[^.:;]{0,80}?\\s+jest\\s*:?\\s+'),
  follows('operated_by', '\\b(?:właścicielem|operatorem|wydawcą)\\b[^.:;]{0,60}?\\s+jest\\s*:?\\s+'),
  follows('operated_by', '\\bjest\\s+(?:prowadzon|zarządzan)\\p{L}{1,3}\\s+przez\\s+', true),
  follows('operated_by', '\\b(?:provozovatelem|vydavatelem)\\b[^.:;]{0,60}?\\s+je\\s*:?\\s+'),
  follows('controller', '\\bsprávcem\\b[^.:;]{0,60}?\\s+je\\s*:?\\s+'),
  follows('controller', '\\brekisterinpitäjä(?:nä)?\\b[^.:;]{0,50}?\\s+(?:on|toimii)\\s*:?\\s+'),
  precedes(
    'agreement',
    '(?:及/或(?:其)?关联方|及其关联(?:公司|方))?\\s*[（(](?:以下|下称|简称)[^）)]{0,20}(?:我们|我們|公司|本公司)',
  ),
  follows(
    'operated_by',
    '(?:当サイト|本サイト|当ウェブサイト|本ウェブサイト|本サービス|当ショップ|当ブログ)(?:（[^）]{0,40}）)?は[、,]?\\s{0,2}(?=[^、。]{2,40}(?:が|により|によって)運営)',
  ),
  precedes(
    'agreement',
    '\\s{0,2}[（(]\\s{0,2}(?:以下|以降|이하)[、,]?\\s{0,2}[「『"“‘\']?(?:当社|弊社|当店|運営者|当サイト|当院|当組合|甲|회사|당사)',
  ),
]

/**
 * Patterns for sentences that are only weak evidence of the operator: sentences in which authors introduce themselves, trademark notices,
 * and credits to the designer of the site.
 */
const ASIDES: readonly SentencePattern[] = [
  follows('trademark', '\\b(?:registered )?trademarks? (?:or registered trademarks )?(?:of|owned by)\\s+'),
  follows(
    'first_person',
    "\\b(?:my name is|hi,? i['’]?m|i am|i['’]m|je m['’]appelle|je suis|mein name ist|ich bin|ich heiße|me llamo|mi nombre es|soy|mi chiamo|sono|mijn naam is|ik ben|ik heet|meu nome é|chamo-me|eu sou|jeg heter|jeg er|jag heter|nazywam się|jmenuji se|mă numesc|minun nimeni on|меня зовут)\\s+",
  ),
  follows(
    'credit',
    '\\b(?:(?:web)?site|web ?design|design(?:ed)?|developed|development|made|built|created|powered|hosted|hosting|theme|konzept und umsetzung|umsetzung|gestaltung|realisation|réalisation|réalisé|conception|hébergement|realizzazione|diseño|ontwerp|realisatie)\\s?(?:by|par|von|durch|por|door|da|di|:)\\s*',
  ),
]
const ASIDE_TRIGGER =
  /trademark|\bname\b|\bi['’]?m\b|\bi am\b|\bje (?:m|suis)|\bich (?:bin|heiße)|\bsoy\b|llamo|chiamo|\bsono\b|\bik (?:ben|heet)|\bnaam\b|chamo|\beu sou\b|\bjeg\b|\bjag heter|nazywam|jmenuji|numesc|nimeni|зовут|\b(?:by|par|von|durch|por|door)\b|:/iu

/**
 * Words for a fast test that runs before the slower patterns for sentences. A line without any of these words cannot match those patterns,
 * and most lines of a web page contain none of the words.
 */
const TRIGGER =
  /\bby\b|belongs|controller|\b(?:we|us)\b|company|operator|official|subsidiary|\bof\b|between|agreement|contract|affiliates|policy to|responsible|betr[ie]+eb|herausgegeben|bereitgestellt|verantwort|anbieter|inhaber|nachfolgend|folgenden|unternehmen|tochter|\bist ein|édité|publié|exploité|propriété|marque|éditeur|ci-après|responsable|filiale|\bpor\b|titular|propiedad|marca|adelante|gestit|proprietà|titolare|seguito|beheerd|eigendom|handelsnaam|merk|onderdeel|verwerk|hierna|operad|mantid|propriedade|controlador|responsável|doravante|driv|ägs|ejes|eies|utg|g(?:es|is|ives) ut|ansvarlig|ansvarig|administrator|jest|provozovatel|správ|rekisterin|運営|以下|下称|简称|이하/iu

const SITE_WORDS =
  /\b(?:this|the|our|these|its)\s+(?:[\p{L}.-]+\s+){0,3}?(?:web ?sites?|sites?|home ?page|pages?|domains?|services?|platform|app(?:lication)?s?|(?:online )?(?:store|shop)|portal|blog|publication|magazine|newspaper)\b|\b(?:diese|die|unsere)[rsmn]?\s+(?:web ?(?:site|seite)n?|seiten?|internet(?:seite|auftritt|präsenz)|homepage|plattform|shop|portal|online-?shop|angebot)|\b(?:ce|le|notre|présent|cette|la)\s+(?:présent\s+)?(?:site|boutique|page|plateforme|application)|\b(?:este|el|esta|la|presente)\s+(?:presente\s+)?(?:sitio|web|página|portal|tienda|blog)|\b(?:il|questo|presente|lo)\s+(?:presente\s+)?(?:sito|portale|shop|negozio)|\b(?:deze|de|onze)\s+(?:web ?(?:site|winkel|shop)|site|pagina)|\b(?:este|o|a|esta)\s+(?:site|website|loja|página|portal)|webbplats|sajt|hemsida|\bsid(?:an|en)\b|websted|hjemmeside|nettsted|nettside|(?:strona|serwis|sklep)\b|sivusto|stránk/iu
/**
 * Words for services of other companies that a site mentions, for example "hosting". The operator of such a service is not the operator of
 * the site.
 */
const FOREIGN_SERVICE =
  /host|analytic|payment|newsletter|chat|\bmaps?\b|font|captcha|cookie|video|plug-?in|advertis|e-?mail|cdn|tracking|social|comment|zahlung|karten|pago|paiement/iu

/**
 * True when `subject`, the grammatical subject of a sentence, means this site. Examples are "this website", one of the site's own names, or
 * an empty text.
 */
export function isAboutSite(subject: string, siteNames: readonly string[]): boolean {
  const words = subject.trim()
  if (words === '' || /^(?:it|und|and|which|owned|that)$/iu.test(words)) return true
  if (FOREIGN_SERVICE.test(words)) return false
  if (SITE_WORDS.test(words)) return true
  const folded = foldToLetters(words)
  return siteNames.some((name) => name.length >= 3 && folded.includes(name))
}

/** Name of a parent company in phrases such as "a Criteo company" or "An Automattic brand". */
const BELONGS =
  /(?:^|[,–—|(-]\s{0,2}|\bis\s+)(?:an?|une?|ein(?:e)?)\s+(\p{Lu}[^,.;|()]{1,60}?)\s+(?:group\s+)?(?:company|brand|subsidiary|business|property)\b/gu

/**
 * Returns the sentences in a line of text that name a responsible company or person. `siteNames` contains the site's own names in
 * lower-case letters and digits only.
 */
export function sentenceStatements(line: string, siteNames: readonly string[]): LegalStatement[] {
  const patterns = [...(TRIGGER.test(line) ? PATTERNS : []), ...(ASIDE_TRIGGER.test(line) ? ASIDES : [])]
  const found: LegalStatement[] = []
  for (const pattern of patterns) {
    let matches = 0
    for (const match of line.matchAll(pattern.words)) {
      matches += 1
      if (matches > MATCHES_MAX) break
      const statement = read(line, match.index, match[0].length, pattern, siteNames)
      if (statement !== null) found.push(statement)
    }
  }
  for (const match of line.matchAll(BELONGS)) {
    const name = nameAtStart(match[1] ?? '')
    if (name !== null && found.length < MATCHES_MAX * 2)
      found.push({ kind: 'part_of', name, observed: around(line, match.index, name) })
  }
  return found
}

function read(
  line: string,
  index: number,
  length: number,
  pattern: SentencePattern,
  siteNames: readonly string[],
): LegalStatement | null {
  if (pattern.aboutSite && !isAboutSite(subjectBefore(line, index), siteNames)) return null
  const name =
    pattern.name === 'follows'
      ? nameAtStart(line.slice(index + length))
      : partyAtEnd(line.slice(Math.max(0, index - SENTENCE_LENGTH_MAX), index), siteNames)
  if (name === null || (pattern.kind === 'first_person' && guessEntityType(name) !== 'person')) return null
  return { kind: pattern.kind, name, observed: around(line, index, name) }
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
  return cut.includes(name) ? cut : line.slice(Math.max(0, at - 40), Math.max(0, at - 40) + SENTENCE_LENGTH_MAX)
}
