import { publicHostName } from '../platform/net/addresses.ts'
import { parseUrl } from '../platform/net/url.ts'

const URL_CHARACTERS_MAX = 2_048
const UNPRIVILEGED_PORT_MIN = 1_024

export interface CallbackRules {
  /** http, and port 80, as well. */
  allowInsecure: boolean
  /** The service's own host names, to which nothing is ever delivered. */
  ownHosts: readonly string[]
}

export type ParsedCallback = { ok: true; url: string; origin: string } | { ok: false; message: string }

const refuse = (message: string): ParsedCallback => ({ ok: false, message })

/**
 * Reads a callback address as a caller gave it. https only (http where `allowInsecure`), no credentials, port 443 or at least 1024 (80 too
 * where `allowInsecure`), a public host name and no address literal in any notation. Judged after parsing, since the URL standard folds
 * many spellings of an address into one. A refusal continues "callback_url …".
 */
export function parseCallbackUrl(text: string, { allowInsecure, ownHosts }: CallbackRules): ParsedCallback {
  if (text.length > URL_CHARACTERS_MAX) return refuse(`is longer than ${URL_CHARACTERS_MAX} characters`)
  // The URL standard drops tabs and line feeds silently; an address that holds them was not meant.
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
  // Without its trailing dot a host is one origin, so that its limits cannot be doubled.
  url.hostname = verdict.name
  return { ok: true, url: url.href, origin: url.origin }
}
