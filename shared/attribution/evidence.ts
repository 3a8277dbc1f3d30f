import { z } from 'zod'

/**
 * Names of all evidence collectors. Clients see the collectors in this order in the progress of a
 * job.
 */
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
 * DNS records of the analyzed domain and of names below it, such as _dmarc (RFC 1035, 7489, 7208,
 * 8659; BIMI draft). All names are lower case, without the final dot.
 */
export const DnsEvidence = z.object({
  /**
   * Response code of the DNS server. NXDOMAIN means that the name does not exist. Every other code
   * except NOERROR means that the DNS server failed.
   */
  rcode: text,
  a: texts,
  aaaa: texts,
  cname_chain: texts,
  www: z.object({ cname_chain: texts, a: texts }).nullable(),
  /**
   * When the analyzed subdomain has no NS, SOA or MX records, the records of its registrable domain
   * are stored here.
   */
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

/**
 * Registration data of a domain, in one format for RDAP and WHOIS. A missing or hidden value is
 * null. Texts such as "REDACTED" are never stored.
 */
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
  /**
   * The value "none" means that the record shows the registrant. Hidden registrants are "redacted"
   * (the registry hides the name) or "proxy" (the record names a privacy service instead). The
   * value "absent" means that the record names no registrant.
   */
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
  /** Reason why WHOIS was asked after RDAP. Null when the RDAP response was sufficient. */
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
  /**
   * Name of the property by which another item on the page contains this organisation, for example
   * "publisher" or "author". Empty when the organisation is not inside another item.
   */
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

/**
 * Sentence or text block of a web page (`observed`) that names the company or person responsible
 * for the site. `name` is a part of this text, without changes.
 */
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
 * Name at a position where web sites usually show their own name, for example a copyright line, a
 * footer or the logo link. `observed` is the text that contains the name. `marks` describes the
 * position and the method that found the name.
 */
export const Mention = z.object({
  place: z.enum(MENTION_PLACES),
  name: text,
  observed: text,
  marks: texts,
})
export type Mention = z.infer<typeof Mention>

/**
 * Identifier that two web sites of the same operator may share. Examples of `kind` are
 * google_analytics, adsense, vat and phone.
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
  /**
   * Older versions of this application stored evidence without the field `mentions`, so an empty
   * list is the default.
   */
  mentions: z.array(Mention).default([]),
  /**
   * Company numbers, VAT numbers, LEIs (legal entity identifiers), telephone numbers, email
   * addresses and postal addresses on the web page.
   */
  identifiers: z.array(SharedIdentifier),
  /**
   * Ids of accounts at analytics, advertising and site verification services. They come from the
   * markup and scripts of the web page.
   */
  tracking: z.array(SharedIdentifier),
  /** Social network accounts to which the web page links, each as "network:handle". */
  social: texts,
  /**
   * At most 40 external registrable domains to which the web page links, each with the text of one
   * link.
   */
  links_out: z.array(z.object({ domain: text, label: text })),
  /** Visible text of the web page, at most 16,000 characters. */
  text: text,
  /**
   * Operators that only text names which a browser does not show. They are no evidence, but a
   * warning. Older versions of this application stored evidence without this field.
   */
  hidden_statements: z.array(z.object({ kind: text, name: text, observed: text })).default([]),
  /**
   * Limits that the web page exceeded, so that a part of it was not read. Its beginning and its end
   * are always read. Older versions of this application stored evidence without this field.
   */
  left_out: z
    .array(z.enum(['size', 'markup', 'nesting', 'text', 'scripts', 'structured_data', 'styles']))
    .default([]),
})
export type PageEvidence = z.infer<typeof PageEvidence>

export const HttpProbeEvidence = z.object({
  /**
   * The outcome "reached" means that the web server returned a page. The outcome "blocked" means a
   * bot wall (a challenge for automated visitors) or an HTTP status such as 401, 403 or 451. With
   * every other outcome, no page was read.
   */
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
  /**
   * Text which shows that the home page is not a real web site, for example because the domain is
   * parked. Null for a real web site.
   */
  placeholder: z
    .object({
      kind: z.enum(['parked', 'for_sale', 'default_page', 'under_construction', 'suspended']),
      observed: text,
    })
    .nullable(),
  /**
   * Name of the hosted website builder, for example Squarespace, Wix or Shopify. Null when the
   * markup and the HTTP headers show no builder.
   */
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
  /**
   * Entries for this site's seller ids in the sellers.json files of advertising systems. Only
   * seller ids that the ads.txt file marks as DIRECT are looked up.
   */
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
  /**
   * URL paths for which the site returned no usable content or that were not requested. The field
   * `why` contains the reason.
   */
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

/**
 * Network (autonomous system) of each IP address, from the DNS zones of Team Cymru
 * (origin.asn.cymru.com, asn.cymru.com).
 */
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

/** Ways in which a company says on its own domain that another domain is its own. */
export const CONFIRMATION_KINDS = [
  'link',
  'redirect',
  'trust_txt',
  'ads_txt',
  'name_servers',
  'certificate',
] as const

/**
 * Older domains of the companies that the analyzed site claims to be, and how these domains confirm
 * the claim. `known_by` says why the domain counts as the company's own: the list of well-known
 * brands, an earlier answer of this service, or only the analyzed site, which gives this domain
 * away by its email address or links.
 */
export const ClaimedCompanyEvidence = z.object({
  companies: z.array(
    z.object({
      name: text,
      domain: text,
      known_by: z.enum(['brand_list', 'verified_answer', 'corroborated_answer', 'page']),
      registered_at: instant,
      /**
       * `asked`: the domain answered in this analysis. `stored`: its newest stored analysis was
       * read.
       */
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

/**
 * Marks a company name that appears only in a screenshot and not in any collected text. It is
 * stored in the field `evidence` of the proposed operator.
 */
export const SCREENSHOT_SOURCE = 'screenshot'

/**
 * Answers of a language model about the operator of a site. Each proposed operator has a quote from
 * the evidence. Operators without a correct quote are dropped and only counted.
 */
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

/**
 * Number of domains with the same registrant, the analyzed domain included. Their names cost money
 * and are never part of the evidence.
 */
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

/**
 * Final statuses of an evidence collector. "empty": the data source responded but has no data.
 * "skipped": the collector is not configured or not needed for this domain. "failed" and "timeout":
 * the collector started but did not succeed.
 */
export const COLLECTOR_STATUSES = ['ok', 'empty', 'failed', 'timeout', 'skipped'] as const
export type CollectorStatus = (typeof COLLECTOR_STATUSES)[number]

export interface CollectedEvidence<Name extends CollectorName = CollectorName> {
  collector: Name
  status: CollectorStatus
  detail: string | null
  /** Host names or URLs of the servers from which the evidence comes. */
  source: string
  collected_at: string
  duration_ms: number
  data: EvidenceOf<Name> | null
}

/**
 * Evidence of one analysis. Each key is the name of a collector. A collector that did not run has
 * no entry.
 */
export type EvidenceSet = { readonly [Name in CollectorName]?: CollectedEvidence<Name> }
