type CheckedDomain = { domain: string; problem: null } | { domain: null; problem: string }

const NAME_CHARACTERS_MAX = 253
const LABEL_CHARACTERS_MAX = 63
// A longer name is refused before it is converted to A-labels (Punycode, RFC 3492), because the
// conversion takes quadratic time in the length of a label.
const UNICODE_CHARACTERS_MAX = 4 * NAME_CHARACTERS_MAX
// A name with more than ten combining marks in a row is refused, because Unicode normalization
// sorts them in quadratic time. No script needs more than ten.
const TOO_MANY_MARKS = /\p{M}{11}/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const NOT_INTERNATIONAL = 'is not a valid internationalized domain name'

export const domainSentence = (problem: string): string =>
  `The domain ${problem}${problem.endsWith('?') ? '' : '.'}`

const refused = (problem: string): CheckedDomain => ({
  domain: null,
  problem: domainSentence(problem),
})

// A browser reads a backslash as a slash, and the host of "https://good.com@other.com" is
// other.com.
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]{0,20}:)?[\\/]{2,3}([^\\/?#]*)/iu
const HOST_AND_MORE = /^([^\\/?#@:\s]+)(?::\d{1,5})?(?:[\\/?#]|$)/u

/** Undoes `hxxp`, `[.]`, `(.)` and `[dot]`, with which reports make addresses harmless. */
export const undefanged = (text: string): string =>
  text
    .trim()
    .replace(/^h(?:xx|tt)p(s?)(?::|\[:\])/iu, 'http$1:')
    .replace(/\[(?:\.|dot)\]|\(\.\)/giu, '.')

/** Host of a web address, whose scheme may be missing. Null if the text is no web address. */
export function hostOfAddress(text: string): string | null {
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return HOST_AND_MORE.exec(text)?.[1] ?? null
  return authority.split('@').at(-1)?.replace(/:\d*$/u, '') ?? null
}

// The page has no list of public suffixes, so it takes "www" for the host of a site if two more
// labels follow.
export const withoutWww = (host: string): string => host.replace(/^www\.(?=[^.]+\.)/iu, '')

/** As `checkDomain`, for a line of a list: an address stands for its host. */
export function checkListedDomain(input: string): CheckedDomain {
  const text = undefanged(input)
  return checkDomain(hostOfAddress(text) ?? text)
}

/**
 * Returns the name in lower case with A-labels (Punycode), or the reason why it is refused.
 * The page has no public suffix list. So the service can still refuse a name whose ending does not
 * exist or is reserved.
 */
export function checkDomain(input: string): CheckedDomain {
  const text = input.trim()
  const problem = problemOfText(text)
  if (problem !== null) return refused(problem)
  const ascii = toAscii(text.replace(/[.。．｡]$/, '').toLowerCase())
  if (ascii === null) return refused(NOT_INTERNATIONAL)
  const invalid = problemOfName(ascii)
  return invalid === null ? { domain: ascii, problem: null } : refused(invalid)
}

function problemOfText(text: string): string | null {
  if (text === '') return 'is empty'
  if (/\s/.test(text))
    return text.length > UNICODE_CHARACTERS_MAX ? tooLong : 'contains white space'
  if (/^\[?[0-9a-f:.]+\]?$/i.test(text) && text.includes(':'))
    return 'is an IP address; give a domain name'
  if (/[@/:?#\\]/.test(text)) return problemOfAddress(text)
  if (text.includes('_')) return 'contains an underscore, which is not allowed'
  if (text.includes('%')) return 'contains a percent sign'
  return text.length > UNICODE_CHARACTERS_MAX ? tooLong : null
}

function problemOfAddress(text: string): string {
  const kind = /[/?#\\]/.test(text)
    ? 'is a URL'
    : text.includes('@')
      ? 'is an email address'
      : 'is not a plain domain name'
  const host = hostOfAddress(text) ?? text.slice(text.lastIndexOf('@') + 1)
  const meant = host === text ? null : checkDomain(withoutWww(host)).domain
  return meant === null ? `${kind}; give a domain name` : `${kind}; did you mean ${meant}?`
}

const tooLong = `is longer than ${NAME_CHARACTERS_MAX} characters`

function toAscii(name: string): string | null {
  if (/^[a-z0-9.-]+$/.test(name) && !name.includes('xn--')) return name
  if (TOO_MANY_MARKS.test(name)) return null
  try {
    return new URL(`http://${name}/`).hostname
  } catch {
    return null
  }
}

function problemOfName(ascii: string): string | null {
  if (ascii.length > NAME_CHARACTERS_MAX) return tooLong
  const labels = ascii.split('.')
  if (labels.includes('')) return 'has an empty label'
  const long = labels.find((label) => label.length > LABEL_CHARACTERS_MAX)
  if (long !== undefined)
    return `has a label of ${long.length} characters; ${LABEL_CHARACTERS_MAX} are allowed`
  if (labels.some((label) => !LABEL.test(label)))
    return 'may contain only letters, digits, dots and inner hyphens'
  if (/^(?:0x[0-9a-f]*|\d+)$/.test(labels.at(-1) ?? ''))
    return 'is an IP address; give a domain name'
  return labels.length === 1 ? 'is a single label; give a name such as example.com' : null
}
