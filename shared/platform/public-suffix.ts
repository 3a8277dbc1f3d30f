import { getDomain, getDomainWithoutSuffix, getPublicSuffix, parse } from 'tldts'

// By the public suffix list (publicsuffix.org). Its ICANN section holds the suffixes under which registries sell names; its private
// section those under which companies give names to their customers, as github.io.

/** The domain that was registered, one label below an ICANN suffix; null when the host has none. */
export const registrableDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: false })

/** As registrableDomain, by both sections: alice.github.io is a site of its own. */
export const siteDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true })

/** The suffix of a site, by both sections. */
export const siteSuffix = (host: string): string | null => getPublicSuffix(host, { allowPrivateDomains: true })

/** The ICANN suffix of a host. */
export const publicSuffix = (host: string): string | null => getPublicSuffix(host)

/** The registrable domain's first label: `example` of www.example.co.uk. */
export const registeredLabel = (host: string): string | null => getDomainWithoutSuffix(host)

/** True for a host that ends in a suffix of the ICANN section. */
export const hasIcannSuffix = (host: string): boolean => parse(host).isIcann === true
