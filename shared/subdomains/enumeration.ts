import { z } from '../platform/http/zod-openapi.ts'

export const SUBDOMAIN_SOURCES = ['ct', 'brute_force'] as const
export type SubdomainSource = (typeof SUBDOMAIN_SOURCES)[number]

export const Subdomain = z
  .object({
    name: z.string(),
    sources: z.array(z.enum(SUBDOMAIN_SOURCES)),
    addresses: z.array(z.string()),
    cname: z.string().nullable(),
  })
  .openapi('Subdomain')
export type Subdomain = z.infer<typeof Subdomain>

export const Enumeration = z.object({
  total: z.number().int(),
  truncated: z.boolean(),
  subdomains: z.array(Subdomain),
  // True if random labels directly under the domain resolve, so that any name there seems to exist.
  wildcard: z.boolean(),
  /** Sources that failed at least in part, so names may be missing in the result. */
  sources_failed: z.array(z.enum(SUBDOMAIN_SOURCES)),
})
export type Enumeration = z.infer<typeof Enumeration>

export interface StoredEnumeration {
  enumeration: Enumeration
  enumeratedAt: string
  expiresAt: string
}

export const SUBDOMAINS_MAX = 2_000
