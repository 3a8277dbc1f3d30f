/** Plain names of the kinds of link that have no readable name of their own. */
const WORDS: Readonly<Record<string, string>> = {
  same_site: 'same registered domain',
  entity: 'same operator',
  registrant_organization: 'registrant',
  parent: 'parent company',
  vat: 'VAT number',
  lei: 'LEI',
  company_number: 'company number',
  icp: 'ICP licence',
  related_website_set: 'related website set',
  controlled_by: 'stated controller',
  controls: 'controlled domain',
  registrant_email_domain: 'mail domain of the registrant',
  owner_domain: 'owner in ads.txt',
  redirect: 'redirect',
  shared_certificate: 'TLS certificate',
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

/**
 * Returns the name of a kind of link in plain words. An unknown kind is shown with blanks in place
 * of its underscores.
 */
export const linkKindInWords = (kind: string): string =>
  (Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined) ?? kind.replaceAll('_', ' ')
