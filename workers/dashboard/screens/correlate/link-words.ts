import { shortened, withVisibleControls } from '../../parts/texts.ts'
import type { SharedFact } from './shared-facts.ts'

/** Words for kinds of link whose name in the API is hard to understand. */
const WORDS: Readonly<Record<string, string>> = {
  same_site: 'same registered domain',
  entity: 'operator named by both answers',
  registrant_organization: 'registrant',
  parent: 'parent company',
  vat: 'VAT number',
  lei: 'LEI',
  company_number: 'company number',
  icp: 'ICP license',
  related_website_set: 'related website set',
  controlled_by: 'stated controller',
  controls: 'controlled domain',
  registrant_email_domain: 'mail domain of the registrant',
  owner_domain: 'owner in ads.txt',
  redirect: 'redirect',
  shared_certificate: 'TLS certificate',
  distinct_entities: 'different operators',
  plausible: 'Plausible account',
  adsense: 'AdSense account',
  seller: 'advertising seller',
  taboola: 'Taboola account',
  outbrain: 'Outbrain account',
  google_analytics: 'Google Analytics account',
  google_tag_manager: 'Google Tag Manager container',
  google_ads: 'Google Ads account',
  facebook_pixel: 'Facebook pixel',
  stripe: 'Stripe account',
  shopify_shop: 'Shopify shop',
  apple_team: 'Apple developer team',
  android_certificate: 'Android signing certificate',
  android_app: 'Android app',
  apple_app: 'Apple app',
  facebook_app: 'Facebook app',
  facebook_page: 'Facebook page',
  facebook_admin: 'Facebook administrator',
  caa_account: 'account at a certificate authority',
  google_site_verification: 'Google site verification',
  email: 'email address',
  phone: 'telephone number',
  social: 'social media account',
  address: 'postal address',
  favicon: 'icon',
  label: 'same name, other suffix',
  name_servers: 'name servers',
  typekit: 'Typekit account',
  recaptcha: 'reCAPTCHA key',
  adobe_launch: 'Adobe Launch property',
}

const VERIFICATION = 'verification '

/**
 * Returns words for a kind of link. An unknown kind is shown with blanks in place of underscores.
 */
export function linkKindInWords(kind: string): string {
  const words = Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined
  if (words !== undefined) return words
  const text = kind.replaceAll('_', ' ')
  return text.startsWith(VERIFICATION) ? `${text.slice(VERIFICATION.length)} verification` : text
}

/** Kind and value of the strongest value, and words for the number of the other values. */
export function factWords({ values }: SharedFact): { kind: string; value: string; more: string } {
  const [first] = values
  return {
    kind: linkKindInWords(first?.signal ?? ''),
    value: first?.value ?? '',
    more: values.length > 1 ? ` +${values.length - 1} more` : '',
  }
}

const LABEL_CHARACTERS_MAX = 30

/** Shortens a long text and makes characters visible that could deceive the reader. */
export const drawn = (text: string, max = LABEL_CHARACTERS_MAX): string =>
  shortened(withVisibleControls(text), max)
