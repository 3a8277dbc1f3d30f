import { getDomain, getDomainWithoutSuffix, getPublicSuffix, parse } from 'tldts'

// The public suffix list (publicsuffix.org) has two sections. The ICANN section contains suffixes
// of registries, such as co.uk. The private section contains suffixes under which companies give
// names to their customers, such as github.io.

/**
 * Returns the registrable domain of a host name, for example example.co.uk for www.example.co.uk,
 * or null if there is none. Uses only the ICANN section of the public suffix list.
 */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: false })

/**
 * Returns the registrable domain of a host name, for example alice.github.io for
 * www.alice.github.io, or null if there is none. Uses both sections of the public suffix list:
 * suffixes of registries, and private suffixes such as github.io.
 */
export const siteDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true })

/**
 * Returns the longest public suffix of a host name, for example github.io for alice.github.io, or
 * null if there is none. Uses both sections of the public suffix list: suffixes of registries, and
 * private suffixes such as github.io.
 */
export const siteSuffix = (host: string): string | null =>
  getPublicSuffix(host, { allowPrivateDomains: true })

/**
 * Returns the public suffix of a host name, for example io for alice.github.io, or null if there is
 * none. Uses only the ICANN section of the public suffix list.
 */
export const publicSuffix = (host: string): string | null => getPublicSuffix(host)

/**
 * Returns the first label of the registrable domain, for example `example` for www.example.co.uk,
 * or null if there is none.
 */
export const registeredLabel = (host: string): string | null => getDomainWithoutSuffix(host)

export const hasIcannSuffix = (host: string): boolean => parse(host).isIcann === true
