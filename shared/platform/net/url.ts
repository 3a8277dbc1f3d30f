import { registrableDomain } from '../public-suffix.ts'

const HOST_CHARACTERS_MAX = 253
const TEXT_CHARACTERS_MAX = 2_000

/** The parsed URL, or null when the text is none (URL.parse, which the type libraries do not agree on). */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** The host of a URL, for messages and circuits; the text itself, cut, when it is none. */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? url.slice(0, 100)
}

/** The host of a URL, or of a bare host name as people write one ("example.com"); null without a dot. */
export function writtenHost(text: string): string | null {
  const host = (parseUrl(text)?.hostname || parseUrl(`https://${text}`)?.hostname) ?? ''
  return host.includes('.') ? host : null
}

/** The registrable domain of a URL; its host when that has none, and '' for what is no URL. */
export function registrableHost(url: string): string {
  const host = parseUrl(url)?.hostname ?? ''
  return registrableDomain(host) ?? host
}

/** The registrable domain of a host name, URL or mailbox, lower case; null when there is none. */
export function registrableOf(text: string): string | null {
  const bounded = text.trim().toLowerCase().slice(0, TEXT_CHARACTERS_MAX)
  if (bounded.includes('://')) {
    const url = parseUrl(bounded)
    return url === null ? null : registrableDomain(url.hostname)
  }
  const host = (bounded.split('@').at(-1) ?? '').split(/[/:?#,\s]/u)[0] ?? ''
  return host === '' || host.length > HOST_CHARACTERS_MAX ? null : registrableDomain(host.replace(/\.$/u, ''))
}
