import { infrastructureRole } from '../../data/infrastructure-operators.ts'
import type { HttpProbeEvidence, LegalStatement, Mention } from '../../evidence.ts'
import { compactName } from '../../names/entity-names.ts'
import { hasForm } from '../../names/names-in-text.ts'
import type { PageDocument } from './page-document.ts'

type Placeholder = NonNullable<HttpProbeEvidence['placeholder']>

/**
 * Number of visible characters above which a page is a real site, even when it contains a phrase
 * such as "domain for sale".
 */
const SPARSE_CHARACTERS = 2_500
const OBSERVED_LENGTH_MAX = 200

const PHRASES: readonly { kind: Placeholder['kind']; patterns: readonly RegExp[] }[] = [
  {
    kind: 'for_sale',
    patterns: [
      /(?:this |the )?domain(?: name)?(?: [\w.-]{3,80})? (?:is|may be|could be) (?:available |listed )?(?:for sale|available for purchase)|buy this domain|domain(?: name)? for sale|make an offer (?:on|for) this domain|inquire about this domain|purchase this domain|this (?:premium )?(?:web )?(?:address|domain) is for sale|diese domain (?:steht zum verkauf|ist zu verkaufen|kaufen)|domain zu verkaufen|ce (?:nom de )?domaine est à vendre|(?:este )?dominio (?:está )?(?:en|à|a la) venta|dominio in vendita|(?:dit |deze )?domein(?:naam)? (?:is |staat )?te koop|domena na sprzedaż|このドメインは(?:販売|売りに)/iu,
      /[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{2,63}){1,3} (?:is|may be|could be) (?:now |currently )?(?:available )?for (?:sale|purchase)|domain(?: name)? for sale on/iu,
      /diese (?:web ?site|webseite|internetadresse) (?:steht zum verkauf|ist zu verkaufen)|(?:ce|le) (?:site|domaine) (?:[\w.-]{3,80} )?est (?:peut-être )?à vendre|(?:este|el) (?:sitio(?: web)?|dominio) (?:[\w.-]{3,80} )?(?:está )?(?:en|a la) venta|(?:questo|il) (?:sito|dominio) (?:[\w.-]{3,80} )?è in vendita|domínio (?:está )?à venda/iu,
      /domena (?:[\w.-]{3,80} )?(?:jest )?(?:na sprzedaż|do sprzedania)|doména (?:[\w.-]{3,80} )?(?:je )?na (?:prodej|predaj)|domän(?:en)? är till salu|domenet er til salgs|domænet er til salg|verkkotunnus on myytävänä|alan ad[ıi] sat[ıi]l[ıi]kt[ıi]r/iu,
      /домен (?:[\p{L}\d.-]{3,80} )?(?:прода[её]тся|выставлен на продажу)|купить (?:этот )?домен|域名(?:正在)?(?:出售|转让)|(?:该|此|本|的)域名[^。]{0,12}(?:出售|转让)|도메인[^.]{0,12}판매|النطاق معروض للبيع/iu,
    ],
  },
  {
    kind: 'suspended',
    patterns: [
      /(?:domain|website|site|account|hosting)(?: name)? (?:has|have|is) (?:been )?(?:suspended|disabled|deactivated)|account suspended|domain(?: name)? (?:has )?expired|expired and is pending renewal|this domain name has expired|diese domain ist (?:abgelaufen|gesperrt)|pending (?:renewal or )?deletion|domaine (?:a )?expiré|dominio (?:scaduto|caducado|suspendido)/iu,
      /domena (?:wygasła|została zawieszona|jest zawieszona)|(?:срок регистрации )?домена? (?:ист[её]к|приостановлен)|сайт (?:временно )?(?:отключ[её]н|заблокирован|приостановлен)|域名已(?:过期|到期)|alan ad[ıi]n[ıi]n süresi dolmuş|(?:site|hesap) askıya alın/iu,
    ],
  },
  {
    kind: 'parked',
    patterns: [
      /domain (?:is |has been )?parked|this domain (?:was|has been|is) (?:recently |newly |just )?registered|parked (?:free|domain|page)|parking page|courtesy of (?:godaddy|namecheap|[\w-]{2,30}\.(?:com|net|org))|related searches|sponsored listings|diese domain (?:wurde|ist) (?:bereits )?(?:registriert|geparkt|reserviert)|domain (?:ist )?geparkt|ce domaine est (?:réservé|parqué|enregistré)|dominio (?:registrado|parcheggiato|reservado|registrato)|deze domeinnaam is (?:geregistreerd|gereserveerd)|registered (?:at|with|by|through) [\w.-]{3,40}\.? please check back|this is a parking page|future home of something|お名前\.com.{0,20}取得/iu,
      /resources and information\b|(?:first and )?best source for (?:all of )?the information|listed in the (?:domain )?marketplace|domain (?:name )?is managed at|(?:die|ist die) beste quelle für alle informationen/iu,
      /want to buy this domain|domain broker service|all you have to do now is upload your website files|isn.t connected to a website yet|this domain (?:name )?is (?:registered|reserved) (?:with|at|by|through)/iu,
      /votre domaine a bien été créé|(?:il )?(?:sito|dominio)[^.]{0,80}(?:in fase di attivazione|registrato su|è stato registrato)|domínio (?:está )?(?:registrado|estacionado|reservado)/iu,
      /domänen? (?:är|har blivit) (?:köpt|parkerad|registrerad)|parkerad (?:hos|av)|domenet er (?:registrert|parkert|reservert)|domænet er (?:parkeret|reserveret|registreret)|verkkotunnus on (?:rekisteröity|pysäköity)/iu,
      /domena (?:[\w.-]{3,80} )?(?:jest|została) (?:zaparkowana|utrzymywana|zarejestrowana|zarezerwowana)|doména (?:[\w.-]{3,80} )?(?:je|byla) (?:úspěšně )?(?:zaregistrov[aá]na|registrov[aá]na|(?:za)?parkov[aá]na)|alan ad[ıi][^.]{0,60}(?:park edilmiş|tescil edilmiş|kayıtlıdır)/iu,
      /домен (?:[\p{L}\d.-]{3,80} )?(?:зарегистрирован|припаркован|зареєстровано|припарковано)|このドメインは.{0,30}(?:取得|登録|管理)されて|ドメインパーキング|등록된 도메인|도메인 ?파킹|(?:该|此|本)域名(?:已|由)[^。]{0,20}(?:注册|停放)/iu,
    ],
  },
  {
    kind: 'default_page',
    patterns: [
      /apache2? (?:ubuntu|debian|centos|http server)?\s?(?:default|test) page|welcome to nginx|it works!|iis windows server|internet information services|default (?:web ?site |welcome |server )?page|default plesk page|web server's default page|welcome to caddy|congratulations! your (?:web ?site|caddy)|test page for the|directadmin default|cpanel, inc|hello world!?\s*welcome to wordpress|index of \/$|placeholder page for|this is the default (?:welcome )?page|lighttpd default|openresty default|tomcat.{0,30}successfully installed|site not found · github pages|there isn't a github pages site here|no such app|default backend - 404/iu,
      /deployment_not_found|fastly error: unknown domain|sorry, this shop is currently unavailable|test page for the http server|welcome to wordpress\. this is your first post|domyślna strona|страница по умолчанию|сайт (?:еще|ещё) не создан|varsayılan (?:web )?sayfa|ホームページが(?:まだ)?(?:アップロード|公開)されていません/iu,
    ],
  },
  {
    kind: 'under_construction',
    patterns: [
      /under construction|coming soon|launching soon|(?:web ?site|page|site) (?:is )?(?:being built|in preparation|under maintenance)|im aufbau|in kürze|hier entsteht|en construction|bientôt disponible|en construcción|próximamente|sito in costruzione|in allestimento|onder constructie|binnenkort (?:online|beschikbaar)|em construção|em breve|準備中|工事中|strona w budowie/iu,
      /opening soon|something (?:wonderful|awesome|great|new|amazing) is coming|we.ll be (?:back|live|online) soon|be the first to know when we launch/iu,
      /(?:serwis|strona|witryna) w (?:przygotowaniu|przebudowie|budowie)|(?:stránky|web) (?:se připravuj[ei]|ve výstavbě|vo výstavbe)|yapım aşamasında|çok yakında|az oldal (?:fejlesztés|feltöltés) alatt|site (?:în|in) (?:construcție|lucru)|under (?:uppbyggnad|konstruktion|opbygning)|kommer snart|kommer inom kort|sivusto (?:on )?(?:rakenteilla|tulossa)|υπό κατασκευή/iu,
      /сайт (?:находится )?(?:в разработке|на реконструкции|у розробці)|скоро (?:открытие|здесь)|建设中|敬请期待|網站建置中|홈페이지 ?준비 ?중|준비중입니다|قيد الإنشاء/iu,
    ],
  },
]

