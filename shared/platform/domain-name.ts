import { parse } from 'tldts'
import { lines } from './multiline.ts'
import { isSpecialUse } from './special-use.ts'

/** `domain` is in lower case, in ASCII (A-labels, RFC 5890) and without a final dot. */
export interface DomainName {
  domain: string
  registrableDomain: string
  /**
   * Null for a real domain. Sandbox domains are for tests: their analysis calls no outside service.
   */
  sandbox: SandboxLabel | null
}

/** The operator of `test-changing` is a different one in each analysis. */
export const SANDBOX_LABELS = [
  'test-corp',
  'test-unknown',
  'test-changing',
  'test-imitation',
] as const
export type SandboxLabel = (typeof SANDBOX_LABELS)[number]

/**
 * `message` completes a sentence that starts with "The domain". `suggestion` is a valid domain that
 * was probably meant; the message names it, too.
 */
export type ParsedDomain =
  | { ok: true; name: DomainName }
  | { ok: false; message: string; suggestion?: string }

export const domainProblem = (message: string): string =>
  `The domain ${message}${message.endsWith('?') ? '' : '.'}`

const NAME_CHARACTERS_MAX = 253
const LABEL_CHARACTERS_MAX = 63
// Limit for the text before it is converted to ASCII. Every valid name is shorter, even in Unicode.
const INPUT_CHARACTERS_MAX = 2_048
const SHOWN_CHARACTERS_MAX = 80
const NOT_INTERNATIONAL = 'is not a valid internationalized domain name'

const refuse = (message: string): ParsedDomain => ({ ok: false, message })

