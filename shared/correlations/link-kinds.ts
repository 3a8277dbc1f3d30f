/**
 * Class of a shared value. One decision of a company often adds several values of one class, so
 * each class has a limit on its total weight.
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

/**
 * Who must act before two domains can share a value.
 * - `anybody`: the value can be read on one site and copied into another.
 * - `one side`: one domain points at another. It counts fully only if the other points back.
 * - `answers`: both analyses found it. The link is as good as the weaker of the two answers.
 * - `registrants`: text that many registries do not verify. It needs two verified answers.
 * - `servers`: most servers are for rent. They count fully only if a compared domain owns them.
 * - `authority`: a registry or a certificate authority has checked both domains.
 */
export type LinkAuthor =
  | 'anybody'
  | 'one side'
  | 'answers'
  | 'registrants'
  | 'servers'
  | 'authority'

interface LinkKind {
  class: LinkClass
  /** Weight of the value if few domains have it. Unit: natural log-odds. */
  nats: number
  author: LinkAuthor
  // True if the value is itself a domain, for example the target of a redirect. The domain is
  // linked with that target, and with all other domains that have the same target.
  pointer?: true
}

const kind = (linkClass: LinkClass, nats: number, author: LinkAuthor): LinkKind => ({
  class: linkClass,
  nats,
  author,
})
const pointer = (
  nats: number,
  author: LinkAuthor,
  linkClass: LinkClass = 'declared',
): LinkKind => ({
  ...kind(linkClass, nats, author),
  pointer: true,
})

// Weights of the kinds. Identifiers from an authority (for example a VAT number) weigh most, then
// payment accounts, then accounts that an agency can use for several customers. A redirect or the
// name of a parent company is not sufficient alone, because anybody can publish one.
const LINK_KINDS: Readonly<Record<string, LinkKind>> = {
  same_site: kind('site', 8, 'authority'),
  entity: kind('entity', 7, 'answers'),
  registrant_organization: kind('entity', 6, 'registrants'),
  parent: kind('declared', 3.2, 'answers'),
  vat: kind('register', 6, 'anybody'),
  lei: kind('register', 6.5, 'anybody'),
  company_number: kind('register', 5.5, 'anybody'),
  icp: kind('register', 5.5, 'anybody'),
  related_website_set: pointer(4, 'one side'),
  controlled_by: pointer(4, 'one side'),
  controls: pointer(4, 'one side'),
  registrant_email_domain: pointer(4.5, 'registrants'),
  owner_domain: pointer(3.8, 'one side'),
  redirect: pointer(3.4, 'one side'),
  shared_certificate: pointer(3.6, 'authority'),
  plausible: pointer(3, 'anybody', 'tracking'),
  adsense: kind('advertising', 4.6, 'anybody'),
  seller: kind('advertising', 3.6, 'anybody'),
  taboola: kind('advertising', 3, 'anybody'),
  outbrain: kind('advertising', 3, 'anybody'),
  google_analytics: kind('tracking', 4.2, 'anybody'),
  google_tag_manager: kind('tracking', 3.6, 'anybody'),
  google_ads: kind('tracking', 3.8, 'anybody'),
  facebook_pixel: kind('tracking', 3.8, 'anybody'),
  stripe: kind('contact', 5, 'anybody'),
  shopify_shop: kind('apps', 5, 'anybody'),
  apple_team: kind('apps', 5.5, 'anybody'),
  android_certificate: kind('apps', 5, 'anybody'),
  android_app: kind('apps', 4.5, 'anybody'),
  apple_app: kind('apps', 4.2, 'anybody'),
  facebook_app: kind('apps', 4, 'anybody'),
  facebook_page: kind('contact', 3.8, 'anybody'),
  facebook_admin: kind('contact', 3.8, 'anybody'),
  caa_account: kind('verification', 4, 'anybody'),
  google_site_verification: kind('verification', 4.2, 'anybody'),
  email: kind('contact', 4.2, 'anybody'),
  phone: kind('contact', 3.9, 'anybody'),
  social: kind('contact', 3.6, 'anybody'),
  address: kind('contact', 2.6, 'anybody'),
  favicon: kind('look', 2.3, 'anybody'),
  label: kind('look', 3, 'anybody'),
  name_servers: kind('hosting', 2.3, 'servers'),
  typekit: kind('tracking', 2, 'anybody'),
  recaptcha: kind('tracking', 2.6, 'anybody'),
  adobe_launch: kind('tracking', 3.2, 'anybody'),
}

const OTHER: LinkKind = kind('tracking', 2.6, 'anybody')
const OTHER_VERIFICATION: LinkKind = kind('verification', 3.6, 'anybody')

export function linkKind(name: string): LinkKind {
  const known = Object.hasOwn(LINK_KINDS, name) ? LINK_KINDS[name] : undefined
  if (known !== undefined) return known
  return name.includes('verification') ? OTHER_VERIFICATION : OTHER
}

/** Highest total weight of each class for one pair of domains. Unit: natural log-odds. */
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
  controls: 'controlled domain',
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
  caa_account: 'account at a certificate authority',
  favicon: 'icon',
}
