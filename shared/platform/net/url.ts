import { registrableDomain } from '../public-suffix.ts'

const HOST_CHARACTERS_MAX = 253
const TEXT_CHARACTERS_MAX = 2_000

/**
 * Returns the parsed URL, or null for an invalid URL. URL.parse is not used, because the types of
 * Node and Workers differ for it.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Returns the host name of a URL, or the first 100 characters of an invalid URL. */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? url.slice(0, 100)
}

/**
 * Returns the host name of a URL or of a bare name such as "example.com". Returns null if the host
 * name contains no dot.
 */
export function writtenHost(text: string): string | null {
  const host = (parseUrl(text)?.hostname || parseUrl(`https://${text}`)?.hostname) ?? ''
  return host.includes('.') ? host : null
}

/**
 * Returns the registrable domain of a URL, for example example.co.uk. Without a registrable domain,
 * returns the host name. Returns '' for an invalid URL.
 */
export function registrableHost(url: string): string {
  const host = parseUrl(url)?.hostname ?? ''
  return registrableDomain(host) ?? host
}

/**
 * Returns the registrable domain of a host name, URL or email address in lower case, for example
 * example.co.uk, or null if there is none.
 */
export function registrableOf(text: string): string | null {
  const bounded = text.trim().toLowerCase().slice(0, TEXT_CHARACTERS_MAX)
  if (bounded.includes('://')) {
    const url = parseUrl(bounded)
    return url === null ? null : registrableDomain(url.hostname)
  }
  const host = (bounded.split('@').at(-1) ?? '').split(/[/:?#,\s]/u)[0] ?? ''
  return host === '' || host.length > HOST_CHARACTERS_MAX
    ? null
    : registrableDomain(host.replace(/\.$/u, ''))
}
