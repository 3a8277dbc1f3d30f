import { z } from 'zod'
import { BEHAVIOUR_PATTERN } from './behaviours.ts'

/**
 * A response of a web server. If `body` is an array, its lines are joined with line feeds. In a
 * Location header, `{path}` becomes the path of the request.
 */
export const WebEntry = z.object({
  status: z.number().int().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.union([z.string(), z.array(z.string())]).optional(),
  body_base64: z.string().optional(),
  behaviour: z.string().regex(BEHAVIOUR_PATTERN).nullish(),
})
export type WebEntry = z.infer<typeof WebEntry>

export const AddressEntry = z.object({
  asn: z.number().int(),
  as_name: z.string(),
  prefix: z.string(),
  cc: z.string(),
  registry: z.string(),
  ptr: z.string().nullable().default(null),
  org: z.string(),
  allocated: z.string(),
})
export type AddressEntry = z.infer<typeof AddressEntry>

const Contact = z.object({
  name: z.string().optional(),
  organization: z.string().optional(),
  street: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
})
export type Contact = z.infer<typeof Contact>

/** Short description of a registration. RDAP and WHOIS responses are built from it. */
export const Registration = z.object({
  registrar: z.string(),
  registrant: Contact.default({}),
  /**
   * `redacted` hides the contacts. `proxy` shows a privacy service in the place of the registrant.
   */
  privacy: z.enum(['shown', 'redacted', 'proxy']).default('shown'),
  created: z.string(),
  updated: z.string().default('2026-03-05'),
  expires: z.string().default('2028-03-05'),
  statuses: z.array(z.string()).default(['client transfer prohibited']),
})
export type Registration = z.infer<typeof Registration>

/**
 * Pages by URL path. `home` is the origin that serves them. The other three origins (http or https,
 * with or without `www.`) redirect to it.
 */
export const Site = z.object({
  home: z.url(),
  server: z.string().default('nginx'),
  headers: z.record(z.string(), z.string()).default({}),
  charset: z.string().default('utf-8'),
  pages: z.record(
    z.string(),
    z.union([
      z.string(),
      z.array(z.string()),
      WebEntry.extend({ status: z.number().int().default(200) }),
    ]),
  ),
})
export type Site = z.infer<typeof Site>

const Names = z.record(z.string(), z.record(z.string(), z.union([z.array(z.string()), z.string()])))
const JsonObject = z.record(z.string(), z.unknown())

const CertificateRow = z.looseObject({
  id: z.number(),
  issuer_name: z.string(),
  common_name: z.string(),
  name_value: z.string(),
  entry_timestamp: z.string(),
  not_before: z.string(),
  not_after: z.string(),
  serial_number: z.string().default(''),
})
export type CertificateRow = z.infer<typeof CertificateRow>

const CertificateText = z.object({
  organization: z.string().optional(),
  country: z.string().optional(),
  serial_number: z.string().optional(),
  jurisdiction: z.string().optional(),
  organization_identifier: z.string().optional(),
  /** By default the domain and `www.`, or only the domain in a mark certificate. */
  names: z.array(z.string()).optional(),
  /** By default a day in February 2026, or a minute after a later registration. */
  not_before: z.string().optional(),
  /** By default a year from now. */
  not_after: z.string().optional(),
  issuer: z.enum(['sample root', 'unknown root', 'self']).default('sample root'),
})

/**
 * Certificate that the web server of the domain shows. With the key `copied`, the server does not
 * have the key of the certificate, as after a copy from a log.
 */
export const LiveCertificate = CertificateText.extend({
  validation: z.enum(['dv', 'iv', 'ov', 'ev', 'qwac']).default('dv'),
  key_type: z.enum(['p-256', 'p-384', 'rsa-2048']).default('p-256'),
  key: z.enum(['own', 'copied']).default('own'),
  tls: z.enum(['1.2', '1.3', 'both']).default('both'),
})
export type LiveCertificate = z.infer<typeof LiveCertificate>

/** PEM file at `url`, to which a BIMI record points. `usage`: extended key usage. */
export const MarkCertificate = CertificateText.extend({
  url: z.url(),
  mark_type: z.string().default('Registered Mark'),
  usage: z.enum(['mark', 'server']).default('mark'),
})
export type MarkCertificate = z.infer<typeof MarkCertificate>

const shared = {
  dns: Names.default({}),
  ips: z.record(z.string(), AddressEntry).default({}),
  http: z.record(z.string(), WebEntry).default({}),
}

/** Data that several test domains use, for example their name servers and mail hosts. */
export const InfrastructureFile = z.object(shared)
export type InfrastructureFile = z.infer<typeof InfrastructureFile>

export const DomainFile = z.object({
  ...shared,
  domain: z.string(),
  unicode_domain: z.string().optional(),
  class: z.string().optional(),
  truth: z
    .object({
      operator: z.string().nullable(),
      accept: z.array(z.string()).default([]),
      reject: z.array(z.string()).default([]),
    })
    .optional(),
  registration: Registration.optional(),
  site: Site.optional(),
  rdap: JsonObject.nullish(),
  rdap_related: z.record(z.string(), JsonObject).default({}),
  /**
   * Status with which the registry's RDAP server refuses to answer about the domain. Status 429
   * comes with a Retry-After header.
   */
  rdap_status: z.number().int().optional(),
  /** GUID of the tenant at Microsoft Entra in which the domain is verified. */
  microsoft_tenant: z.guid().toLowerCase().optional(),
  /** If true, RDAP servers and certificate logs never answer questions about the domain. */
  silent: z.boolean().default(false),
  whois: z.string().nullish(),
  whois_related: z.record(z.string(), z.string()).default({}),
  whois_server: z.string().nullish(),
  whois_charset: z.string().optional(),
  whois_english: z.string().optional(),
  ct: z.array(CertificateRow).default([]),
  ct_subjects: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /**
   * Null: the web server accepts no TLS connection. By default a DV certificate of the root, or
   * null if `ct_subjects` names an organisation.
   */
  live_certificate: LiveCertificate.nullish(),
  mark_certificate: MarkCertificate.optional(),
  /** HTML of the home page after its scripts have run in a browser. */
  rendered: z.string().optional(),
  /**
   * Newest copy of the home page at the Internet Archive. `leads_to`: URL to which the stored page
   * redirected.
   */
  archived: z
    .object({
      timestamp: z.string().regex(/^\d{14}$/),
      html: z.string(),
      leads_to: z.url().optional(),
    })
    .optional(),
  whois_history: z.array(JsonObject).default([]),
  extra_registrations: z.record(z.string(), JsonObject).default({}),
})
export type Domain = z.infer<typeof DomainFile>
export type DomainFile = z.input<typeof DomainFile>
