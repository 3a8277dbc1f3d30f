export type CheckedDomain = { domain: string; problem: null } | { domain: null; problem: string }

const NAME_CHARACTERS_MAX = 253
const LABEL_CHARACTERS_MAX = 63
// A longer name is refused before it is converted to A-labels (Punycode, RFC 3492), because the
// conversion takes quadratic time in the length of a label.
const UNICODE_CHARACTERS_MAX = 4 * NAME_CHARACTERS_MAX
// A name with more than ten combining marks in a row is refused, because Unicode normalization
// sorts them in quadratic time. No script needs more than ten.
const TOO_MANY_MARKS = /\p{M}{11}/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const NOT_INTERNATIONAL = 'is not a valid internationalised domain name'

const refused = (problem: string): CheckedDomain => ({
  domain: null,
  problem: `The domain ${problem}.`,
})

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
  if (/[@/:?#\\]/.test(text)) return 'is a URL, address or path, not a bare domain name'
  if (text.includes('_')) return 'contains an underscore, which is not allowed'
  if (text.includes('%')) return 'contains a percent sign'
  return text.length > UNICODE_CHARACTERS_MAX ? tooLong : null
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
