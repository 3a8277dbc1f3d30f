import type { HttpProbeEvidence } from '../evidence.ts'
import type { PageDocument } from './document.ts'

type Placeholder = NonNullable<HttpProbeEvidence['placeholder']>

/** A page with more text than this is a site, whatever phrase it holds. */
const SPARSE_CHARACTERS = 2_500
const OBSERVED_LENGTH_MAX = 200

const PHRASES: readonly { kind: Placeholder['kind']; pattern: RegExp }[] = [
  {
    kind: 'for_sale',
    pattern:
      /(?:this |the )?domain(?: name)?(?: [\w.-]{3,80})? (?:is|may be|could be) (?:available |listed )?(?:for sale|available for purchase)|buy this domain|domain(?: name)? for sale|make an offer (?:on|for) this domain|inquire about this domain|purchase this domain|this (?:premium )?(?:web )?(?:address|domain) is for sale|diese domain (?:steht zum verkauf|ist zu verkaufen|kaufen)|domain zu verkaufen|ce (?:nom de )?domaine est à vendre|(?:este )?dominio (?:está )?(?:en|à|a la) venta|dominio in vendita|(?:dit |deze )?domein(?:naam)? (?:is |staat )?te koop|domena na sprzedaż|このドメインは(?:販売|売りに)/iu,
  },
  {
    kind: 'suspended',
    pattern:
      /(?:domain|website|site|account|hosting)(?: name)? (?:has|have|is) (?:been )?(?:suspended|disabled|deactivated)|account suspended|domain(?: name)? (?:has )?expired|expired and is pending renewal|this domain name has expired|diese domain ist (?:abgelaufen|gesperrt)|pending (?:renewal or )?deletion|domaine (?:a )?expiré|dominio (?:scaduto|caducado|suspendido)/iu,
  },
  {
    kind: 'parked',
    pattern:
      /domain (?:is |has been )?parked|this domain (?:was|has been|is) (?:recently |newly |just )?registered|parked (?:free|domain|page)|parking page|courtesy of (?:godaddy|namecheap|[\w.]{3,30})|related searches|sponsored listings|diese domain (?:wurde|ist) (?:bereits )?(?:registriert|geparkt|reserviert)|domain (?:ist )?geparkt|ce domaine est (?:réservé|parqué|enregistré)|dominio (?:registrado|parcheggiato|reservado|registrato)|deze domeinnaam is (?:geregistreerd|gereserveerd)|registered (?:at|with|by|through) [\w.-]{3,40}\.? please check back|this is a parking page|future home of something|お名前\.com.{0,20}取得/iu,
  },
  {
    kind: 'default_page',
    pattern:
      /apache2? (?:ubuntu|debian|centos|http server)?\s?(?:default|test) page|welcome to nginx|it works!|iis windows server|internet information services|default (?:web ?site |welcome |server )?page|default plesk page|web server's default page|welcome to caddy|congratulations! your (?:web ?site|caddy)|test page for the|directadmin default|cpanel, inc|hello world!?\s*welcome to wordpress|index of \/$|placeholder page for|this is the default (?:welcome )?page|lighttpd default|openresty default|tomcat.{0,30}successfully installed|site not found · github pages|there isn't a github pages site here|no such app|default backend - 404/iu,
  },
  {
    kind: 'under_construction',
    pattern:
      /under construction|coming soon|launching soon|(?:web ?site|page|site) (?:is )?(?:being built|in preparation|under maintenance)|im aufbau|in kürze|hier entsteht|en construction|bientôt disponible|en construcción|próximamente|sito in costruzione|in allestimento|onder constructie|binnenkort (?:online|beschikbaar)|em construção|em breve|準備中|工事中|strona w budowie/iu,
  },
]

/** Scripts and attributes that only parking pages carry. */
const PARKING_MARKS =
  /parkingcrew|sedoparking|\bbodis\b|parklogic|data-adblockkey|above\.com|dan\.com\/assets|afternic|hugedomains|uniregistry|skenzo|voodoo\.com|parking-lander|img1\.wsimg\.com\/parking|park\.io|domainmarket|cashparking|rookdns|namedrive|fabulous\.com|window\.park\b|_tr\.parking/iu

/** What a page says of itself when it is no site: parked, for sale, suspended, a server's default, to come. Null for a site. */
export function placeholderOf(document: PageDocument): Placeholder | null {
  const visible = document.lines.map(({ text }) => text).join(' ')
  const marks = [...document.resources, ...document.attributes, document.scripts.slice(0, 20_000)].join(' ')
  const sparse = visible.length <= SPARSE_CHARACTERS
  const said = `${document.title ?? ''} ${visible}`.slice(0, SPARSE_CHARACTERS)
  if (sparse) {
    for (const { kind, pattern } of PHRASES) {
      // "Coming soon" stands on many a living site; alone on a page it is the page.
      if (kind === 'under_construction' && visible.length > SPARSE_CHARACTERS / 5) continue
      const match = pattern.exec(said)
      if (match !== null)
        return {
          kind,
          observed: said
            .slice(Math.max(0, match.index - 40), match.index + 120)
            .trim()
            .slice(0, OBSERVED_LENGTH_MAX),
        }
    }
  }
  const mark = sparse ? PARKING_MARKS.exec(marks) : null
  return mark === null ? null : { kind: 'parked', observed: mark[0] }
}

/** Pages of bot walls and logins in front of a site: what they hold is not the site's. */
const WALL =
  /just a moment|checking your browser|attention required|cf-browser-verification|cf[-_]chl|challenge-platform|enable javascript and cookies to continue|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|access (?:to this page has been )?denied|request unsuccessful\. incapsula|incapsula incident|pardon our interruption|ddos-guard|sucuri website firewall|bot verification|px-captcha|datadome|akamai.{0,20}reference|captcha-delivery|unusual traffic from your/iu

/** Whether the answer is a wall: by its words on an error status, or on a page that is nothing else. */
export function isBotWall(status: number, document: PageDocument): boolean {
  if (status === 401 || status === 403 || status === 407 || status === 451) return true
  const visible = `${document.title ?? ''} ${document.lines.map(({ text }) => text).join(' ')}`.slice(0, 3_000)
  const marks = `${visible} ${document.resources.join(' ').slice(0, 3_000)} ${document.scripts.slice(0, 3_000)}`
  if (status === 429 || status === 503) return WALL.test(marks)
  return visible.length < 800 && WALL.test(visible)
}
