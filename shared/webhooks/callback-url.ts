import { publicHostName } from '../platform/net/addresses.ts'
import { parseUrl } from '../platform/net/url.ts'

const URL_CHARACTERS_MAX = 2_048
const UNPRIVILEGED_PORT_MIN = 1_024

export interface CallbackRules {
  /** True if callback URLs with http and port 80 are also allowed, for tests and local development. */
  allowInsecure: boolean
  ownHosts: readonly string[]
}

export type ParsedCallback = { ok: true; url: string; origin: string } | { ok: false; message: string }

const refuse = (message: string): ParsedCallback => ({ ok: false, message })

/**
 * Parses the URL to which a webhook is sent. Required: https, no credentials, port 443 or at least 1024, and a public host name. The host
 * is checked after parsing, because one IP address has many notations. The error message completes a sentence that begins with
 * "callback_url".
 */
export function parseCallbackUrl(text: string, { allowInsecure, ownHosts }: CallbackRules): ParsedCallback {
  if (text.length > URL_CHARACTERS_MAX) return refuse(`is longer than ${URL_CHARACTERS_MAX} characters`)
  // URL parsers remove tabs and line feeds without an error, so the service would call another URL than the caller wrote.
  if (/[\u0000-\u0020\u007f]/u.test(text)) return refuse('holds white space or control characters')
  const url = parseUrl(text)
  if (url === null) return refuse('is not a URL')
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:')) return refuse('must be https')
  if (url.username !== '' || url.password !== '') return refuse('must not carry credentials')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (port !== 443 && port < UNPRIVILEGED_PORT_MIN && !(allowInsecure && port === 80)) {
    return refuse(`must use port 443 or one of ${UNPRIVILEGED_PORT_MIN} and above`)
  }
  const verdict = publicHostName(url.hostname, ownHosts)
  if (!verdict.ok) return refuse(`has a host that ${verdict.reason}`)
  // A URL parser treats a host name with a trailing dot as another origin, although it is the same host. A caller could use this to double
  // the limit on concurrent webhook attempts to a host.
  url.hostname = verdict.name
  return { ok: true, url: url.href, origin: url.origin }
}
