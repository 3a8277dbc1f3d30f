import type { RegistrationRecord } from '../../evidence.ts'
import { foldWords } from '../../names/fold.ts'

export type Outcome = RegistrationRecord['outcome']

const STATEMENT_CHARACTERS_MAX = 300

/**
 * Phrases of WHOIS servers that reject a client because of too many queries. They are compared with
 * text in lower case. Terms of use that only mention a limit do not match.
 */
const THROTTLED: readonly RegExp[] = [
  /\b(?:quota|limit|limits|rate|maximum|number of (?:queries|requests|lookups)) (?:of (?:queries|requests|lookups) )?(?:for \S+(?: \S+){0,6} )?(?:has been |have been |was |is )?(?:exceeded|reached)\b|\bqueries (?:per \S+ )?(?:exceeded|reached)\b/,
  /\b(?:has|have|you ve|are) exceeded\b|^exceeded\b|\bexceeded (?:the|your|allowed|maximum|max|query|request|lookup|daily|hourly) |\breached (?:the|your) (?:\S+ )?(?:limit|quota)\b|\bover (?:quota|limit)\b/,
  /\btoo many (?:requests|queries|connections|lookups|simultaneous)\b|\bmaximum queries\b.{0,30}\breached\b/,
  /\b(?:still in|in the) grace period\b|\bgrace period of \d{1,9} (?:second|minute)/,
  /\b(?:try|query|wait) (?:again |and try )?(?:later|in \d|after \d)|\brate exceeded\b|\baccess denied for\b|\bplease (?:wait|slow down)\b|\bwait \d{1,9} seconds?\b/,
  /\brequest denied\b|\bqueries? (?:rate )?(?:is |are )?(?:throttled|limited|blocked)\b|\b(?:you|ip|address|request|requests|query|queries) (?:is |are |has been |have been )?(?:being )?rate limited\b|\brate limit (?:exceeded|reached|in effect|error)\b|^rate limit/,
  /\b(?:ip|address|host|you (?:are|were|have been)) (?:\S+ ){0,8}(?:blacklisted|banned|blocked)\b|\bconnection (?:refused|limit)\b/,
  /\blimite? (?:de )?(?:consultas?|peticiones|requetes)\b.{0,40}\b(?:excedido|superado|atteinte?|depassee?)\b|\bexcedido el (?:limite|numero)\b|\banfragelimit\b|\bnombre de requetes\b.{0,30}\bdepasse\b/,
]

const NOT_FOUND: readonly RegExp[] = [
  /\bno (?:matching )?(?:information about|match|data was found|matches|match found|matches found|data found|entries found|entry found|object found|objects found|records? found|record|found|such domain|information available|information was found|results?|details available|matching records?)\b/,
  /\bnot found\b|\bnothing found\b|\bno domain\b|\bnot known in\b|\b(?:do|does) not have an? (?:entry|record)\b|\breturned 0 objects\b|\bno (?:records|entries|data) matching\b/,
  /\b(?:is|has|was|does|did) ?(?:not|n t) (?:been |yet )?(?:registered|exist|exists|match|found|in (?:the |our )?database|available in our whois database)\b|\bnot regist(?:e)?red\b|\bunregistered\b|\bdoes not exist\b/,
  /\b(?:domain|name|object|status|it)\b.{0,80}\b(?:is |status )?(?:available for (?:registration|purchase)|is available|is free|still free|can be registered)\b/,
  /^(?:status |domain status |registration status |state )?(?:available|free|avail|unassigned|not registered|no object found|not exist|vacant)$/,
  /^available\b|\bstatus (?:available|free)$/,
  // Sentence that contains only a host name and its status, for example "example.nl is free". The
  // dots have been replaced by spaces before the comparison, so the host name looks like two to
  // four words.
  /^(?:\S{1,63} ){2,4}is (?:free|available|vacant)$/,
  /\bnincs talalat\b|\bnao (?:existe|registrado|encontrado)\b|\bno (?:existe|esta registrado|encontrado|se encuentra|registrado)\b|\bel dominio no se encuentra\b|\bnon (?:trouve|esiste|registrato)\b|\bkein(?:e)? (?:eintrag|treffer|daten)\b|\bnicht (?:gefunden|registriert|vergeben)\b/,
  /\bnie (?:znaleziono|jest zarejestrowan)|\bne (?:trouve|nalezen)|\bne postoji\b|\bno existe\b|\bno[ _]se[ _]encontro\b|\baucun\b.{0,40}\btrouve|не наиден|не существует|не зарегистрирован|не зареєстрован|свободен|上記.{0,300}ない|該当する|등록되어 있지 않|未注册|没有找到|无匹配|查無|無此/,
  /^(?!.*\b(?:pas|no|non|nao|nicht|niet|nie|neni|ej|inte|ikke|ei|nem)\b).*\b(?:domain|domein|domene|domanen?|domen[ay]?|dominio|domaine)\b.{0,80}\b(?:inexistente|disponible|disponivel|disponibile|vrij|frei|libre|livre|libero|ledigt?|woln[aey]|voln[aye]|szabad)$/,
  /\b(?:ikke (?:funnet|fundet|registrert|registreret)|hittades inte|inte registrerad|ei loytynyt|niet (?:gevonden|geregistreerd)|nem (?:foglalt|talalhato))\b|bulunamadı|kayıtlı degil|域名不存在|登録されていません|(?:도메인|정보)\S{0,3} 없습니다/,
  /\bdomain unknown\b|\bunknown domain\b|\bobject not found\b|\bobject does not exist\b|\bno found\b/,
]

