import { parse } from 'tldts'

/** A domain as the service knows it: lower case, A-labels, no final dot. */
export interface DomainName {
  domain: string
  registrableDomain: string
  /** Which fixed answer the sandbox gives, or null for a real domain. */
  sandbox: 'test-corp' | 'test-unknown' | null
}

export type ParsedDomain = { ok: true; name: DomainName } | { ok: false; message: string }

const NAME_CHARACTERS_MAX = 253
const LABEL_CHARACTERS_MAX = 63
/** A Unicode name can only be longer than its A-labels by a known factor; beyond this nothing is worth parsing. */
const INPUT_CHARACTERS_MAX = 2_048
const SHOWN_CHARACTERS_MAX = 80

const refuse = (message: string): ParsedDomain => ({ ok: false, message })

/** The domain inside a URL or e-mail address, to show in the refusal; null when there is none. */
function domainWithin(text: string): string | null {
  const withoutScheme = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const host = withoutScheme.split(/[/?#]/, 1)[0]?.split('@').at(-1)?.replace(/:\d*$/, '')
  return host !== undefined && /^[^\s:@]+\.[^\s:@]+$/.test(host) ? host.slice(0, SHOWN_CHARACTERS_MAX) : null
}

/** A host name in A-labels by UTS 46 (non-transitional), as the WHATWG URL parser does it; null when it is none. */
function toAsciiLabels(text: string): string | null {
  if (/^[a-z0-9.-]+$/.test(text) && !text.includes('xn--')) return text
  try {
    return new URL(`http://${text}/`).hostname
  } catch {
    return null
  }
}

/** Why a name in A-labels is no host name (RFC 1035, 5890: LDH labels), or null. */
function labelProblem(ascii: string): string | null {
  if (ascii.length > NAME_CHARACTERS_MAX) return `is longer than ${NAME_CHARACTERS_MAX} characters`
  const labels = ascii.split('.')
  if (labels.some((label) => label === '')) return 'has an empty label'
  const long = labels.find((label) => label.length > LABEL_CHARACTERS_MAX)
  if (long !== undefined) return `has a label of ${long.length} characters; ${LABEL_CHARACTERS_MAX} are allowed`
  const odd = labels.find((label) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))
  if (odd !== undefined)
    return `has the label '${odd.slice(0, SHOWN_CHARACTERS_MAX)}', which is not letters, digits and inner hyphens`
  return null
}

/**
 * Reads a domain as a caller wrote it. Trims, lower-cases, turns IDN into A-labels and takes one final dot off; repairs nothing else.
 * The registrable domain is the one under the ICANN section of the public suffix list (publicsuffix.org). A refusal says why in words
 * that continue "The domain …".
 */
export function parseDomain(input: string, sandboxDomain: string): ParsedDomain {
  const text = input.trim()
  if (text === '') return refuse('is empty')
  if (text.length > INPUT_CHARACTERS_MAX) return refuse(`is longer than ${NAME_CHARACTERS_MAX} characters`)
  if (/\s/.test(text)) return refuse('contains white space')
  if (
    text.includes('@') ||
    text.includes('/') ||
    text.includes(':') ||
    text.includes('?') ||
    text.includes('#') ||
    text.includes('\\')
  ) {
    if (/^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(text)) return refuse('is an IP address; give a domain name')
    const within = domainWithin(text)
    const hint = within === null ? '' : `; did you mean ${within}?`
    return refuse(`is a URL, address or path, not a bare domain name${hint}`)
  }
  if (text.includes('_')) return refuse('contains an underscore, which no registered name has')
  if (text.includes('%')) return refuse('contains a percent sign')
  const ascii = toAsciiLabels(text.replace(/[.。．｡]$/, '').toLowerCase())
  if (ascii === null) return refuse('is not a valid internationalised domain name')
  const problem = labelProblem(ascii)
  if (problem !== null) return refuse(problem)
  if (/^(0x[0-9a-f]*|\d+)$/.test(ascii.split('.').at(-1) ?? '')) return refuse('is an IP address; give a domain name')
  if (ascii === sandboxDomain || ascii.endsWith(`.${sandboxDomain}`)) return sandboxName(ascii, sandboxDomain)
  if (!ascii.includes('.')) return refuse('is a single label; give a name with a public suffix, such as example.com')
  const { domain, isIcann } = parse(ascii, { allowPrivateDomains: false, validateHostname: false })
  if (isIcann !== true) return refuse(`ends in '.${ascii.split('.').at(-1)}', which is not a public suffix`)
  if (domain === null) return refuse('is a public suffix itself, not a registrable domain')
  return { ok: true, name: { domain: ascii, registrableDomain: domain, sandbox: null } }
}

function sandboxName(ascii: string, sandboxDomain: string): ParsedDomain {
  const label = ascii.slice(0, -sandboxDomain.length - 1)
  if (label !== 'test-corp' && label !== 'test-unknown') {
    return refuse(`is not one of the sandbox's names: test-corp.${sandboxDomain}, test-unknown.${sandboxDomain}`)
  }
  return { ok: true, name: { domain: ascii, registrableDomain: sandboxDomain, sandbox: label } }
}
