export interface DomainInput {
  domain: string
  /** The host was taken from an address such as https://example.com/about. */
  isFromAddress: boolean
}

/**
 * Takes the host of an address, and removes blanks and a trailing dot. The service decides if the
 * domain is valid.
 */
export function domainFrom(text: string): DomainInput {
  const trimmed = text.trim()
  const [, host] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@\s]*@)?([^/?#:\s]+)/i.exec(trimmed) ?? []
  const [, bare] = /^([^/?#:\s@]+)[/?#:]\S*$/.exec(trimmed) ?? []
  const found = host ?? bare
  return {
    domain: (found ?? trimmed).replace(/\.$/, '').toLowerCase(),
    isFromAddress: found !== undefined,
  }
}