const RESERVED: readonly RegExp[] = [
  /\b(?:is |been |name |domain )?reserved (?:by|name|for|domain|word|at|from)\b|^reserved\b|\bis reserved\b|\breserved (?:names? )?list\b|\bdomain reserved\b|\bname reserved\b|\b(?:reservado|reserve|reserviert|riservato|gereserveerd|zarezerwowan[ay])$|зарезервирован/,
  /^restricted$|\brestricted domain\b|\brestricted name\b|\b(?:domain|name) is restricted\b/,
  /\bcannot be registered\b|\bcan not be registered\b|\bnot available for (?:registration|purchase)\b|\bnot registrable\b|\bregistration (?:is )?not (?:possible|allowed|permitted)\b|\bno registrable\b/,
  /^domain not available\b|^not available$|\bunassignable\b|\bname collision\b|\b(?:domain|name) (?:is )?prohibited\b|\bprohibited (?:string|name|word|by)\b|^blocked\b|\bdomain (?:name )?(?:is )?blocked\b|\bdpml\b|\bblocked by\b|\bforbidden (?:name|word|domain)\b|\bdisallowed\b/,
  /\bprovided conflicts with\b|\bnot eligible\b|^premium (?:name|domain)\b|\bis (?:a )?premium (?:name|domain)\b/,
]

const UNAVAILABLE: readonly RegExp[] = [
  /\binternal (?:server )?error\b|\bserver (?:error|is (?:down|busy|unavailable))\b|\bservice (?:is )?(?:temporarily )?(?:unavailable|not available|down)\b|\bdatabase (?:error|is down|unavailable)\b|\btimed? ?out\b/,
  /\b(?:access|requests? of this client|queries?|query)\b.{0,60}\b(?:denied|not permitted|not authori[sz]ed|refused)\b|\bnot authori[sz]ed\b/,
  /\binvalid (?:input|query|request|characters|domain|syntax)\b|\bmalformed\b|\bsyntax error\b|\bunsupported\b|\bdoes not have any records for that zone\b|\btld (?:is )?not supported\b|\bno whois server\b|\billegal\b/,
]

/** Words for what a client sends or has: a refusal speaks of the client, in any order of words. */
const CLIENT =
  /\b(?:quer(?:y|ies|ying)|requests?|look ?ups?|connections?|rate|frequency|interval|quota|allowance|access|ip|client|commands?|sessions?|traffic|usage|you (?:queried|sent|made|have (?:used|sent|made))|permission|anfragen?|abfragen?|zugriff|consultas?|peticiones|solicitudes|requetes|richieste|interrogazioni|pedidos|zapytan|dotazu|sorgu)\b|запрос|查询|查詢|请求|請求|问い合わせ|조회|요청/
/** Words of excess or refusal. */
const REFUSED =
  /\b(?:exceed(?:ed|s|ing)?|excessive(?:ly)?|too (?:many|much|high|short|fast|often|soon|large|quick(?:ly)?|frequent(?:ly)?)|over the (?:limit|quota)|reached|exhausted|used up|used (?:up )?all|heavy|heavily|withdrawn|revoked|throttl(?:ed|ing)|blocked|banned|blacklisted|denied|refused|rejected|suspended|restricted|(?:been|being|is|was|were|currently|temporarily) (?:rate )?limited|no (?:further|more) (?:queries|requests|lookups|connections|access|commands)|(?:zu|zuviele) viele|uberschritten|gesperrt|demasiad[ao]s|(?:superad|excedid|alcanzad)[ao]s?|trop (?:de|nombreu)|depassee?s?|atteinte?s?|tropp[eoi]|superat[oaie]|muit[ao]s|przekroczon\S{0,3}|zbyt wiel\S|prekrocen\S?|asildi|cok fazla)\b|превышен|слишком|过多|過多|超过|超過|过于频繁|頻繁|제한을? 초과/
