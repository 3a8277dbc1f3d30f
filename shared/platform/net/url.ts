import { registrableDomain } from '../public-suffix.ts'

const HOST_CHARACTERS_MAX = 253
const TEXT_CHARACTERS_MAX = 2_000

/** Replaces URL.parse, because its types differ between Node and Workers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Host name of a URL, or the first 100 characters of an invalid URL. */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? url.slice(0, 100)
}

/** Host name in `text`, which is a URL or a bare host name. Null for a host without a dot. */
export function writtenHost(text: string): string | null {
  const host = (parseUrl(text)?.hostname || parseUrl(`https://${text}`)?.hostname) ?? ''
  return host.includes('.') ? host : null
}

/** Returns the whole host if it has no registrable domain, and '' for an invalid URL. */
export function registrableHost(url: string): string {
  const host = parseUrl(url)?.hostname ?? ''
  return registrableDomain(host) ?? host
}

/** `text` is a host name, URL or email address. The result is in lower case. */
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
