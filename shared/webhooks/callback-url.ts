import { publicHostName } from '../platform/net/addresses.ts'
import { parseUrl } from '../platform/net/url.ts'
import { isSpecialUse } from '../platform/special-use.ts'

const URL_CHARACTERS_MAX = 2_048
const UNPRIVILEGED_PORT_MIN = 1_024

export interface CallbackRules {
  /** If true, http and port 80 are allowed too, for tests and local development. */
  allowInsecure: boolean
  ownHosts: readonly string[]
}

export type ParsedCallback =
  | { ok: true; url: string; origin: string }
  | { ok: false; message: string }

const refuse = (message: string): ParsedCallback => ({ ok: false, message })

// Spaces, line breaks and invisible characters. URL parsers remove some of them, so the service
// would call another URL.
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/u

// Scheme, host and port in a spelling that every program reads in the same way. URL parsers also
// accept other spellings, for example `https:host` and `:0443`, but these are refused.
const PLAIN_AUTHORITY = /^https?:\/\/([^/?#:@%[\]]{1,1000})(?::[1-9][0-9]{0,4})?(?:[/?#]|$)/iu

/** Other full stops (Unicode) that a URL parser reads as the dot between two labels. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/u

// True if the URL parser (WHATWG URL) finds another host than a person reads, for example because
// of full-width letters. Capital letters and letters of other scripts are not such a case.
function isRewritten(written: string, hostname: string): boolean {
  const folded = written.toLowerCase()
  if (/^[\u0000-\u007f]*$/u.test(folded)) return folded !== hostname
  return OTHER_DOTS.test(folded) || folded.normalize('NFKC') !== folded.normalize('NFC')
}

/**
 * Parses the URL to which a webhook is sent. The URL must have https, no credentials, port 443 or a
 * port from 1024, and a public host name.
 *
 * The host is checked after parsing, because one IP address has many spellings. The error message
 * completes a sentence that begins with "callback_url".
 */
export function parseCallbackUrl(
  text: string,
  { allowInsecure, ownHosts }: CallbackRules,
): ParsedCallback {
  if (text.length > URL_CHARACTERS_MAX)
    return refuse(`is longer than ${URL_CHARACTERS_MAX} characters`)
  if (INVISIBLE.test(text)) return refuse('holds white space or control characters')
  // Browsers read a backslash as a slash, other programs read it as a part of the user name. So
  // they would call different hosts.
  if (text.includes('\\')) return refuse('contains a backslash')
  const url = parseUrl(text)
  if (url === null) return refuse('is not a URL')
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:'))
    return refuse('must be https')
  if (url.username !== '' || url.password !== '') return refuse('must not carry credentials')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (port !== 443 && port < UNPRIVILEGED_PORT_MIN && !(allowInsecure && port === 80)) {
    return refuse(`must use port 443 or one of ${UNPRIVILEGED_PORT_MIN} and above`)
  }
  const verdict = publicHostName(url.hostname, ownHosts)
  if (!verdict.ok) return refuse(`has a host that ${verdict.reason}`)
  if (isSpecialUse(verdict.name)) return refuse('has a host that is reserved for special use')
  const written = PLAIN_AUTHORITY.exec(text)?.[1]
  if (written === undefined) return refuse('must begin with https://host/ or https://host:port/')
  if (isRewritten(written, url.hostname))
    return refuse(`has a host that stands for ${verdict.name}; write it so`)
  // The trailing dot of a host name is removed. A URL parser treats the name with the dot as
  // another origin, although the host is the same. A caller could use this to double the limit on
  // concurrent webhook attempts to a host.
  url.hostname = verdict.name
  return { ok: true, url: url.href, origin: url.origin }
}
