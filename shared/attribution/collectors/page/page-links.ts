import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import type { PageRole } from '../../evidence.ts'
import type { PageAnchor } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

export type LegalRole = Exclude<PageRole, 'home' | 'feed'>
export interface LegalLink {
  role: LegalRole
  url: string
}

const LINKS_OUT_MAX = 40
const SOCIAL_MAX = 30
const UNITS_PER_LINK = 20

/**
 * Link texts and URL paths of each type of legal page, most important type first. When a link
 * matches several types, the first of these types is used.
 */
const ROLE_WORDS: readonly { role: LegalRole; label: RegExp; path: RegExp }[] = [
  {
    role: 'imprint',
    label:
      /^(?:.{0,20}\b)?(?:impressum|imprint|legal notice|legal disclosure|site notice|legal information|mentions? l[ée]gales|informations? l[ée]gales|aviso legal|nota legal|notas legales|información legal|informações legais|note legali|informazioni legali|dati societari|colofon|kolofon|bedrijfsgegevens|wettelijke|juridisch|juridische informatie|特定商取引|会社概要|運営会社|会社情報|企業情報|法人概要|운영사|회사소개|사업자정보|法律声明|tiedot|oikeudelli|impresszum|tietoa yhtiöstä|nota prawna|právní|datos (?:legales|identificativos)|rechtliche|pravne|legal)(?:$|[^\p{L}])/iu,
    path: /\/(?:impressum|imprint|legal-?notice|legal|mentions-?legales?|aviso-?legal|nota-?legal|note-?legali|informazioni-?legali|colofon|tokusho(?:ho|hou)?|law|company|corporate|gaiyou?|kaisha|outline|site-?notice|rechtliches|juridisch|impresszum|avis-legal|informacion-legal|dati-?societari|2-mentions-legales|legal-info(?:rmation)?)(?:[/.?]|$)/iu,
  },
  {
    role: 'privacy',
    label:
      /privacy|datenschutz|confidentialité|données personnelles|vie privée|privacidad|protección de datos|riservatezza|privacyverklaring|gegevensbescherming|privacidade|proteção de dados|プライバシー|個人情報|개인정보|隐私|隱私|integritets|personuppgift|persondata|personvern|tietosuoja|prywatno|rodo|ochrana (?:osobních|údajů)|soukromí|adatvédel|confiden[țt]ialitate|gizlilik|kvkk|конфиденциальн|персональн|dsgvo|gdpr/iu,
    path: /\/(?:[\w-]*privacy[\w-]*|datenschutz[\w-]*|confidentialite|donnees-personnelles|politique-de-confidentialite|politica-de-privacidad|politica-de-privacidade|privacidad|privacidade|proteccion-de-datos|gegevensbescherming|integritetspolicy|personvern|tietosuoja[\w-]*|polityka-prywatnosci|adatvedelem|gizlilik|rgpd|gdpr|dsgvo|kojin)(?:[/.?]|$)/iu,
  },
  {
    role: 'terms',
    label:
      /\b(?:terms|conditions of (?:use|sale)|user agreement|agb|geschäftsbedingungen|nutzungsbedingungen|conditions générales|cgu|cgv|conditions d[’']utilisation|términos|condiciones|termini|condizioni|voorwaarden|termos|condições|villkor|vilkår|vilkar|käyttöehdot|regulamin|obchodní podmínky|felhasználási|termeni|koşullar)|利用規約|ご利用規約|이용약관|服务条款|пользовательское соглашение|условия/iu,
    path: /\/(?:[\w-]*terms[\w-]*|tos|conditions[\w-]*|agb|nutzungsbedingungen|cgu|cgv|conditions-generales[\w-]*|condiciones[\w-]*|terminos[\w-]*|termini[\w-]*|condizioni[\w-]*|[\w-]*voorwaarden|termos[\w-]*|regulamin|kayttoehdot|villkor|eula|user-agreement|kiyaku)(?:[/.?]|$)/iu,
  },
  {
    role: 'about',
    label:
      /^(?:about(?: us| me|\b)?|who we are|our (?:company|story)|company|über (?:uns|mich)|wir über uns|unternehmen|das sind wir|qui (?:sommes[- ]nous|suis-je)|à propos|l[’']entreprise|quiénes somos|sobre (?:nosotros|mí|nós|mim)|acerca de|empresa|chi (?:siamo|sono)|azienda|over (?:ons|mij)|wie (?:zijn|ben) (?:wij|ik)|quem somos|sobre|a empresa|om (?:oss|os|mig|meg)|meistä|o nas|o nás|rólunk|despre noi|hakkımızda|о нас|о компании|ブランドについて|私たちについて|当サイトについて|회사소개|关于我们|bio(?:graphy)?)\b/iu,
    path: /\/(?:about(?:-us|-me)?|aboutus|who-we-are|our-story|company|ueber-(?:uns|mich)|uber-uns|unternehmen|qui-sommes-nous|a-propos|quienes-somos|sobre(?:-nosotros|-nos)?|acerca-de|chi-(?:siamo|sono)|azienda|over-(?:ons|mij)|quem-somos|om-(?:oss|os)|o-nas|bio)(?:[/.?]|$)/iu,
  },
  {
    role: 'contact',
    label:
      /^(?:contact(?: us|s|o|ez[- ]nous|eer(?: ons)?)?|get in touch|kontakt(?:iere?n)?|so erreichen sie uns|nous contacter|contáctenos|contacta|contatti|contattaci|contato|fale conosco|contactos|kontakta oss|yhteys(?:tiedot)?|ota yhteyttä|お問い?合わ?せ|연락처|联系我们|kapcsolat|iletişim|контакты)/iu,
    path: /\/(?:contact(?:-us|s|o|us|ez-nous)?|kontakt|contatti|contato|contactos|get-in-touch|nous-contacter|fale-conosco|inquiry|otoiawase|toiawase)(?:[/.?]|$)/iu,
  },
]

const UNREADABLE = /\.(?:pdf|docx?|zip|jpe?g|png|gif|svg|mp4|xlsx?)(?:$|\?)/iu

/**
 * Words in links to legal pages on one special topic: cookie settings, rules for children, the law
 * of one state. Links with these words rank lower, because such pages seldom name the operator.
 */
const SIDE_PAGE =
  /cookie|choices|preferences|settings|center|centre|child|kids|california|ccpa|do-?not-?sell|bewerber|careers?/iu

interface Rated extends LegalLink {
  rating: number
  position: number
}

/**
 * Returns links from a page to pages of the same site that probably name the operator. Each type of
 * legal page has at most one link. The imprint (legal notice page) comes first.
 */
export function* legalLinks(
  anchors: readonly PageAnchor[],
  pageUrl: string,
  slice: Slice,
): SlicedWork<LegalLink[]> {
  const site = registrableHost(pageUrl)
  const rated: Rated[] = []
  for (const [position, anchor] of anchors.entries()) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    const url = parseUrl(anchor.href, pageUrl)
    if (url === null || !/^https?:$/u.test(url.protocol) || registrableHost(url.href) !== site)
      continue
    url.hash = ''
    if (url.href === pageUrl || url.pathname === '/' || UNREADABLE.test(url.pathname)) continue
    // The text of a link shows the type of the legal page more reliably than the URL path, because
    // terms of use often have a path such as /legal/.
    const words = ROLE_WORDS.find(
      ({ label }) => anchor.text.length <= 80 && label.test(anchor.text),
    )
    const { role, path } =
      words ?? ROLE_WORDS.find((row) => row.path.test(decoded(url.pathname))) ?? {}
    if (role !== undefined && path !== undefined) {
      const named = words !== undefined
      const placed = path.test(decoded(url.pathname))
      const rating =
        (named ? 2 : 0) +
        (placed ? 1 : 0) +
        (anchor.region === 'footer' ? 0.5 : 0) -
        (SIDE_PAGE.test(`${anchor.text} ${url.pathname}`) ? 1 : 0) -
        (depthOf(url) > 4 ? 1 : 0)
      rated.push({ role, url: url.href, rating, position })
    }
  }
  const best: LegalLink[] = []
  const taken = new Set<string>()
  for (const { role } of ROLE_WORDS) {
    const candidates = rated.filter((link) => link.role === role && !taken.has(link.url))
    const [first] = candidates.toSorted((a, b) => b.rating - a.rating || b.position - a.position)
    if (first === undefined) continue
    taken.add(first.url)
    best.push({ role, url: first.url })
  }
  return best
}

const depthOf = (url: URL): number => url.pathname.split('/').filter((part) => part !== '').length

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns URL paths that legal pages commonly have in the language of the site. Used for legal
 * pages to which the home page does not link. `isShell` is true when the HTML contains no links,
 * usually because a script creates the content in the browser.
 */
export function customaryPaths(
  language: string | null,
  topLevelDomain: string,
  isShell: boolean,
): LegalLink[] {
  if (isShell) return SHELL_PATHS.map(([role, url]) => ({ role, url }))
  const languageCode = (language ?? '').slice(0, 2) || COUNTRY_LANGUAGES[topLevelDomain] || 'en'
  return (CUSTOMARY[languageCode] ?? CUSTOMARY.en ?? []).map(([role, url]) => ({ role, url }))
}

const SHELL_PATHS: readonly [LegalRole, string][] = [
  ['privacy', '/privacy-policy'],
  ['terms', '/legal/terms'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['about', '/about'],
]

const COUNTRY_LANGUAGES: Readonly<Record<string, string>> = {
  de: 'de',
  at: 'de',
  ch: 'de',
  fr: 'fr',
  be: 'fr',
  es: 'es',
  mx: 'es',
  ar: 'es',
  cl: 'es',
  co: 'es',
  it: 'it',
  nl: 'nl',
  pt: 'pt',
  br: 'pt',
  jp: 'ja',
}
const CUSTOMARY: Readonly<Record<string, readonly [LegalRole, string][]>> = {
  en: [
    ['privacy', '/privacy-policy'],
    ['about', '/about'],
    ['terms', '/terms'],
  ],
  de: [
    ['imprint', '/impressum'],
    ['privacy', '/datenschutz'],
  ],
  fr: [
    ['imprint', '/mentions-legales'],
    ['about', '/a-propos'],
  ],
  es: [
    ['imprint', '/aviso-legal'],
    ['about', '/quienes-somos'],
  ],
  it: [
    ['imprint', '/note-legali'],
    ['privacy', '/privacy-policy'],
  ],
  nl: [
    ['terms', '/algemene-voorwaarden'],
    ['contact', '/contact'],
  ],
  pt: [
    ['privacy', '/politica-de-privacidade'],
    ['about', '/sobre'],
  ],
  ja: [
    ['imprint', '/company/'],
    ['about', '/about'],
  ],
}

/**
 * True for a reference that leads to the same site without a doubt, such as "/about" or "#top".
 * Parsing it would cost more time.
 */
const isInternal = (href: string): boolean => /^(?:[?#]|\/(?![/\\]))[^\t\n\r]*$/u.test(href)

/**
 * Returns at most 40 external registrable domains to which a page links, each with the text of one
 * link. Domains in links to legal pages come first.
 */
export function* linksOut(
  anchors: readonly PageAnchor[],
  pageUrl: string,
  slice: Slice,
): SlicedWork<{ domain: string; label: string }[]> {
  const site = registrableHost(pageUrl)
  const legal: { domain: string; label: string }[] = []
  const other: { domain: string; label: string }[] = []
  const seen = new Set<string>()
  for (const anchor of anchors) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    if (isInternal(anchor.href)) continue
    const url = parseUrl(anchor.href, pageUrl)
    if (url === null || !/^https?:$/u.test(url.protocol)) continue
    const domain = registrableHost(url.href)
    if (domain === site || !domain.includes('.') || seen.has(domain)) continue
    seen.add(domain)
    const isLegal = ROLE_WORDS.slice(0, 3).some(
      ({ label, path }) => label.test(anchor.text) || path.test(url.pathname),
    )
    ;(isLegal ? legal : other).push({ domain, label: anchor.text.slice(0, 100) })
  }
  return [...legal, ...other].slice(0, LINKS_OUT_MAX)
}

const NETWORKS: readonly [network: string, host: RegExp, handle: RegExp][] = [
  [
    'facebook',
    /(?:^|\.)facebook\.com$/u,
    /^\/(?!sharer|share|dialog|plugins|tr\b|login|groups\/|profile\.php|policies|help|privacy)(?:pg\/)?([\w.-]{2,60})/iu,
  ],
  [
    'twitter',
    /(?:^|\.)(?:twitter|x)\.com$/u,
    /^\/(?!share|intent|home|search|hashtag|login|i\/|privacy|tos)@?(\w{2,15})(?:\/|$)/iu,
  ],
  [
    'instagram',
    /(?:^|\.)instagram\.com$/u,
    /^\/(?!p\/|explore|accounts|reel|about|legal)([\w.]{2,30})/iu,
  ],
  ['linkedin', /(?:^|\.)linkedin\.com$/u, /^\/(?:company|in|school|showcase)\/([\w%.-]{2,80})/iu],
  ['youtube', /(?:^|\.)youtube\.com$/u, /^\/(?:(?:channel|user|c)\/|@)([\w.-]{2,60})/iu],
  ['tiktok', /(?:^|\.)tiktok\.com$/u, /^\/@([\w.]{2,30})/iu],
  [
    'github',
    /(?:^|\.)github\.com$/u,
    /^\/(?!sponsors|features|about|login|orgs\/|topics|marketplace)([\w-]{1,39})(?:\/|$)/iu,
  ],
  ['bluesky', /(?:^|\.)bsky\.app$/u, /^\/profile\/([\w.:-]{3,80})/iu],
  ['pinterest', /(?:^|\.)pinterest\.[a-z.]{2,20}$/u, /^\/(?!pin\/)([\w-]{2,40})/iu],
  ['xing', /(?:^|\.)xing\.com$/u, /^\/(?:companies|pages|profile)\/([\w.-]{2,80})/iu],
]

/**
 * Matches each address of these networks, and a few others. Parsing the URL of every link would
 * cost more time.
 */
const NETWORK =
  /facebook|twitter|x\.com|instagram|linkedin|youtube|tiktok|github|bsky|pinterest|xing/iu

/**
 * Returns the social network accounts in a list of URLs, each as "network:handle". Share buttons
 * are left out.
 */
export function* socialHandles(addresses: readonly string[], slice: Slice): SlicedWork<string[]> {
  const found = new Set<string>()
  for (const address of addresses) {
    if (slice.isFull(UNITS_PER_LINK)) yield
    const url = NETWORK.test(address) ? parseUrl(address) : null
    if (url === null) continue
    for (const [network, host, path] of NETWORKS) {
      const handle = host.test(url.hostname) ? path.exec(url.pathname)?.[1] : undefined
      if (handle !== undefined && found.size < SOCIAL_MAX)
        found.add(`${network}:${handle.toLowerCase()}`)
    }
  }
  return [...found]
}
