// Host names of a platform that runs on the user's own machine. The payment provider is only
// imitated there and has no certificate, so http is allowed.
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const urlOf = (address: string) => (URL.canParse(address) ? new URL(address) : null)

/**
 * Returns null for an address that the browser may not open. A wrong address could run a script
 * (`javascript:`) or send a payment without encryption. So only https is allowed, and http only if
 * both the dashboard and the payment page run on this machine.
 */
export function paymentPageOf(address: string, dashboard: string): string | null {
  const page = urlOf(address)
  if (page === null || page.username !== '' || page.password !== '') return null
  if (page.protocol === 'https:') return page.href
  const isLocal = LOOPBACK.has(page.hostname) && LOOPBACK.has(urlOf(dashboard)?.hostname ?? '')
  return page.protocol === 'http:' && isLocal ? page.href : null
}
