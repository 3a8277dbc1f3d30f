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
