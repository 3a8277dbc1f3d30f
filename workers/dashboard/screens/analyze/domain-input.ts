export interface DomainInput {
  domain: string
  /**
   * True if the user typed an address such as https://example.com/about, from which only the host
   * is used.
   */
  isFromAddress: boolean
}

/**
 * Takes the host out of an address, and removes blanks and a trailing dot. Does not check the
 * domain, because the service decides if it is valid.
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