const PARKING_MARKS =
  /parkingcrew|sedoparking|\bbodis\b|parklogic|data-adblockkey|above\.com|dan\.com\/assets|afternic|hugedomains|uniregistry|skenzo|voodoo\.com|parking-lander|img1\.wsimg\.com\/parking|park\.io|domainmarket|cashparking|rookdns|namedrive|fabulous\.com|window\.park\b|_tr\.parking/iu

/**
 * Longest text beside which a mark of a parking service counts. Its pages are built by a script.
 */
const MARKED_CHARACTERS = 600

export interface OwnStatements {
  legalStatements: readonly LegalStatement[]
  mentions: readonly Mention[]
  /**
   * Number of linked pages of the site that name an operator: imprint, privacy notice and terms.
   */
  legalPages: number
}

const NO_STATEMENTS: OwnStatements = { legalStatements: [], mentions: [], legalPages: 0 }

/**
 * Returns the kind of a page that is not a real site (parked, for sale, suspended, server default,
 * under construction) and the text that shows this. Null for a real site. A site that names its
 * operator is not parked: one phrase in small print would otherwise switch off its analysis.
 */
export function placeholderOf(
  document: PageDocument,
  own: OwnStatements = NO_STATEMENTS,
): Placeholder | null {
  const visible = document.lines.map(({ text }) => text).join(' ')
  const sparse = visible.length <= SPARSE_CHARACTERS
  if (!sparse) return null
  const isSite = isOperated(own)
  const marks = [
    ...document.resources,
    ...document.attributes,
    document.scripts.slice(0, 20_000),
  ].join(' ')
  const beginning = `${document.title ?? ''} ${visible}`.slice(0, SPARSE_CHARACTERS)
  for (const { kind, patterns } of PHRASES) {
    if (isSite && kind !== 'under_construction') continue
    // Many real sites contain the words "Coming soon", so these words count only when the page has
    // almost no other text.
    if (kind === 'under_construction' && visible.length > SPARSE_CHARACTERS / 5) continue
    const match = firstMatch(patterns, beginning)
    if (match !== null)
      return {
        kind,
        observed: beginning
          .slice(Math.max(0, match.index - 40), match.index + 120)
          .trim()
          .slice(0, OBSERVED_LENGTH_MAX),
      }
  }
  const mark = !isSite && visible.length <= MARKED_CHARACTERS ? PARKING_MARKS.exec(marks) : null
  return mark === null ? null : { kind: 'parked', observed: mark[0] }
}