// Quotes, brackets or "*." around a name. '<' with a combining character after it is no bracket but
// a letter of its own ('≮').
const WRAPPED = /^(?:\*\.|[<"'`(“„«]{1,3}(?!\p{M}))|[>"'`)”“»,;]{1,3}$/gu
const ENCODED: Readonly<Record<string, string>> = {
  '%2e': '.',
  '%2f': '/',
  '%3a': ':',
  '&#46;': '.',
  '&period;': '.',
}
// Reports about attacks write the dot of a domain as "[.]" or similar, so that nobody can click the
// domain.
const DEFANGED_DOT = new RegExp(
  lines`
    \s{0,2}(?:\[\s?(?:\.|dot|punkt|punto|point|ponto|punt)\s?\]|\(\s?(?:\.|dot|punkt|punto|
    point|ponto|punt)\s?\)|\{\s?(?:\.|dot)\s?\}|<\s?(?:\.|dot)\s?>)\s{0,2}|[[({]\.|\.[\])}]|
    \\\.|\s{1,2}(?:dot|\.)\s{1,2}
  `,
  'giu',
)

// Reads what a browser would read: it takes a backslash for a slash, and the host of
// "https://good.com@other.com" is other.com.
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]{0,20}:)?[\\/]{2,3}([^\\/?#]*)/iu
const HOST_AND_MORE = /^([^\\/?#@:\s]+)(?::\d{1,5})?(?:[\\/?#]|$)/u

/** Host of a URL, whose scheme may be missing. Null if the text is no URL. */
function hostOfUrl(text: string): string | null {
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return HOST_AND_MORE.exec(text)?.[1] ?? null
  return authority.split('@').at(-1)?.replace(/:\d*$/u, '') ?? null
}

/** The ways to defang a domain or URL that are undone when a person submits it. */
export const undefanged = (text: string): string =>
  text
    .trim()
    .replace(/^h(?:xx|tt)p(s?)(?::|\[:\])/iu, 'http$1:')
    .replace(/\[(?:\.|dot)\]|\(\.\)/giu, '.')

const refanged = (text: string): string =>
  text
    .replace(/^h[tx*]{2}p/iu, 'http')
    .replace(/[[(](:(?:\/\/)?)[\])]/u, '$1')
    .replace(/\s?[[({]\s?(?:@|at)\s?[\])}]\s?/giu, '@')
    .replace(/%2e|%2f|%3a|&#46;|&period;/giu, (sign) => ENCODED[sign.toLowerCase()] ?? sign)
    .replace(WRAPPED, '')
    .replace(DEFANGED_DOT, '.')

function domainWithin(text: string): string | null {
  const withoutScheme = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/{1,3}/i, '')
  const host = withoutScheme
    .split(/[/\\?#]/, 1)[0]
    ?.split('@')
    .at(-1)
    ?.replace(/:\d*$/, '')
  return host !== undefined &&
    host.length <= UNICODE_CHARACTERS_MAX &&
    !/[\s:@]/.test(host) &&
    host.slice(1, -1).includes('.')
    ? host
    : null
}

// Converts a name to ASCII as the URL parser of a browser does (UTS 46 non-transitional). Null for
// an invalid name.
function toAsciiLabels(text: string): string | null {
  if (/^[a-z0-9.-]+$/.test(text) && !text.includes('xn--')) return text
  try {
    return new URL(`http://${text}/`).hostname
  } catch {
    return null
  }
}

// Four Unicode characters for each of the 253 characters of a name, for example a letter with three
// combining characters.
const UNICODE_CHARACTERS_MAX = 4 * NAME_CHARACTERS_MAX
/** UTS 46 removes these characters from a name. */
const IGNORED_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu
// Unicode normalization of a run of combining characters takes quadratic time. No script needs more
// than ten in a row.
const TOO_MANY_MARKS = /\p{M}{11}/u
const ASCII = /^[\u0000-\u007f]*$/

// Returns the reason why no conversion to ASCII can make the name valid, or null. Names that are
// too long are refused before the conversion. It takes quadratic time (RFC 3492), so with such
// names an attacker could keep the service busy for seconds.
function unicodeProblem(text: string): string | null {
  if (ASCII.test(text) && !text.includes('xn--')) return null
  if (text.length > UNICODE_CHARACTERS_MAX)
    return `is longer than ${NAME_CHARACTERS_MAX} characters`
  if (TOO_MANY_MARKS.test(text)) return NOT_INTERNATIONAL
  // The lower case comes before NFC, as in the conversion to ASCII. The order matters for the
  // length: 'ẗ' is one character, but its capital 'T̈' is two.
  const normalized = text
    .replace(IGNORED_CHARACTERS, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
  if (/\s/.test(normalized)) return NOT_INTERNATIONAL
  let nameLeast = -1
  for (const label of normalized.split(/[.。]/)) {
    const labelLeast = [...label].length + (ASCII.test(label) ? 0 : 'xn--'.length)
    if (labelLeast > LABEL_CHARACTERS_MAX)
      return (
        `has a label of more than ${LABEL_CHARACTERS_MAX} characters; ${LABEL_CHARACTERS_MAX} ` +
        'are allowed'
      )
    nameLeast += labelLeast + 1
  }
  return nameLeast > NAME_CHARACTERS_MAX ? `is longer than ${NAME_CHARACTERS_MAX} characters` : null
}

function labelProblem(ascii: string): string | null {
  if (ascii.length > NAME_CHARACTERS_MAX) return `is longer than ${NAME_CHARACTERS_MAX} characters`
  const labels = ascii.split('.')
  if (labels.some((label) => label === '')) return 'has an empty label'
  const long = labels.find((label) => label.length > LABEL_CHARACTERS_MAX)
  if (long !== undefined)
    return `has a label of ${long.length} characters; ${LABEL_CHARACTERS_MAX} are allowed`
  const odd = labels.find((label) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))
  if (odd !== undefined)
    return (
      `has the label '${odd.slice(0, SHOWN_CHARACTERS_MAX)}', which may contain only letters, ` +
      'digits and inner hyphens'
    )
  return null
}

// Refuses a text that is more than a domain, and suggests the domain inside it. A URL of the host
// "www" of a site means the site.
function refuseMore(plain: string, input: string, sandboxDomain: string): ParsedDomain {
  const kind = kindOf(plain)
  const within = domainWithin(plain)
  // A text never suggests itself, because this function would then call itself without end.
  const parsed =
    within === null || within === input || refanged(within) !== within
      ? null
      : parseDomain(within, sandboxDomain)
  if (within === null || !parsed?.ok) return refuse(`${kind}; give a domain name`)
  const { domain, registrableDomain } = parsed.name
  const suggestion = domain === `www.${registrableDomain}` ? registrableDomain : within
  return { ok: false, message: `${kind}; did you mean ${suggestion}?`, suggestion }
}

function kindOf(text: string): string {
  if (/[/?#\\]/u.test(text)) return 'is a URL'
  if (text.includes('@')) return 'is an email address'
  return /^[^:]+:\d*$/u.test(text) ? 'has a port' : 'is not a plain domain name'
}

/** Parses the domain that a person submits: `hxxp`, `[.]`, `(.)` and `[dot]` are undone first. */
export const parseSubmittedDomain = (input: string, sandboxDomain: string): ParsedDomain =>
  parseDomain(undefanged(input), sandboxDomain)

/** Parses a line of a list. Its URLs stand for their hosts. */
export function parseListedDomain(input: string, sandboxDomain: string): ParsedDomain {
  const text = undefanged(input)
  return parseDomain(hostOfUrl(text) ?? text, sandboxDomain)
}

/** The registrable domain follows the ICANN section of the public suffix list. */
export function parseDomain(input: string, sandboxDomain: string): ParsedDomain {
  const text = input.trim()
  if (text === '') return refuse('is empty')
  if (text.length > INPUT_CHARACTERS_MAX)
    return refuse(`is longer than ${NAME_CHARACTERS_MAX} characters`)
  const plain = refanged(text)
  if (plain !== text && plain.includes('.') && !/^https?:/iu.test(text))
    return refuseMore(plain, text, sandboxDomain)
  if (/\s/.test(text)) return refuse('contains white space')
  if (/[@/:?#\\]/.test(text)) {
    if (text.includes(':') && /^\[?[0-9a-f:.]+\]?$/i.test(text))
      return refuse('is an IP address; give a domain name')
    return refuseMore(plain, text, sandboxDomain)
  }
  if (text.includes('_')) return refuse('contains an underscore, which is not allowed')
  if (text.includes('%')) return refuse('contains a percent sign')
  const lowered = text.replace(/[.。．｡]$/, '').toLowerCase()
  const unconvertible = unicodeProblem(lowered)
  if (unconvertible !== null) return refuse(unconvertible)
  const ascii = toAsciiLabels(lowered)
  if (ascii === null) return refuse(NOT_INTERNATIONAL)
  const problem = labelProblem(ascii)
  if (problem !== null) return refuse(problem)
  if (/^(0x[0-9a-f]*|\d+)$/.test(ascii.split('.').at(-1) ?? ''))
    return refuse('is an IP address; give a domain name')
  if (ascii === sandboxDomain || ascii.endsWith(`.${sandboxDomain}`))
    return sandboxName(ascii, sandboxDomain)
  if (!ascii.includes('.'))
    return refuse('is a single label; give a name with a public suffix, such as example.com')
  if (isSpecialUse(ascii))
    return refuse(`ends in '.${ascii.split('.').at(-1)}', which is reserved for special use`)
  const { domain, isIcann } = parse(ascii, { allowPrivateDomains: false, validateHostname: false })
  if (isIcann !== true)
    return refuse(`ends in '.${ascii.split('.').at(-1)}', which is not a public suffix`)
  if (domain === null) return refuse('is a public suffix itself, not a registrable domain')
  return { ok: true, name: { domain: ascii, registrableDomain: domain, sandbox: null } }
}

function sandboxName(ascii: string, sandboxDomain: string): ParsedDomain {
  const label = ascii.slice(0, -sandboxDomain.length - 1)
  const sandbox = SANDBOX_LABELS.find((known) => known === label)
  if (sandbox === undefined) {
    return refuse(
      `is not one of the sandbox's names: ` +
        `${SANDBOX_LABELS.map((known) => `${known}.${sandboxDomain}`).join(', ')}`,
    )
  }
  return { ok: true, name: { domain: ascii, registrableDomain: sandboxDomain, sandbox } }
}