const WAIT =
  /\b(?:come|try|query|check|ask|call|connect|retry) (?:back|again|later|after)\b|\bretry (?:in|later|after)\b|\bagain (?:later|tomorrow|in|after)\b|\bafter (?:some|a) (?:time|while|few)\b|\b(?:spater|mas tarde|plus tard|piu tardi|mais tarde|pozniej|pozdeji)\b|позже/
/** Words of terms of use, which say when a client would be refused. */
const TERMS =
  /\b(?:may|might|reserves?|agree|abuse|abusive|should|shall|must|will|would|can|purposes?|prohibited|forbidden|policy|intended|results? in|leads? to|not permitted|limited to|terms|unless)\b/
const SENTENCE_CHARACTERS_MAX = 400

/**
 * Joins lines that a server has wrapped, so that a sentence of the terms of use stays one sentence.
 */
function sentencesOf(lines: readonly string[]): string[] {
  const sentences: string[] = []
  for (const line of lines) {
    const last = sentences.at(-1)
    const goesOn = last !== undefined && !/[.!?:]\s*$/.test(last) && /^\p{Ll}/u.test(line)
    if (goesOn && last.length < SENTENCE_CHARACTERS_MAX)
      sentences[sentences.length - 1] = `${last} ${line}`
    else sentences.push(line)
  }
  return sentences
    .flatMap((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX).split(/[.!?](?=\s|$)/))
    .map(foldWords)
}

const isRefusal = (sentence: string): boolean =>
  !TERMS.test(sentence) &&
  ((CLIENT.test(sentence) && REFUSED.test(sentence)) || WAIT.test(sentence))

/** Characters of an answer that is too short to be a record. */
const SHORT_ANSWER_CHARACTERS_MAX = 1_000

/**
 * Returns true if a server refused a query, or may have: a short answer without a record, which
 * states no other outcome, is most likely a refusal in words that we do not know.
 */
export function mayBeRefusal(outcome: Outcome, answer: string): boolean {
  if (outcome !== 'unavailable') return outcome === 'throttled'
  const text = answer.trim()
  if (text === '' || text.length > SHORT_ANSWER_CHARACTERS_MAX) return false
  return !matches(UNAVAILABLE, text.split('\n').map(foldWords))
}

const AVAILABLE_STATES =
  /^(?:available|free|avail|not registered|no object found|not exist|unassigned|vacant|disponible|libre|livre|volny|frei|220 available)$/
const RESERVED_STATES =
  /^(?:reserved(?: by .*)?|restricted|unassignable|blocked by registry|prohibited|not available for registration|banned|reserved domain|premium (?:name|domain).*)$/

function matches(phrases: readonly RegExp[], statements: readonly string[]): boolean {
  return statements.some((statement) => phrases.some((phrase) => phrase.test(statement)))
}

export interface OutcomeFacts {
  statements: readonly string[]
  statuses: readonly string[]
  substantial: boolean
  hasRegistrant: boolean
  empty: boolean
}

/**
 * Returns the outcome of a WHOIS response. A response with data is a registration, unless its
 * status is "reserved". In a response without data, typical phrases decide. Clear rejections of too
 * many queries are tested first, because they also match phrases of other outcomes.
 */
export function readOutcome(facts: OutcomeFacts): Outcome {
  const states = facts.statuses.map(foldWords)
  if (facts.substantial) {
    return states.some((state) => RESERVED_STATES.test(state)) ? 'reserved' : 'registered'
  }
  const sentences = facts.statements.map((statement) =>
    foldWords(statement.slice(0, STATEMENT_CHARACTERS_MAX)),
  )
  const all = [...sentences, ...states]
  if (matches(THROTTLED, all)) return 'throttled'
  if (states.some((state) => AVAILABLE_STATES.test(state))) return 'not_found'
  if (states.some((state) => RESERVED_STATES.test(state))) return 'reserved'
  if (matches(RESERVED, sentences)) return 'reserved'
  if (matches(NOT_FOUND, all)) return 'not_found'
  if (sentencesOf(facts.statements).some(isRefusal)) return 'throttled'
  if (matches(UNAVAILABLE, all)) return 'unavailable'
  if (states.length > 0) return 'registered'
  return 'unavailable'
}
