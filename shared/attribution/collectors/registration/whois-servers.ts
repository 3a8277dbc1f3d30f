import table from './whois-servers.json' with { type: 'json' }

/**
 * WHOIS servers (port 43) by domain suffix, as A-labels. Source: IANA's root zone database. A
 * country code that is missing in the table has no WHOIS server.
 */
export const WHOIS_SERVERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(table.servers).flatMap(([server, suffixes]) =>
    suffixes.map((suffix) => [suffix, server] as const),
  ),
  ...table.nicCountryCodes.map((code) => [code, `whois.nic.${code}`] as const),
])

/** Asked when the table has no server, or that server does not respond. */
export const ROOT_WHOIS_SERVER = 'whois.iana.org'

/**
 * Generic top-level domains that are not in the table use whois.nic.<tld> (ICANN Registry
 * Agreement, Specification 4). Country codes have no such rule. Null if the server is not known.
 */
export function whoisServerOf(domain: string): string | null {
  const labels = domain.split('.')
  for (let from = 1; from < labels.length; from += 1) {
    const server = WHOIS_SERVERS.get(labels.slice(from).join('.'))
    if (server !== undefined) return server
  }
  const tld = labels.at(-1) ?? ''
  return tld.length > 2 ? `whois.nic.${tld}` : null
}
