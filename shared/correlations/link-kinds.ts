/**
 * Classes of values that link two domains, for example tracking ids. A single decision of one company often adds several values of the same
 * class, so the total weight of each class is limited.
 */
export type LinkClass =
  | 'site'
  | 'entity'
  | 'register'
  | 'declared'
  | 'advertising'
  | 'tracking'
  | 'verification'
  | 'apps'
  | 'contact'
  | 'hosting'
  | 'look'

interface LinkKind {
  class: LinkClass
  /**
   * Weight of a value of this kind that few domains have. If two domains share the value, this weight is added to the log-odds that both
   * domains have the same operator. Unit: natural log-odds.
   */
  nats: number
  /**
   * True if the value is itself a domain, for example the target of a redirect. A domain with such a value is linked with the target, and
   * with all other domains that have the same target.
   */
  pointer?: true
}

const kind = (linkClass: LinkClass, nats: number): LinkKind => ({ class: linkClass, nats })
const pointer = (nats: number): LinkKind => ({ class: 'declared', nats, pointer: true })

/**
 * Weights of the values that two domains can share. Identifiers from an authority (for example a VAT number) weigh most, then payment
 * accounts, then accounts that an agency can use for several customers. Anybody can state a redirect or a parent company, so neither of
 * these two is sufficient alone.
 */
const LINK_KINDS: Readonly<Record<string, LinkKind>> = {
  same_site: kind('site', 8),
  entity: kind('entity', 7),
  registrant_organization: kind('entity', 6),
  parent: kind('declared', 3.2),
  vat: kind('register', 6),
  lei: kind('register', 6.5),
  company_number: kind('register', 5.5),
  icp: kind('register', 5.5),
  related_website_set: pointer(4),
  controlled_by: pointer(4),
  registrant_email_domain: pointer(4.5),
  owner_domain: pointer(3.8),
  redirect: pointer(3.4),
  shared_certificate: pointer(3.6),
  plausible: { class: 'tracking', nats: 3, pointer: true },
  adsense: kind('advertising', 4.6),
  seller: kind('advertising', 3.6),
  taboola: kind('advertising', 3),
  outbrain: kind('advertising', 3),
  google_analytics: kind('tracking', 4.2),
  google_tag_manager: kind('tracking', 3.6),
  google_ads: kind('tracking', 3.8),
  facebook_pixel: kind('tracking', 3.8),
  stripe: kind('contact', 5),
  shopify_shop: kind('apps', 5),
  apple_team: kind('apps', 5.5),
  android_certificate: kind('apps', 5),
  android_app: kind('apps', 4.5),
  apple_app: kind('apps', 4.2),
  facebook_app: kind('apps', 4),
  facebook_page: kind('contact', 3.8),
  facebook_admin: kind('contact', 3.8),
  google_site_verification: kind('verification', 4.2),
  email: kind('contact', 4.2),
  phone: kind('contact', 3.9),
  social: kind('contact', 3.6),
  address: kind('contact', 2.6),
  favicon: kind('look', 2.3),
  label: kind('look', 3),
  name_servers: kind('hosting', 2.3),
  typekit: kind('tracking', 2),
  recaptcha: kind('tracking', 2.6),
  adobe_launch: kind('tracking', 3.2),
}

const OTHER: LinkKind = kind('tracking', 2.6)
const OTHER_VERIFICATION: LinkKind = kind('verification', 3.6)

export function linkKind(name: string): LinkKind {
  const known = LINK_KINDS[name]
  if (known !== undefined) return known
  return name.includes('verification') ? OTHER_VERIFICATION : OTHER
}

/** Highest total weight of each class of values that two domains share. Unit: natural log-odds. */
export const CLASS_NATS_MAX: Readonly<Record<LinkClass, number>> = {
  site: 8,
  entity: 7,
  register: 8,
  declared: 6,
  advertising: 5.2,
  tracking: 5.2,
  verification: 4.6,
  apps: 6.5,
  contact: 6,
  hosting: 3.2,
  look: 3.4,
}

export const linkWords = (name: string): string => WORDS[name] ?? name.replaceAll('_', ' ')

const WORDS: Readonly<Record<string, string>> = {
  same_site: 'registered domain',
  entity: 'operator',
  registrant_organization: 'registrant',
  parent: 'parent company',
  vat: 'VAT number',
  lei: 'LEI',
  icp: 'ICP licence',
  adsense: 'AdSense account',
  seller: 'advertising seller account',
  google_analytics: 'Google Analytics account',
  google_tag_manager: 'Google Tag Manager container',
  facebook_pixel: 'Facebook pixel',
  redirect: 'redirect target',
  controlled_by: 'stated controller',
  owner_domain: 'stated owner in ads.txt',
  registrant_email_domain: 'mail domain of the registrant',
  related_website_set: 'related website set of',
  label: 'name under another suffix',
  email: 'email address',
  phone: 'telephone number',
  address: 'postal address',
  social: 'social media account',
  shared_certificate: 'certificate',
  name_servers: 'name servers',
  favicon: 'icon',
}
