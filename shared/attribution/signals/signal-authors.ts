import type { Basis } from '../basis.ts'
import type { SignalKindName } from './signal-kinds.ts'

/** Writers of statements about a domain, in words for people. */
export const AUTHOR_MEANINGS = {
  holder: {
    title: 'The holder of the domain',
    meaning:
      'Whoever holds the domain writes its pages, files, DNS zone, redirects and, at most registries, its registrant. All of these are one author: a second place of the same site confirms nothing.',
  },
  visitor: {
    title: 'Visitors of the site',
    meaning:
      'Anybody who may write on a page, for example in a comment or a review. Their text never counts for a name.',
  },
  registry: {
    title: 'Registries and registrars',
    meaning:
      'A registry or registrar that verifies its registrants, and the facts that only the registry decides, such as the state of a registration.',
  },
  authority: {
    title: 'Authorities',
    meaning: 'A body that checked the company and the domain, such as a certificate authority.',
  },
  register: {
    title: 'Registers and data providers',
    meaning:
      'A register or provider that repeats or checks a name. It does not know who holds the domain, and anybody can copy its entries.',
  },
  'named party': {
    title: 'The named company itself',
    meaning:
      'The company on a domain that is already known as its own, or in the books of an advertising system that pays it.',
  },
  service: {
    title: 'This service',
    meaning: 'An earlier answer or a list of this service.',
  },
} as const
export type Author = keyof typeof AUTHOR_MEANINGS
export const AUTHORS = Object.keys(AUTHOR_MEANINGS) as [Author, ...Author[]]

/**
 * Strongest basis that a statement of an author gives to a name. Null: the statement is no vote for
 * a name.
 */
export const BASIS_OF: Readonly<Record<Author, Basis | null>> = {
  holder: 'stated',
  visitor: null,
  registry: 'verified',
  authority: 'verified',
  register: 'corroborated',
  'named party': 'verified',
  service: 'corroborated',
}

/**
 * Author of each kind of signal. A reader of evidence states another author where the kind alone
 * does not decide it: the registrant at a registry that verifies, a certificate that has ended, a
 * seller whose entry names this domain.
 */
export const SIGNAL_AUTHORS: Readonly<Record<SignalKindName, Author>> = {
  registrant_organization: 'holder',
  registrant_name: 'holder',
  registrant_email_domain: 'holder',
  corporate_registrar: 'registry',
  imprint_operator: 'holder',
  privacy_controller: 'holder',
  operator_statement: 'holder',
  agreement_party: 'holder',
  copyright_holder: 'holder',
  structured_legal_name: 'holder',
  structured_organization: 'holder',
  structured_person: 'holder',
  structured_publisher: 'holder',
  alternate_name: 'holder',
  site_name: 'holder',
  application_name: 'holder',
  page_title: 'holder',
  page_author: 'holder',
  first_person_name: 'holder',
  trademark_holder: 'holder',
  owner_statement: 'holder',
  footer_name: 'holder',
  heading_name: 'holder',
  logo_name: 'holder',
  company_in_text: 'holder',
  parent_statement: 'holder',
  certificate_organization: 'authority',
  own_network: 'holder',
  group_name_server: 'holder',
  group_mail_server: 'holder',
  group_report_mailbox: 'holder',
  group_zone_contact: 'holder',
  group_sender_policy: 'holder',
  group_reverse_dns: 'holder',
  sellers_json_name: 'named party',
  unproven_seller: 'holder',
  ads_owner_domain: 'holder',
  owner_domain_registrant: 'holder',
  trust_txt_controller: 'holder',
  related_website_set: 'holder',
  redirect_target_registrant: 'holder',
  redirect_target: 'holder',
  restricted_suffix: 'register',
  brand_suffix: 'registry',
  lei_match: 'register',
  portfolio: 'holder',
  company_record: 'register',
  model_reading: 'holder',
  model_vision: 'holder',
  vision_sighting: 'holder',
  name_in_domain: 'holder',
  privacy_proxy: 'registry',
  registrant_withheld: 'registry',
  registrar_default: 'holder',
  service_registrant: 'holder',
  not_registered: 'registry',
  registration_ended: 'registry',
  name_not_found: 'registry',
  parked: 'holder',
  under_construction: 'holder',
  parking_name_server: 'holder',
  unreachable: 'holder',
  redirect_elsewhere: 'holder',
  hosting_network: 'holder',
  site_builder: 'holder',
  site_credit: 'holder',
  claimed_company_word: 'named party',
  brand_domain: 'service',
  platform_customer: 'registry',
  look_alike: 'service',
  unconfirmed_claim: 'service',
  brand_claim: 'service',
  hidden_statement: 'holder',
  injected_instructions: 'holder',
  model_denial: 'holder',
  shared_identifier: 'holder',
}

/** Other authors that a reader of evidence states for a kind of signal, each with its case. */
export const OTHER_AUTHORS: Readonly<
  Partial<Record<SignalKindName, Partial<Record<Author, string>>>>
> = {
  registrant_organization: { registry: 'The registry or the registrar verifies registrants.' },
  registrant_name: { registry: 'The registry or the registrar verifies registrants.' },
  certificate_organization: {
    register:
      'The certificate has ended, is not for the domain itself, or its registration date is unknown.',
  },
  claimed_company_word: {
    register: 'The own domain of the company is only corroborated.',
    holder: 'Only the analyzed site says that the other domain belongs to the company.',
  },
}
