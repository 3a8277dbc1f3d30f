import { z } from 'zod'

/** The progress of a job lists the collectors in this order. */
export const COLLECTOR_NAMES = [
  'dns',
  'whois',
  'http_probe',
  'asn',
  'rdns',
  'certificates',
  'claimed_company',
  'legal_entity',
  'vision',
  'llm',
  'reverse_whois',
  'enrichment',
] as const
export type CollectorName = (typeof COLLECTOR_NAMES)[number]

const text = z.string()
const texts = z.array(z.string())
const instant = z.string().nullable()

/**
 * Records of the domain and of names such as _dmarc (RFC 1035, 7489, 7208, 8659; BIMI draft). All
 * host names are in lower case, without the final dot.
 */
export const DnsEvidence = z.object({
  /** NXDOMAIN: the name does not exist. Any other code but NOERROR: the DNS server failed. */
  rcode: text,
  a: texts,
  aaaa: texts,
  cname_chain: texts,
  www: z.object({ cname_chain: texts, a: texts }).nullable(),
  /** A subdomain without its own NS, SOA or MX records shows those of its registrable domain. */
  ns: texts,
  soa: z.object({ mname: text, rname: text }).nullable(),
  mx: z.array(z.object({ priority: z.number(), host: text })),
  txt: texts,
  caa: z.array(z.object({ tag: text, value: text })),
  dmarc: text.nullable(),
  bimi: text.nullable(),
  tls_reporting: text.nullable(),
})
export type DnsEvidence = z.infer<typeof DnsEvidence>

/** One format for the answers of RDAP and WHOIS. Missing, hidden and "REDACTED" values are null. */
export const RegistrationRecord = z.object({
  domain: text,
  outcome: z.enum(['registered', 'not_found', 'reserved', 'throttled', 'unavailable']),
  registrant: z.object({
    organization: text.nullable(),
    name: text.nullable(),
    country: text.nullable(),
    email_domain: text.nullable(),
  }),
  registrar: z.object({ name: text.nullable(), iana_id: text.nullable(), url: text.nullable() }),
  name_servers: texts,
  statuses: texts,
  created_at: instant,
  updated_at: instant,
  expires_at: instant,
  // `redacted`: the registry hides the registrant. `proxy`: a privacy service is named instead.
  // `absent`: the record contains no registrant.
  privacy: z.enum(['none', 'redacted', 'proxy', 'absent']),
  privacy_service: text.nullable(),
  dnssec: z.boolean().nullable(),
  source: z.enum(['rdap', 'whois']),
  servers: texts,
})
export type RegistrationRecord = z.infer<typeof RegistrationRecord>

export const WhoisEvidence = z.object({
  registrable_domain: text,
  record: RegistrationRecord,
  /** Reason for the WHOIS request. Null when the RDAP response was sufficient. */
  fallback_reason: text.nullable(),
})
export type WhoisEvidence = z.infer<typeof WhoisEvidence>

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

/** Source: the DNS zones of Team Cymru (origin.asn.cymru.com, asn.cymru.com). */
export const AsnEvidence = z.object({
  addresses: z.array(
    z.object({
      address: text,
      asn: z.number().int().nullable(),
      prefix: text.nullable(),
      country: text.nullable(),
      registry: text.nullable(),
      as_name: text.nullable(),
    }),
  ),
})
export type AsnEvidence = z.infer<typeof AsnEvidence>

export const ReverseDnsEvidence = z.object({
  addresses: z.array(z.object({ address: text, names: texts, forward_confirmed: z.boolean() })),
})
export type ReverseDnsEvidence = z.infer<typeof ReverseDnsEvidence>

export const TlsCertificatesEvidence = z.object({
  provider: z.enum(['crt.sh', 'certspotter']),
  certificates: z.array(
    z.object({
      id: text,
      issuer: text,
      subject_organization: text.nullable(),
      names: texts,
      not_before: text,
      not_after: text,
    }),
  ),
  truncated: z.boolean(),
})
export type TlsCertificatesEvidence = z.infer<typeof TlsCertificatesEvidence>