const OPERATOR_KINDS = new Set<LegalStatement['kind']>(['imprint', 'controller', 'operated_by'])
const LEGAL_PAGES_MIN = 2

/** Parking services name themselves on the pages of others, so their names count for nothing. */
function isOperated({ legalStatements, mentions, legalPages }: OwnStatements): boolean {
  const stated = [
    ...legalStatements.filter(({ kind }) => OPERATOR_KINDS.has(kind)),
    ...mentions.filter(({ place, name }) => place === 'rights' && hasForm(name)),
  ].filter(
    ({ name, observed }) =>
      infrastructureRole(compactName(name)) === null &&
      !observed.split(/[\s()]+/u).some(isProviderDomain),
  )
  return stated.length > 0 && (stated.length >= LEGAL_PAGES_MIN || legalPages >= LEGAL_PAGES_MIN)
}

const isProviderDomain = (word: string): boolean =>
  /\p{L}\.\p{L}{2}/u.test(word) && infrastructureRole(compactName(word)) !== null

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match !== null) return match
  }
  return null
}

/**
 * Phrases on bot walls (challenges for automated visitors) and on login pages. The content of such
 * a page does not describe the site.
 */
const WALL =
  /just a moment|checking your browser|attention required|cf-browser-verification|cf[-_]chl|challenge-platform|enable javascript and cookies to continue|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|access (?:to this page has been )?denied|request unsuccessful\. incapsula|incapsula incident|pardon our interruption|ddos-guard|sucuri website firewall|bot verification|px-captcha|datadome|akamai.{0,20}reference|captcha-delivery|unusual traffic from your/iu

/**
 * True when the page is a bot wall (a challenge for automated visitors). Status 401, 403, 407 or
 * 451 is sufficient. With status 429 or 503, the page must contain a typical phrase. With any other
 * status, the page must also be short.
 */
export function isBotWall(status: number, document: PageDocument): boolean {
  if (status === 401 || status === 403 || status === 407 || status === 451) return true
  const visible =
    `${document.title ?? ''} ${document.lines.map(({ text }) => text).join(' ')}`.slice(0, 3_000)
  const marks = `${visible} ${document.resources.join(' ').slice(0, 3_000)} ${document.scripts.slice(0, 3_000)}`
  if (status === 429 || status === 503) return WALL.test(marks)
  return visible.length < 800 && WALL.test(visible)
}
