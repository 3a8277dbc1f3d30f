import { getDomain } from 'tldts'

const HOST_LENGTH_MAX = 253

/** The registrable domain (ICANN section) of a host name, URL or mailbox, lower case; null when there is none. */
export function registrableOf(text: string): string | null {
  const host = hostOf(text)
  if (host === null) return null
  return getDomain(host, { allowPrivateDomains: false, validateHostname: true })
}

function hostOf(text: string): string | null {
  const bounded = text.trim().toLowerCase().slice(0, 2_000)
  if (bounded.includes('://')) {
    try {
      return new URL(bounded).hostname
    } catch {
      return null
    }
  }
  const host = (bounded.split('@').at(-1) ?? '').split(/[/:?#,\s]/u)[0] ?? ''
  return host === '' || host.length > HOST_LENGTH_MAX ? null : host.replace(/\.$/u, '')
}
