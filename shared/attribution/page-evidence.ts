import { z } from 'zod'
import { RegistrationRecord } from './registration-record.ts'

const text = z.string()
const texts = z.array(z.string())

export const PAGE_ROLES = [
  'home',
  'imprint',
  'privacy',
  'terms',
  'about',
  'contact',
  'feed',
] as const
export type PageRole = (typeof PAGE_ROLES)[number]

export const StructuredOrganization = z.object({
  syntax: z.enum(['json-ld', 'microdata']),
  type: text,
  /** Property whose value is this item, such as "publisher". Empty if no item contains it. */
  via: text,
  name: text.nullable(),
  legal_name: text.nullable(),
  url: text.nullable(),
  same_as: texts,
  parent: text.nullable(),
  alternate_names: texts,
  identifiers: z.array(z.object({ kind: text, value: text })),
})
export type StructuredOrganization = z.infer<typeof StructuredOrganization>

/** `name` is an unchanged part of `observed`, which names who is responsible for the site. */
export const LegalStatement = z.object({
  kind: z.enum([
    'imprint',
    'controller',
    'operated_by',
    'agreement',
    'part_of',
    'trademark',
    'first_person',
    'credit',
  ]),
  name: text,
  observed: text,
})
export type LegalStatement = z.infer<typeof LegalStatement>

/** Kinds of legal statements that name the operator itself. */
export const OPERATOR_STATEMENTS: ReadonlySet<LegalStatement['kind']> = new Set([
  'imprint',
  'controller',
  'operated_by',
  'agreement',
] as const)

export const MENTION_PLACES = [
  'rights',
  'near_rights',
  'owner',
  'footer',
  'heading',
  'form',
  'head',
  'logo',
] as const

/**
 * Name in a place where sites usually show their own name. `marks`: the position of the name, and
 * the method that found it.
 */
export const Mention = z.object({
  place: z.enum(MENTION_PLACES),
  name: text,
  observed: text,
  marks: texts,
})
export type Mention = z.infer<typeof Mention>

/**
 * An identifier that sites of one operator often share: google_analytics, adsense, vat, phone, …
 */
export const SharedIdentifier = z.object({ kind: text, value: text })
export type SharedIdentifier = z.infer<typeof SharedIdentifier>

export const PageEvidence = z.object({
  url: text,
  role: z.enum(PAGE_ROLES),
  status: z.number().int(),
  language: text.nullable(),
  title: text.nullable(),
  description: text.nullable(),
  site_name: text.nullable(),
  application_name: text.nullable(),
  author: text.nullable(),
  generator: text.nullable(),
  canonical: text.nullable(),
  alternates: texts,
  organizations: z.array(StructuredOrganization),
  legal_statements: z.array(LegalStatement),
  // A field with a default is missing in older stored evidence.
  mentions: z.array(Mention).default([]),
  /** Company, VAT and telephone numbers, LEIs, email and postal addresses. */
  identifiers: z.array(SharedIdentifier),
  /** Account ids at analytics, advertising and verification services. */
  tracking: z.array(SharedIdentifier),
  /** Accounts on social networks, in the format "network:handle". */
  social: texts,
  /** At most 40 registrable domains, each with the text of one link. */
  links_out: z.array(z.object({ domain: text, label: text })),
  /** Visible text of the page, at most 16,000 characters. */
  text: text,
  /** True if the page runs scripts, which may add text that `text` does not have. */
  has_scripts: z.boolean().default(false),
  /** Operators that only invisible text names: a warning, no evidence. */
  hidden_statements: z.array(z.object({ kind: text, name: text, observed: text })).default([]),
  /** Limits that the page exceeded. Its beginning and its end are always read. */
  left_out: z
    .array(z.enum(['size', 'markup', 'nesting', 'text', 'scripts', 'structured_data', 'styles']))
    .default([]),
})
export type PageEvidence = z.infer<typeof PageEvidence>

export const HttpProbeEvidence = z.object({
  // `blocked`: a check for bots, or a status such as 401, 403 or 451. Only `reached` has a page.
  outcome: z.enum([
    'reached',
    'blocked',
    'refused',
    'timeout',
    'tls_error',
    'redirect_loop',
    'too_large',
    'not_text',
    'no_address',
  ]),
  requested_url: text,
  final_url: text.nullable(),
  redirects: z.array(z.object({ from: text, to: text, status: z.number().int() })),
  status: z.number().int().nullable(),
  server: text.nullable(),
  pages: z.array(PageEvidence),
  /** Sign that the home page is no real site, for example a parked domain. */
  placeholder: z
    .object({
      kind: z.enum(['parked', 'for_sale', 'default_page', 'under_construction', 'suspended']),
      observed: text,
    })
    .nullable(),
  site_builder: text.nullable(),
  favicon_hash: text.nullable(),
  ads_txt: z
    .object({
      owner_domain: text.nullable(),
      manager_domains: texts,
      contacts: texts,
      direct: z.array(z.object({ system: text, seller_id: text })),
    })
    .nullable(),
  // Entries in sellers.json files for the seller ids that the ads.txt of the site marks as DIRECT.
  sellers: z.array(
    z.object({
      system: text,
      seller_id: text,
      name: text.nullable(),
      domain: text.nullable(),
      seller_type: text,
      confidential: z.boolean(),
    }),
  ),
  security_txt: z.object({ contacts: texts, policies: texts }).nullable(),
  trust_txt: z
    .object({ controlled_by: texts, control: texts, belong_to: texts, member: texts })
    .nullable(),
  related_website_set: z.object({ primary: text, members: texts }).nullable(),
  app_links: z
    .object({ android_packages: texts, android_certificates: texts, apple_team_ids: texts })
    .nullable(),
  /** Paths that gave no usable content or were not requested. */
  absences: z.array(
    z.object({
      path: text,
      why: z.enum(['not_checked', 'absent', 'failed', 'blocked', 'disallowed']),
    }),
  ),
  related_registrations: z.array(
    z.object({
      domain: text,
      relation: z.enum(['redirect', 'owner_domain', 'canonical']),
      record: RegistrationRecord,
    }),
  ),
})
export type HttpProbeEvidence = z.infer<typeof HttpProbeEvidence>
