import { getDomain, getDomainWithoutSuffix, getPublicSuffix, parse } from 'tldts'

// The public suffix list has two sections. The ICANN section contains suffixes of registries
// (co.uk). The private section contains domains of companies that give a subdomain to each customer
// (github.io).

/** By the ICANN section only: example.co.uk for www.example.co.uk. */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: false })

/** By both sections: alice.github.io for www.alice.github.io. */
export const siteDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true })

/** By both sections: github.io for alice.github.io. */
export const siteSuffix = (host: string): string | null =>
  getPublicSuffix(host, { allowPrivateDomains: true })

/** By the ICANN section only: io for alice.github.io. */
export const publicSuffix = (host: string): string | null => getPublicSuffix(host)

/** The registrable domain without its suffix: `example` for www.example.co.uk. */
export const registeredLabel = (host: string): string | null => getDomainWithoutSuffix(host)

export const hasIcannSuffix = (host: string): boolean => parse(host).isIcann === true
