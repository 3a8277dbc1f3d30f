import { z } from '../platform/http/zod-openapi.ts'

export const SUBDOMAIN_SOURCES = ['ct', 'brute_force'] as const
export type SubdomainSource = (typeof SUBDOMAIN_SOURCES)[number]

export const Subdomain = z
  .object({
    name: z.string(),
    sources: z.array(z.enum(SUBDOMAIN_SOURCES)),
    /** IPv4 and IPv6; empty when the name has none (any more). */
    addresses: z.array(z.string()),
    /** The first name that it is an alias of. */
    cname: z.string().nullable(),
  })
  .openapi('Subdomain')
export type Subdomain = z.infer<typeof Subdomain>

/** What one enumeration found. */
export const Enumeration = z.object({
  total: z.number().int(),
  truncated: z.boolean(),
  subdomains: z.array(Subdomain),
  /** Whether names that nobody made resolve directly under the domain. */
  wildcard: z.boolean(),
  /** Sources that did not answer, or not completely: what only they know is missing. */
  sources_failed: z.array(z.enum(SUBDOMAIN_SOURCES)),
})
export type Enumeration = z.infer<typeof Enumeration>

/** An enumeration as it is kept, with its times in ISO 8601. */
export interface KeptEnumeration {
  enumeration: Enumeration
  enumeratedAt: string
  expiresAt: string
}

/** Names that one answer shows. */
export const SUBDOMAINS_MAX = 2_000
