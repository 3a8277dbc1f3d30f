import { z } from 'zod'

/** Every source of evidence the service knows, in the order in which progress shows them. */
export const COLLECTOR_NAMES = [
  'dns',
  'whois',
  'http_probe',
  'asn',
  'rdns',
  'certificates',
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

/** What the DNS says about the domain and its service names (RFC 1035, 7489, 7208, 8659; BIMI draft). Names are lower case, without the final dot. */
export const DnsEvidence = z.object({
  /** NXDOMAIN means that the name does not exist; anything but NOERROR and NXDOMAIN is a server's failure. */
  rcode: text,
  a: texts,
  aaaa: texts,
  cname_chain: texts,
  www: z.object({ cname_chain: texts, a: texts }).nullable(),
  /** NS, SOA and MX of the registrable domain when the domain itself has none. */
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

/** One normalised registration, whichever of RDAP and WHOIS told it. Absent is null, never a redaction text. */
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
  /** none: a registrant is shown; redacted: withheld by the registry; proxy: a privacy service stands in; absent: the record has no such field. */
  privacy: z.enum(['none', 'redacted', 'proxy', 'absent']),
  /** The privacy service's name when privacy is proxy. */
  privacy_service: text.nullable(),
  dnssec: z.boolean().nullable(),
  source: z.enum(['rdap', 'whois']),
  servers: texts,
})
export type RegistrationRecord = z.infer<typeof RegistrationRecord>

export const WhoisEvidence = z.object({
  registrable_domain: text,
  record: RegistrationRecord,
  /** Why RDAP was not enough, when WHOIS was asked. */
  fallback_reason: text.nullable(),
})
export type WhoisEvidence = z.infer<typeof WhoisEvidence>

export const PAGE_ROLES = ['home', 'imprint', 'privacy', 'terms', 'about', 'contact', 'feed'] as const
export type PageRole = (typeof PAGE_ROLES)[number]

/** An organisation that structured data (JSON-LD, microdata, RDFa) on a page describes. */
export const StructuredOrganization = z.object({
  syntax: z.enum(['json-ld', 'microdata']),
  type: text,
  /** The property that led to it: '' for a top-level node, else publisher, parentOrganization, author, … */
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

/** A sentence or block in which the page names who answers for it. `name` is a verbatim part of `observed`. */
export const LegalStatement = z.object({
  kind: z.enum(['imprint', 'controller', 'operated_by', 'agreement', 'part_of', 'trademark', 'first_person', 'credit']),
  name: text,
  observed: text,
})
export type LegalStatement = z.infer<typeof LegalStatement>

export const MENTION_PLACES = ['rights', 'near_rights', 'owner', 'footer', 'heading', 'form', 'head', 'logo'] as const

/**
 * A name in a place where sites put their own: a statement of rights, a line beside one, words that name an owner, a footer, a heading,
 * a line with a legal form, an element of the head, the link to the front page. `marks` say more of the place and of how the name was cut.
 */
export const Mention = z.object({ place: z.enum(MENTION_PLACES), name: text, observed: text, marks: texts })
export type Mention = z.infer<typeof Mention>

/** A value that two sites of one operator may share. `kind` is a word such as google_analytics, adsense, facebook_pixel, vat, phone. */
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
  /** Evidence that was stored before mentions were read has none. */
  mentions: z.array(Mention).default([]),
  /** Company numbers, VAT ids, LEI, telephone numbers, e-mail addresses, postal addresses found in the text. */
  identifiers: z.array(SharedIdentifier),
  /** Analytics, advertising, verification and account ids found in markup and scripts. */
  tracking: z.array(SharedIdentifier),
  /** Handles at social networks, as network:handle. */
  social: texts,
  /** Registrable domains of links out, with the link's text, first 40. */
  links_out: z.array(z.object({ domain: text, label: text })),
  /** What a reader sees, white space folded, at most 16,000 characters. */
  text: text,
})
export type PageEvidence = z.infer<typeof PageEvidence>

export const HttpProbeEvidence = z.object({
  /** reached: a page answered; blocked: a bot wall, 401, 403 or 451; the others say why no page was seen. */
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
  /** parked, for_sale, default_page, under_construction, suspended: what the page set says of itself; null when it is a site. */
  placeholder: z
    .object({ kind: z.enum(['parked', 'for_sale', 'default_page', 'under_construction', 'suspended']), observed: text })
    .nullable(),
  /** The platform that builds the site (Squarespace, Wix, Shopify, …) when markup or headers tell. */
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
  /** Entries of advertising systems' sellers.json for this site's DIRECT seller ids. */
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
  trust_txt: z.object({ controlled_by: texts, control: texts, belong_to: texts, member: texts }).nullable(),
  related_website_set: z.object({ primary: text, members: texts }).nullable(),
  app_links: z.object({ android_packages: texts, android_certificates: texts, apple_team_ids: texts }).nullable(),
  /** Paths and the way each was missing, so that an absence is told apart from a failure. */
  absences: z.array(
    z.object({ path: text, why: z.enum(['not_checked', 'absent', 'failed', 'blocked', 'disallowed']) }),
  ),
  /** Registrations of other domains that redirects or ads.txt point to: who holds the target. */
  related_registrations: z.array(
    z.object({ domain: text, relation: z.enum(['redirect', 'owner_domain', 'canonical']), record: RegistrationRecord }),
  ),
})
export type HttpProbeEvidence = z.infer<typeof HttpProbeEvidence>

/** Team Cymru's view of each address (origin.asn.cymru.com, asn.cymru.com). */
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

export const CertificatesEvidence = z.object({
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
export type CertificatesEvidence = z.infer<typeof CertificatesEvidence>

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

/** The source that a claim read off a picture cites when no collected text bears it out. */
export const SCREENSHOT_SOURCE = 'screenshot'

/** What a model read, each claim with the evidence and the words it rests on; ungrounded claims are counted, not kept. */
export const ReadingEvidence = z.object({
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
export type ReadingEvidence = z.infer<typeof ReadingEvidence>

export const ReverseWhoisEvidence = z.object({ registrant: text, domains_count: z.number().int(), domains: texts })
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
  certificates: CertificatesEvidence,
  legal_entity: LegalEntityEvidence,
  vision: ReadingEvidence,
  llm: ReadingEvidence,
  reverse_whois: ReverseWhoisEvidence,
  enrichment: EnrichmentEvidence,
} as const satisfies Record<CollectorName, z.ZodType>

export type EvidenceOf<Name extends CollectorName> = z.infer<(typeof EVIDENCE_SCHEMAS)[Name]>

/** How a collector ended. empty: asked and there is nothing; skipped: not configured or not applicable; failed and timeout: it was meant to run and did not. */
export const COLLECTOR_STATUSES = ['ok', 'empty', 'failed', 'timeout', 'skipped'] as const
export type CollectorStatus = (typeof COLLECTOR_STATUSES)[number]

/** One collector's outcome as it is stored with the job, certified and scored. */
export interface CollectedEvidence<Name extends CollectorName = CollectorName> {
  collector: Name
  status: CollectorStatus
  /** One plain sentence on why there is nothing, or null. */
  detail: string | null
  /** Who answered: host names or URLs, for the chain of evidence. */
  source: string
  collected_at: string
  duration_ms: number
  data: EvidenceOf<Name> | null
}

/** All evidence of one run, at most one entry a collector. What a scorer reads. */
export type EvidenceSet = { readonly [Name in CollectorName]?: CollectedEvidence<Name> }
