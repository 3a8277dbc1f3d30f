import { hostOfAddress, undefanged, withoutWww } from '../../parts/domain-check.ts'
import type { PastedNames } from '../../parts/pasted-names.ts'

interface DomainInput {
  domain: string
  /**
   * True if the user typed an address such as https://www.example.com/about or ann@example.com,
   * from which only the site, example.com, is used.
   */
  isFromAddress: boolean
}

const EMAIL = /^(?:mailto:)?[^@/:?#\\]*@([^@/:?#\\]+)$/iu

/**
 * Takes the site out of an address, and removes blanks and a trailing dot. Does not check the
 * domain, because the service decides if it is valid.
 */
export function domainFrom(text: string): DomainInput {
  const plain = undefanged(text)
  const host = EMAIL.exec(plain)?.[1] ?? hostOfAddress(plain)
  const isFromAddress = host !== null && host !== plain
  const domain = isFromAddress ? withoutWww(host) : plain
  return { domain: domain.replace(/\.$/, '').toLowerCase(), isFromAddress }
}

export type Wanted =
  | { kind: 'nothing' }
  | { kind: 'one'; domain: string; isTaken: boolean }
  | { kind: 'list'; found: PastedNames }
  | { kind: 'problem'; problem: string }

const IP_ADDRESS =
  'This is an IP address. Enter the name of a site instead: the service analyzes domains.'
const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}$/
const HEXADECIMAL = /^\[?[0-9a-f]*(?::[0-9a-f]*){2,}\]?$/i

/** Reads the field. `found` is undefined if the text is one word. */
export function wantedOf(text: string, found: PastedNames | undefined): Wanted {
  if (text.trim() === '') return { kind: 'nothing' }
  if (found === undefined) {
    const { domain, isFromAddress } = domainFrom(text)
    const isNumber = FOUR_NUMBERS.test(domain) || HEXADECIMAL.test(text.trim())
    return isNumber
      ? { kind: 'problem', problem: IP_ADDRESS }
      : { kind: 'one', domain, isTaken: isFromAddress }
  }
  const [first] = found.names
  if (first === undefined)
    return {
      kind: 'problem',
      problem: found.addresses.length > 0 ? IP_ADDRESS : 'No domain was found in this text.',
    }
  return found.names.length === 1
    ? { kind: 'one', domain: first.domain, isTaken: true }
    : { kind: 'list', found }
}
