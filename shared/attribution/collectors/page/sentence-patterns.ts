import type { LegalStatement } from '../../evidence.ts'
import { foldedPattern } from './triggers/letter-case.ts'
import { anyTriggerOf, type Trigger, triggerOf } from './triggers/page-triggers.ts'

type Kind = LegalStatement['kind']

export interface SentencePattern {
  kind: Kind
  words: RegExp
  name: 'follows' | 'precedes'
  /**
   * If true, a sentence that matches the pattern is used only when the grammatical subject of the sentence is this site. For example,
   * "Foo Analytics is operated by Foo" on the site of another company is then ignored.
   */
  aboutSite: boolean
  trigger: Trigger
}

/**
 * Creates a regular expression for texts in small letters (`foldCase`) from its source text. A `\b` at the start is replaced by a
 * lookbehind, because `\b` knows only ASCII letters and would miss "è gestito" and "é operado".
 */
const wordsOf = (source: string): RegExp => foldedPattern(source.replace(/^\\b/u, '(?<!\\p{L})'), 'gu')

const sentence = (kind: Kind, name: SentencePattern['name'], source: string, aboutSite: boolean): SentencePattern => {
  const words = wordsOf(source)
  return { kind, words, name, aboutSite, trigger: triggerOf(words) }
}
const follows = (kind: Kind, source: string, aboutSite = false): SentencePattern =>
  sentence(kind, 'follows', source, aboutSite)
const precedes = (kind: Kind, source: string, aboutSite = false): SentencePattern =>
  sentence(kind, 'precedes', source, aboutSite)

const RUN = '(?:owned|operated|run|published|administered|provided|offered|controlled|produced|managed)'
const OPENED = '["“”„«\'‘’「『]?'

