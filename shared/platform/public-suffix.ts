import { getDomain, getDomainWithoutSuffix, getPublicSuffix, parse } from 'tldts'

// The ICANN section of the public suffix list has suffixes of registries (co.uk), the private one
// those under which companies name their customers (github.io).

/** example.co.uk for www.example.co.uk, by the ICANN section. */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: false })

/** alice.github.io for www.alice.github.io, by both sections. */
export const siteDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true })

/** github.io for alice.github.io, by both sections. */
export const siteSuffix = (host: string): string | null =>
  getPublicSuffix(host, { allowPrivateDomains: true })

/** io for alice.github.io, by the ICANN section. */
export const publicSuffix = (host: string): string | null => getPublicSuffix(host)

/** `example` for www.example.co.uk. */
export const registeredLabel = (host: string): string | null => getDomainWithoutSuffix(host)

export const hasIcannSuffix = (host: string): boolean => parse(host).isIcann === true
