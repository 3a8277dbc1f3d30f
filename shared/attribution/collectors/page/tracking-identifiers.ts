import type { SharedIdentifier } from '../../page-evidence.ts'
import type { PageDocument } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

const IDENTIFIERS_MAX = 60
const SOURCE_LENGTH_MAX = 768 * 1024
const CHARACTERS_PER_UNIT = 300

// `shape` builds the identifier from a match. Without `shape`, the first group of the match is the
// identifier.
interface IdentifierForm {
  kind: string
  // Text that is in every match. A page without this text is not searched with the slower pattern.
  literal: string
  pattern: RegExp
  shape?: (match: RegExpMatchArray) => string
}

const form = (
  kind: string,
  literal: string,
  pattern: RegExp,
  shape?: IdentifierForm['shape'],
): IdentifierForm =>
  shape === undefined ? { kind, literal, pattern } : { kind, literal, pattern, shape }

const FORMS: readonly IdentifierForm[] = [
  // The last number of "UA-1234-1" is the number of a site in the account, so it is left out.
  form('google_analytics', 'UA-', /\bUA-(\d{4,10})-\d{1,4}\b/gu, (match) => `UA-${match[1]}`),
  form('google_analytics', 'G-', /\b(G-[A-Z0-9]{8,12})\b/gu),
  form('google_tag_manager', 'GTM-', /\b(GTM-[A-Z0-9]{5,9})\b/gu),
  form('google_ads', 'AW-', /\b(AW-\d{9,11})\b/gu),
  form('google_floodlight', 'DC-', /\b(DC-\d{7,9})\b/gu),
  form('adsense', 'pub-', /\b(?:ca-)?(pub-\d{16})\b/gu),
  form('facebook_pixel', 'fbq(', /fbq\(\s{0,3}["']init["'],\s{0,3}["']?(\d{14,17})["']?/gu),
  form(
    'facebook_pixel',
    'facebook.com/tr',
    /facebook\.com\/tr\?(?:[^"'\s]{0,60}&)?id=(\d{14,17})/gu,
  ),
  form('hotjar', 'hjid', /hjid["']?\s{0,3}[:=]\s{0,3}["']?(\d{5,8})/gu),
  form('clarity', 'clarity.ms/tag/', /clarity\.ms\/tag\/([a-z0-9]{8,12})/gu),
  form(
    'clarity',
    'clarity',
    /["']clarity["'],\s{0,3}["']script["'],\s{0,3}["']([a-z0-9]{8,12})["']/gu,
  ),
  form('yandex_metrica', 'ym(', /\bym\(\s{0,3}(\d{6,9})\s{0,3},\s{0,3}["']init/gu),
  form('yandex_metrica', 'mc.yandex.ru/watch/', /mc\.yandex\.ru\/watch\/(\d{6,9})/gu),
  form('baidu_tongji', 'hm.baidu.com/hm.js', /hm\.baidu\.com\/hm\.js\?([0-9a-f]{32})/gu),
  form('statcounter', 'sc_project', /sc_project\s{0,3}=\s{0,3}["']?(\d{5,9})/gu),
  form(
    'linkedin_insight',
    '_linkedin_partner_id',
    /_linkedin_partner_id\s{0,3}=\s{0,3}["'](\d{4,9})["']/gu,
  ),
  form('tiktok_pixel', 'ttq.load(', /ttq\.load\(\s{0,3}["']([A-Z0-9]{18,22})["']/gu),
  form('bing_uet', 'ti', /\bti\s{0,3}:\s{0,3}["'](\d{7,9})["']/gu),
  form('pinterest_tag', 'pintrk(', /pintrk\(\s{0,3}["']load["'],\s{0,3}["'](\d{12,14})["']/gu),
  form('snap_pixel', 'snaptr(', /snaptr\(\s{0,3}["']init["'],\s{0,3}["']([0-9a-f-]{36})["']/gu),
  form(
    'hubspot',
    '.hs-',
    /js(?:-eu1)?\.hs-(?:scripts|analytics)\.(?:com|net)\/(?:analytics\/\d+\/)?(\d{5,9})\.js/gu,
  ),
  form('intercom', 'app_id', /\bapp_id["']?\s{0,3}:\s{0,3}["']([a-z0-9]{8})["']/gu),
  form(
    'zendesk',
    'static.zdassets.com',
    /static\.zdassets\.com\/ekr\/snippet\.js\?key=([0-9a-f-]{36})/gu,
  ),
  form(
    'segment',
    'cdn.segment.com',
    /cdn\.segment\.com\/analytics\.js\/v1\/([A-Za-z0-9]{24,40})/gu,
  ),
  form('segment', 'analytics.load(', /analytics\.load\(\s{0,3}["']([A-Za-z0-9]{24,40})["']/gu),
  form('mixpanel', 'mixpanel.init(', /mixpanel\.init\(\s{0,3}["']([0-9a-f]{32})["']/gu),
  form(
    'amplitude',
    'amplitude',
    /amplitude(?:\.getInstance\(\))?\.init\(\s{0,3}["']([0-9a-f]{32})["']/gu,
  ),
  form('new_relic', 'applicationID', /applicationID["']?\s{0,3}:\s{0,3}["'](\d{7,12})["']/gu),
  form(
    'sentry',
    'sentry.io/',
    /https:\/\/[0-9a-f]{32}@(?:o\d+\.ingest\.(?:[a-z]{2}\.)?sentry\.io)\/(\d{5,18})/gu,
  ),
  form('stripe', 'pk_live_', /\b(pk_live_[A-Za-z0-9]{16,120})\b/gu),
  form(
    'recaptcha',
    'recaptcha/',
    /recaptcha\/(?:api|enterprise)\.js\?(?:[^"'\s]{0,60}&)?render=(6L[A-Za-z0-9_-]{38})/gu,
  ),
  form('recaptcha', 'data-sitekey=', /data-sitekey=(6L[A-Za-z0-9_-]{38})/gu),
  form(
    'adobe_launch',
    'assets.adobedtm.com/',
    /assets\.adobedtm\.com\/(?:launch-)?([A-Za-z0-9]{12,40})\//gu,
  ),
  form(
    'onetrust',
    'data-domain-script=',
    /data-domain-script=([0-9a-f]{4,8}(?:-[0-9a-f]{4,12}){2,4})/gu,
  ),
  form('cookiebot', 'data-cbid=', /data-cbid=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gu),
  form('usercentrics', 'data-settings-id=', /data-settings-id=([A-Za-z0-9_-]{8,14})/gu),
  form('typekit', 'use.typekit.net/', /use\.typekit\.net\/([a-z0-9]{7})\.(?:js|css)/gu),
  form(
    'klaviyo',
    'klaviyo.com/onsite/js/',
    /klaviyo\.com\/onsite\/js\/(?:klaviyo\.js\?company_id=)?([A-Za-z0-9]{6})\b/gu,
  ),
  form('shopify_shop', '.myshopify.com', /\b([a-z0-9][a-z0-9-]{1,60}\.myshopify\.com)\b/gu),
  form(
    'matomo',
    'setTrackerUrl',
    new RegExp(
      [
        String.raw`setTrackerUrl["'],\s{0,3}(?:[\w.]{1,20}\s{0,2}\+\s{0,2})?["']`,
        String.raw`([^"']{1,120})["'][^;]{0,40};[\s\S]{0,160}?setSiteId["'],\s{0,3}["']`,
        String.raw`(\d{1,6})["']`,
      ].join(''),
      'gu',
    ),
    (match) => `${match[1]}#${match[2]}`,
  ),
  form('plausible', 'data-domain=', /data-domain=([a-z0-9.-]{3,100}\.[a-z]{2,24})\b/gu),
  form(
    'taboola',
    'cdn.taboola.com/',
    /cdn\.taboola\.com\/libtrc\/([a-z0-9_-]{3,60})\/loader\.js/gu,
  ),
  form('outbrain', 'OB_ADV_ID', /OB_ADV_ID\s{0,3}=\s{0,3}["']?([0-9a-f]{20,40})/gu),
  form(
    'criteo',
    'setAccount',
    /["']?setAccount["']?,\s{0,3}["']?account["']?\s{0,3}:\s{0,3}(\d{3,7})/gu,
  ),
]

// Names of meta elements. Their value proves to a service, such as Google Search Console, who owns
// the site.
const VERIFICATIONS: Readonly<Record<string, string>> = {
  'google-site-verification': 'google_site_verification',
  'msvalidate.01': 'bing_site_verification',
  'yandex-verification': 'yandex_verification',
  'p:domain_verify': 'pinterest_verification',
  'facebook-domain-verification': 'facebook_domain_verification',
  'ahrefs-site-verification': 'ahrefs_verification',
  'baidu-site-verification': 'baidu_verification',
  'naver-site-verification': 'naver_verification',
  'norton-safeweb-site-verification': 'norton_verification',
  'google-adsense-account': 'adsense',
  'fb:app_id': 'facebook_app',
  'fb:admins': 'facebook_admin',
  'fb:pages': 'facebook_page',
  'apple-itunes-app': 'apple_app',
  'al:ios:app_store_id': 'apple_app',
  'al:android:package': 'android_app',
}

const PLACEHOLDER = new RegExp(
  [
    String.raw`^(?:UA-|G-|GTM-|AW-|DC-|(?:ca-)?pub-)?(?:(.)\1{3,}|x+|`,
    String.raw`0*1?23456?7?8?9?0?\d{0,2}|12345\w*|1234567890(?:123456)?|`,
    String.raw`9876543210\d*|[X0-]+|your[\w-]*|example\w*|demo|test)$`,
  ].join(''),
  'iu',
)

export function* trackingIdentifiers(
  document: PageDocument,
  slice: Slice,
): SlicedWork<SharedIdentifier[]> {
  const source = [document.scripts, ...document.resources, ...document.attributes]
    .join('\n')
    .slice(0, SOURCE_LENGTH_MAX)
  const found = new Map<string, SharedIdentifier>()
  const keep = (kind: string, value: string): void => {
    if (value === '' || PLACEHOLDER.test(value) || found.size >= IDENTIFIERS_MAX) return
    found.set(`${kind} ${value}`, { kind, value: value.slice(0, 200) })
  }
  for (const { kind, literal, pattern, shape } of FORMS) {
    if (!source.includes(literal)) continue
    if (slice.isFull(source.length / CHARACTERS_PER_UNIT)) yield
    for (const match of source.matchAll(pattern)) {
      if (found.size >= IDENTIFIERS_MAX) break
      keep(kind, shape?.(match) ?? match[1] ?? '')
    }
  }
  for (const [name, kind] of Object.entries(VERIFICATIONS)) {
    const content = document.metas.get(name)
    if (content !== undefined)
      keep(kind, kind === 'adsense' ? content.replace(/^ca-/u, '') : verified(kind, content))
  }
  return [...found.values()]
}

// The content of the meta element for apple_app is "app-id=123, app-argument=...". Only the number
// identifies the app.
const verified = (kind: string, content: string): string =>
  kind === 'apple_app' ? (/(\d{6,12})/u.exec(content)?.[1] ?? '') : content.trim()
