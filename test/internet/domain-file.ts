import { z } from 'zod'
import { BEHAVIOUR_PATTERN } from './behaviours.ts'

/** What a URL answers. `body` as a list is joined by line feeds; `{path}` in a Location is the path asked for. */
export const WebEntry = z.object({
  status: z.number().int().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.union([z.string(), z.array(z.string())]).optional(),
  body_base64: z.string().optional(),
  behaviour: z.string().regex(BEHAVIOUR_PATTERN).nullish(),
})
export type WebEntry = z.infer<typeof WebEntry>

/** What the network tables say about one address. */
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

/** A registration in few words, expanded to the registry's and the registrar's RDAP objects and WHOIS texts. */
export const Registration = z.object({
  /** A key of the table in registrars.ts. */
  registrar: z.string(),
  registrant: Contact.default({}),
  /** redacted: contacts are withheld; proxy: the registrar's privacy service stands in; shown: as given. */
  privacy: z.enum(['shown', 'redacted', 'proxy']).default('shown'),
  created: z.string(),
  updated: z.string().default('2026-03-05'),
  expires: z.string().default('2028-03-05'),
  statuses: z.array(z.string()).default(['client transfer prohibited']),
})
export type Registration = z.infer<typeof Registration>

/** A web site in few words: pages by path under one home, the other three spellings of its address redirecting there. */
export const Site = z.object({
  home: z.url(),
  server: z.string().default('nginx'),
  headers: z.record(z.string(), z.string()).default({}),
  charset: z.string().default('utf-8'),
  pages: z.record(
    z.string(),
    z.union([z.string(), z.array(z.string()), WebEntry.extend({ status: z.number().int().default(200) })]),
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

const shared = {
  dns: Names.default({}),
  ips: z.record(z.string(), AddressEntry).default({}),
  http: z.record(z.string(), WebEntry).default({}),
}

/** Names, addresses and pages that belong to no domain under test: name servers, mail hosts, sellers.json files. */
export const InfrastructureFile = z.object(shared)
export type InfrastructureFile = z.infer<typeof InfrastructureFile>

/** One domain with everything that the world knows about it. Only `domain` is needed. */
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
  /** The registry's RDAP answers this HTTP status instead (429 comes with Retry-After). */
  rdap_status: z.number().int().optional(),
  whois: z.string().nullish(),
  whois_related: z.record(z.string(), z.string()).default({}),
  whois_server: z.string().nullish(),
  whois_charset: z.string().optional(),
  whois_english: z.string().optional(),
  ct: z.array(CertificateRow).default([]),
  ct_subjects: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  whois_history: z.array(JsonObject).default([]),
  extra_registrations: z.record(z.string(), JsonObject).default({}),
})
/** A domain file as read: defaults filled in. */
export type Domain = z.infer<typeof DomainFile>
/** A domain file as written. */
export type DomainFile = z.input<typeof DomainFile>
