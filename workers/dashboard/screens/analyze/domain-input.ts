import { hostOfAddress, undefanged, withoutWww } from '../../parts/domain-check.ts'

export interface DomainInput {
  domain: string
  /**
   * True if the user typed an address such as https://www.example.com/about, from which only the
   * site, example.com, is used.
   */
  isFromAddress: boolean
}

/**
 * Takes the site out of an address, and removes blanks and a trailing dot. Does not check the
 * domain, because the service decides if it is valid.
 */
export function domainFrom(text: string): DomainInput {
  const plain = undefanged(text)
  const host = hostOfAddress(plain)
  const isFromAddress = host !== null && host !== plain
  const domain = isFromAddress ? withoutWww(host) : plain
  return { domain: domain.replace(/\.$/, '').toLowerCase(), isFromAddress }
}