/** Ways in which a company confirms, on its own domain, that another domain belongs to it. */
export const CONFIRMATION_KINDS = [
  'link',
  'redirect',
  'trust_txt',
  'ads_txt',
  'name_servers',
  'certificate',
] as const

/**
 * Companies that the site claims to be, each with an older domain of that company. `known_by` says
 * why the domain counts as the company's own. With `page`, only the analyzed site says so.
 */
export const ClaimedCompanyEvidence = z.object({
  companies: z.array(
    z.object({
      name: text,
      domain: text,
      known_by: z.enum(['brand_list', 'verified_answer', 'corroborated_answer', 'page']),
      registered_at: instant,
      // `stored`: the newest stored analysis of the domain was read instead of the domain itself.
      outcome: z.enum(['asked', 'stored', 'unknown']),
      confirmations: z.array(z.object({ kind: z.enum(CONFIRMATION_KINDS), observed: text })),
    }),
  ),
})
export type ClaimedCompanyEvidence = z.infer<typeof ClaimedCompanyEvidence>

export const LegalEntityEvidence = z.object({
  matches: z.array(
    z.object({
      queried: text,
      lei: text,
      legal_name: text,
      other_names: texts,
      country: text.nullable(),
      city: text.nullable(),
      status: text.nullable(),
      parent: text.nullable(),
    }),
  ),
})
export type LegalEntityEvidence = z.infer<typeof LegalEntityEvidence>

/** Value of `evidence` in a claim whose name appears only in the screenshot. */
export const SCREENSHOT_SOURCE = 'screenshot'

/** Of dropped claims, such as those without a correct quote, only the number is stored. */
export const ClaimsEvidence = z.object({
  provider: text,
  model: text,
  claims: z.array(
    z.object({
      entity: text,
      role: z.enum(['operator', 'parent', 'not_operator']),
      evidence: text,
      quote: text,
      reason: text,
    }),
  ),
  dropped_claims: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
})
export type ClaimsEvidence = z.infer<typeof ClaimsEvidence>

/** Only the number of domains is collected, because a list of their names costs money. */
export const ReverseWhoisEvidence = z.object({ registrant: text, domains_count: z.number().int() })
export type ReverseWhoisEvidence = z.infer<typeof ReverseWhoisEvidence>

export const EnrichmentEvidence = z.object({
  company: text.nullable(),
  legal_name: text.nullable(),
  country: text.nullable(),
  parent: text.nullable(),
  provider: text,
})
export type EnrichmentEvidence = z.infer<typeof EnrichmentEvidence>

export const EVIDENCE_SCHEMAS = {
  dns: DnsEvidence,
  whois: WhoisEvidence,
  http_probe: HttpProbeEvidence,
  asn: AsnEvidence,
  rdns: ReverseDnsEvidence,
  certificates: TlsCertificatesEvidence,
  claimed_company: ClaimedCompanyEvidence,
  legal_entity: LegalEntityEvidence,
  vision: ClaimsEvidence,
  llm: ClaimsEvidence,
  reverse_whois: ReverseWhoisEvidence,
  enrichment: EnrichmentEvidence,
} as const satisfies Record<CollectorName, z.ZodType>

export type EvidenceOf<Name extends CollectorName> = z.infer<(typeof EVIDENCE_SCHEMAS)[Name]>

/** `empty`: the source answered without data. `skipped`: not configured or not applicable. */
export const COLLECTOR_STATUSES = ['ok', 'empty', 'failed', 'timeout', 'skipped'] as const
export type CollectorStatus = (typeof COLLECTOR_STATUSES)[number]

export interface CollectedEvidence<Name extends CollectorName = CollectorName> {
  collector: Name
  status: CollectorStatus
  detail: string | null
  source: string
  collected_at: string
  duration_ms: number
  data: EvidenceOf<Name> | null
  /** Milliseconds until the same question may be answered. Set if the reason is ours or a limit. */
  again_after_ms?: number
}

/** Evidence of each collector. A collector that did not run has no entry. */
export type EvidenceSet = { readonly [Name in CollectorName]?: CollectedEvidence<Name> }
