/** Hosts of a local platform. Its sample of the payment provider has no certificate. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const urlOf = (address: string) => (URL.canParse(address) ? new URL(address) : null)

/**
 * Null for an address that the browser may not open. A wrong address could run a script
 * (`javascript:`) or send a payment without encryption, so only https is allowed, and http between
 * two hosts of this machine.
 */
export function paymentPageOf(address: string, dashboard: string): string | null {
  const page = urlOf(address)
  if (page === null || page.username !== '' || page.password !== '') return null
  if (page.protocol === 'https:') return page.href
  const isLocal = LOOPBACK.has(page.hostname) && LOOPBACK.has(urlOf(dashboard)?.hostname ?? '')
  return page.protocol === 'http:' && isLocal ? page.href : null
}