const PATTERNS: readonly SentencePattern[] = [
  follows(
    'operated_by',
    `\\b(?:(?:is|are)\\s{1,3}(?:(?:now|also|still|\\p{L}{3,14}ly)\\s{1,3}){0,2}|^)${RUN}(?:\\s{0,2}(?:,|and|&|/)\\s{0,2}${RUN}){0,2}\\s{1,3}by\\s{1,3}`,
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:domain(?:\\s{1,3}name)?|host\\s?name|server)\\s{1,3}(?:is|and its subdomains are)\\s{1,3}(?:\\p{L}+\\s{1,3})?(?:(?:used|controlled)\\s{1,3}by|registered\\s{1,3}to)\\s{1,3}',
  ),
  follows(
    'operated_by',
    '\\b(?:this|the)\\s{1,3}(?:host(?:\\s?name)?|server|domain)\\s{1,3}[^.:;]{3,80}?\\s(?:customers|clients|users|subscribers|publishers)\\s{1,3}of\\s{1,3}',
  ),
  follows('operated_by', '\\bbelongs\\s{1,3}to\\s{1,3}', true),
  follows(
    'operated_by',
    '\\breached\\s{1,3}an?\\s{1,3}(?:\\p{L}+\\s{1,3})?(?:server|host|domain)\\s{1,3}(?:of|operated by|run by)\\s{1,3}',
  ),
  follows(
    'operated_by',
    '\\b(?:domain|(?:web)?site)\\s{1,3}(?:used|owned|operated|run|published)\\s{1,3}by\\s{1,3}',
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:is|are)\\s{1,3}(?:an?|the|one of the)\\s{1,3}(?:registered\\s{1,3}|official\\s{1,3})?(?:d/?b/?a/?|trad(?:e|ing)\\s{1,3}(?:name|style)s?|business name|assumed name|brand(?:\\s{1,3}name)?s?|product|service|publication|property|(?:web)?site|project|initiative|domain|imprint|app)\\s{1,3}(?:name\\s{1,3})?(?:of|from|by|used by|operated by|owned by|provided by)\\s{1,3}',
    true,
  ),
  follows('operated_by', '\\bofficial\\s{1,3}(?:web ?site|home ?page|site|store|shop|blog)\\s{1,3}(?:of|for)\\s{1,3}'),
  follows('operated_by', '(?:^|\\W)(?:d/b/a|dba) of\\s{1,3}'),
  follows(
    'part_of',
    '\\b(?:is|are)\\s{1,3}(?:(?:now|also)\\s{1,3})?(?:an?\\s{1,3})?(?:(?:wholly[ -]owned|fully owned)\\s{1,3})?(?:subsidiary|division|part|unit|member|affiliate)\\s{1,3}of\\s{1,3}',
    true,
  ),
  follows('controller', '\\bcontroller\\b[^.:;()]{0,90}?\\b(?:is|are|will be)\\s{0,2}:?\\s{1,3}'),
  precedes(
    'controller',
    `(?:\\s{0,3}\\([^)]{0,80}\\))?,?\\s{1,3}(?:is|are|acts? as)\\s{1,3}(?:the\\s{1,3}|an?\\s{1,3}|your\\s{1,3})?(?:(?:sole|joint|independent)\\s{1,3})?(?:data\\s{1,3})?controller\\b`,
  ),
  precedes(
    'controller',
    '\\s{1,3}(?:is|are)\\s{1,3}(?:the\\s{1,3}(?:entity|company|party)\\s{1,3})?responsible for (?:the\\s{1,3})?(?:processing|collection|handling) of\\b',
  ),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}(?:(?:hereinafter|collectively|together|referred to as|herein|hereafter|or|the|and|its affiliates|")[^()]{0,40})?${OPENED}(?:we|us|our|the company|company|the operator)${OPENED}[,;)\\s]`,
  ),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}["“„][^()"”]{1,60}["”],?\\s{0,2}(?:or\\s{1,3}|and\\s{1,3})?["“„](?:we|us|our)\\b`,
  ),
  follows('agreement', '\\b(?:between|among)\\s{1,3}you\\s{0,3}(?:\\([^)]{0,60}\\)\\s{0,3})?,?\\s{0,3}and\\s{1,3}'),
  follows('agreement', '\\b(?:agreement|contract)\\s{1,3}(?:is\\s{1,3}(?:made\\s{1,3})?)?with\\s{1,3}'),
  precedes(
    'agreement',
    '\\s{1,3}and\\s{1,3}its\\s{1,3}(?:affiliates|subsidiaries)\\b[^.]{0,60}?\\b(?:provides?|operates?|offers?|own)\\b',
  ),
  precedes('agreement', "(?:['’]s?)?\\s{1,3}policy\\s{1,3}to\\s{1,3}respect\\b"),
  follows(
    'operated_by',
    '\\b(?:betrieben|herausgegeben|bereitgestellt|verantwortet|angeboten)\\s{1,3}(?:von|durch|vom)\\s{1,3}',
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:betreiber(?:in)?|anbieter(?:in)?|herausgeber(?:in)?|inhaber(?:in)?)\\s{1,3}(?:dieser|der|des|unserer|von)\\s{1,3}[^.:;]{0,60}?\\s{1,3}ist\\s{0,3}:?\\s{1,3}',
  ),
  follows(
    'operated_by',
    '\\bist\\s{1,3}eine?\\s{1,3}(?:angebot|service|dienst|marke|produkt|projekt|website|webseite|publikation|portal|online-angebot|handelsname)\\s{1,3}(?:der|des|von|vom)\\s{1,3}',
    true,
  ),
  follows(
    'part_of',
    '\\b(?:ein(?:e)?)\\s{1,3}(?:unternehmen|tochter(?:gesellschaft|unternehmen|firma)?|teil|gesellschaft)\\s{1,3}(?:der|des|von|vom)\\s{1,3}',
  ),
  follows(
    'controller',
    '\\bverantwortliche[rn]?(?:\\s{1,3}stelle)?\\b[^.:;]{0,110}?\\s{1,3}(?:ist|sind)\\s{0,3}:?\\s{1,3}',
  ),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}(?:nachfolgend|im folgenden|nachstehend|im weiteren)\\b[^()]{0,30}?${OPENED}(?:wir|uns|unser|anbieter|betreiber|verkäufer)`,
  ),
  follows(
    'operated_by',
    '\\b(?:est|sont)\\s{1,3}(?:(?:édité|publié|exploité|géré|proposé|détenu|administré)e?s?)(?:\\s{1,3}et\\s{1,3}\\p{L}{4,12})?\\s{1,3}par\\s{1,3}',
    true,
  ),
  follows(
    'operated_by',
    "\\best\\s{1,3}(?:la\\s{1,3}propriété|une\\s{1,3}marque(?:\\s{1,3}déposée)?|un\\s{1,3}service|un\\s{1,3}site|une\\s{1,3}publication)\\s{1,3}(?:de|du|des|d[’'])\\s{0,3}",
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:éditeur|propriétaire|exploitant)\\s{1,3}(?:du|de ce|de la|de)\\s{1,3}[^.:;]{0,40}?\\s{1,3}est\\s{0,3}:?\\s{1,3}',
  ),
  follows('part_of', "\\bfiliale\\s{1,3}(?:de|du|d[’'])\\s{0,3}"),
  follows(
    'controller',
    '\\bresponsable\\s{1,3}d[ue]s?\\s{1,3}traitements?\\b[^.:;]{0,90}?\\s{1,3}est\\s{0,3}:?\\s{1,3}',
  ),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}ci-après\\b[^()]{0,30}?${OPENED}(?:nous|la société|l[’']éditeur|le vendeur)`,
  ),
  follows(
    'operated_by',
    '\\b(?:es|está)\\s{1,3}(?:operad|gestionad|administrad|editad|publicad|explotad)[oa]s?\\s{1,3}por\\s{1,3}',
    true,
  ),
  follows(
    'operated_by',
    '\\b(?:titular|propietari[oa]|editor|responsable)\\s{1,3}(?:de|del)\\s{1,3}(?!tratamiento)[^.:;]{0,60}?\\s{1,3}es\\s{0,3}:?\\s{1,3}',
  ),
  follows(
    'operated_by',
    '\\bes\\s{1,3}(?:propiedad|una\\s{1,3}marca(?:\\s{1,3}registrada)?|un\\s{1,3}servicio|titularidad|un\\s{1,3}sitio)\\s{1,3}de\\s{1,3}',
    true,
  ),
  follows('controller', '\\bresponsable\\s{1,3}del\\s{1,3}tratamiento\\b[^.:;]{0,80}?\\s{1,3}es\\s{0,3}:?\\s{1,3}'),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}en\\s{1,3}adelante\\b[^()]{0,30}?${OPENED}(?:nosotros|la empresa|el titular|la compañía|el prestador)`,
  ),
  follows(
    'operated_by',
    "\\bè\\s{1,3}(?:(?:gestit|edit|pubblicat|amministrat)[oa]\\s{1,3}(?:da|dal|dalla|dall[’'])|di\\s{1,3}proprietà\\s{1,3}(?:di|del|della|dell[’'])|un\\s{1,3}(?:marchio|servizio|sito|prodotto)\\s{1,3}(?:di|del|della|dell[’']))\\s{0,3}",
    true,
  ),
  follows('controller', '\\btitolare\\s{1,3}del\\s{1,3}trattamento\\b[^.:;]{0,70}?\\s{1,3}è\\s{0,3}:?\\s{1,3}'),
  precedes(
    'agreement',
    `,?\\s{0,3}\\(\\s{0,3}(?:di seguito|in seguito)\\b[^()]{0,30}?${OPENED}(?:noi|la società|il titolare)`,
  ),
  follows(
    'operated_by',
    '\\b(?:wordt|is|worden)\\s{1,3}(?:(?:beheerd|geëxploiteerd|uitgegeven|aangeboden|onderhouden)\\s{1,3}door|eigendom\\s{1,3}van)\\s{1,3}',
    true,
  ),
  follows(
    'operated_by',
    '\\bis\\s{1,3}een\\s{1,3}(?:handelsnaam|merk|initiatief|website|dienst|product|uitgave|project|concept)\\s{1,3}van\\s{1,3}',
    true,
  ),
  follows('part_of', '\\b(?:is\\s{1,3}(?:een\\s{1,3})?)?(?:onderdeel|dochteronderneming)\\s{1,3}van\\s{1,3}', true),
  follows('controller', '\\bverwerkingsverantwoordelijke\\b[^.:;]{0,70}?\\s{1,3}is\\s{0,3}:?\\s{1,3}'),
  precedes(
    'controller',
    '(?:,[^,.]{0,80},)?\\s{1,3}is\\s{1,3}(?:de\\s{1,3})?(?:verwerkingsverantwoordelijke|verantwoordelijk\\s{1,3}voor\\s{1,3}de\\s{1,3}verwerking)\\b',
  ),
  precedes('agreement', `,?\\s{0,3}\\(\\s{0,3}(?:hierna|verder)\\b[^()]{0,30}?${OPENED}(?:wij|ons|de ondernemer)`),
  follows(
    'operated_by',
    '\\bé\\s{1,3}(?:(?:operad|mantid|administrad|gerid|editad|publicad)[oa]\\s{1,3}(?:por|pela|pelo)|propriedade\\s{1,3}(?:da|do|de)|uma\\s{1,3}marca\\s{1,3}(?:da|do|de)|um\\s{1,3}(?:site|serviço|produto)\\s{1,3}(?:da|do|de))\\s{1,3}',
    true,
  ),
  follows(
    'controller',
    '\\b(?:controlador(?:a)?|responsável\\s{1,3}pelo\\s{1,3}tratamento)\\b[^.:;]{0,80}?\\s{1,3}é\\s{0,3}:?\\s{1,3}',
  ),
  precedes('agreement', `,?\\s{0,3}\\(\\s{0,3}(?:doravante|adiante)\\b[^()]{0,30}?${OPENED}(?:nós|a empresa)`),
  follows(
    'operated_by',
    '\\b(?:drivs|drives|ägs|ejes|eies|utges|udgives|utgis|g(?:es|is|ives) ut)\\s{1,3}(?:o(?:ch|g)\\s{1,3}\\p{L}{3,12}\\s{1,3})?af?v?\\s{1,3}',
    true,
  ),
  follows(
    'controller',
    '\\b(?:personuppgiftsansvarig|(?:data|behandlings)ansvarlig)\\b[^.:;]{0,70}?\\s{1,3}(?:är|er)\\s{0,3}:?\\s{1,3}',
  ),
  precedes('controller', '\\s{1,3}(?:är|er)\\s{1,3}(?:personuppgiftsansvarig|(?:data|behandlings)ansvarlig)\\b'),
  follows('controller', '\\badministratorem\\b[^.:;]{0,80}?\\s{1,3}jest\\s{0,3}:?\\s{1,3}'),
  follows('operated_by', '\\b(?:właścicielem|operatorem|wydawcą)\\b[^.:;]{0,60}?\\s{1,3}jest\\s{0,3}:?\\s{1,3}'),
  follows('operated_by', '\\bjest\\s{1,3}(?:prowadzon|zarządzan)\\p{L}{1,3}\\s{1,3}przez\\s{1,3}', true),
  follows('operated_by', '\\b(?:provozovatelem|vydavatelem)\\b[^.:;]{0,60}?\\s{1,3}je\\s{0,3}:?\\s{1,3}'),
  follows('controller', '\\bsprávcem\\b[^.:;]{0,60}?\\s{1,3}je\\s{0,3}:?\\s{1,3}'),
  follows('controller', '\\brekisterinpitäjä(?:nä)?\\b[^.:;]{0,50}?\\s{1,3}(?:on|toimii)\\s{0,3}:?\\s{1,3}'),
  precedes(
    'agreement',
    '(?:及/或(?:其)?关联方|及其关联(?:公司|方))?\\s{0,3}[（(](?:以下|下称|简称)[^）)]{0,20}(?:我们|我們|公司|本公司)',
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
  follows('trademark', '\\b(?:registered )?trademarks? (?:or registered trademarks )?(?:of|owned by)\\s{1,3}'),
  follows(
    'first_person',
    "\\b(?:my name is|hi,? i['’]?m|i am|i['’]m|je m['’]appelle|je suis|mein name ist|ich bin|ich heiße|me llamo|mi nombre es|soy|mi chiamo|sono|mijn naam is|ik ben|ik heet|meu nome é|chamo-me|eu sou|jeg heter|jeg er|jag heter|nazywam się|jmenuji se|mă numesc|minun nimeni on|меня зовут)\\s{1,3}",
  ),
  follows(
    'credit',
    '\\b(?:(?:web)?site|web ?design|design(?:ed)?|developed|development|made|built|created|powered|hosted|hosting|theme|konzept und umsetzung|umsetzung|gestaltung|realisation|réalisation|réalisé|conception|hébergement|realizzazione|diseño|ontwerp|realisatie)\\s?(?:by|par|von|durch|por|door|da|di|:)\\s{0,3}',
  ),
]

export const SENTENCE_PATTERNS: readonly SentencePattern[] = [...PATTERNS, ...ASIDES]
export const SENTENCE_TRIGGER = anyTriggerOf(SENTENCE_PATTERNS.map(({ words }) => words))
