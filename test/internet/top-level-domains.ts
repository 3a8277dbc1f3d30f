export interface TopLevelDomain {
  /**
   * Base URL of the registry's RDAP server, as in IANA's bootstrap file (RFC 9224). Null if the
   * registry has no RDAP server.
   */
  rdap: string | null
  /**
   * WHOIS server of the registry (port 43), as whois.iana.org returns it. Null if the registry has
   * no WHOIS server.
   */
  whois: string | null
}

const both = (rdap: string | null, whois: string | null): TopLevelDomain => ({ rdap, whois })

/** Source: IANA's RDAP bootstrap file and root zone database, 2026. */
export const TOP_LEVEL_DOMAINS: Readonly<Record<string, TopLevelDomain>> = {
  com: both('https://rdap.verisign.com/com/v1/', 'whois.verisign-grs.com'),
  net: both('https://rdap.verisign.com/net/v1/', 'whois.verisign-grs.com'),
  org: both('https://rdap.publicinterestregistry.org/rdap/', 'whois.publicinterestregistry.org'),
  info: both('https://rdap.identitydigital.services/rdap/', 'whois.nic.info'),
  io: both('https://rdap.identitydigital.services/rdap/', 'whois.nic.io'),
  ai: both('https://rdap.identitydigital.services/rdap/', 'whois.nic.ai'),
  app: both('https://pubapi.registry.google/rdap/', null),
  dev: both('https://pubapi.registry.google/rdap/', null),
  shop: both('https://rdap.gmoregistry.net/rdap/', 'whois.nic.shop'),
  online: both('https://rdap.radix.host/rdap/', 'whois.nic.online'),
  top: both('https://rdap.zdnsgtld.com/top/', 'whois.nic.top'),
  xyz: both('https://rdap.centralnic.com/xyz/', 'whois.nic.xyz'),
  coffee: both('https://rdap.identitydigital.services/rdap/', 'whois.nic.coffee'),
  uk: both('https://rdap.nominet.uk/uk/', 'whois.nic.uk'),
  fr: both('https://rdap.nic.fr/', 'whois.nic.fr'),
  nl: both('https://rdap.sidn.nl/', 'whois.domain-registry.nl'),
  ca: both('https://rdap.ca.fury.ca/rdap/', 'whois.cira.ca'),
  ch: both('https://rdap.nic.ch/', 'whois.nic.ch'),
  no: both('https://rdap.norid.no/', 'whois.norid.no'),
  br: both('https://rdap.registro.br/', 'whois.registro.br'),
  me: both('https://rdap.identitydigital.services/rdap/', 'whois.nic.me'),
  de: both(null, 'whois.denic.de'),
  jp: both(null, 'whois.jprs.jp'),
  it: both(null, 'whois.nic.it'),
  es: both(null, 'whois.nic.es'),
  se: both(null, 'whois.iis.se'),
  eu: both(null, 'whois.eu'),
  at: both(null, 'whois.nic.at'),
  ru: both(null, 'whois.tcinet.ru'),
  'xn--p1ai': both(null, 'whois.tcinet.ru'),
  edu: both(null, 'whois.educause.edu'),
  gov: both('https://rdap.cloudflareregistry.com/rdap/', 'whois.nic.gov'),
  us: both(null, 'whois.nic.us'),
  ar: both('https://rdap.nic.ar/', 'whois.nic.ar'),
  in: both('https://rdap.nixiregistry.in/rdap/', 'whois.nixiregistry.in'),
}

/**
 * RDAP servers of the registries for IP addresses. Source: IANA's RDAP bootstrap files, RFC 9224.
 */
export const ADDRESS_REGISTRIES: Readonly<Record<string, string>> = {
  arin: 'https://rdap.arin.net/registry/',
  ripencc: 'https://rdap.db.ripe.net/',
  apnic: 'https://rdap.apnic.net/',
  lacnic: 'https://rdap.lacnic.net/rdap/',
  afrinic: 'https://rdap.afrinic.net/rdap/',
}

/**
 * Text of a WHOIS server about an unknown domain. `{name}` and `{NAME}` become the domain. A server
 * that is not listed returns `No match`.
 */
export const NOT_FOUND_TEXTS: Readonly<Record<string, string>> = {
  'whois.verisign-grs.com':
    'No match for domain "{NAME}".\r\n>>> Last update of whois database: 2026-11-18T06:12:41Z <<<\r\n',
  'whois.publicinterestregistry.org': 'Domain not found.\r\n',
  'whois.nic.uk':
    '\r\n    No match for "{name}".\r\n\r\n    This domain name has not been registered.\r\n',
  'whois.denic.de': '% Restricted rights.\nDomain: {name}\nStatus: free\n',
  'whois.nic.fr': '%%\n%% This is the AFNIC Whois server.\n%%\n%% NOT FOUND\n\n',
  'whois.jprs.jp':
    'No match!!\r\n\r\nWith JPRS WHOIS, you can query the following domain name information\r\n',
  'whois.nic.it': '\nDomain:             {name}\nStatus:             AVAILABLE\n\n',
  'whois.domain-registry.nl': '{name} is free\r\n',
  'whois.nic.ch': 'The number of objects found is 0\n',
  'whois.registro.br': '% No match for {name}\n',
  'whois.cira.ca': 'Not found: {name}\n',
  'whois.norid.no': '% No match\n',
  'whois.tcinet.ru': 'No entries found for the selected source(s).\n',
  'whois.educause.edu': 'NO MATCH: {name}\n',
  'whois.iis.se': 'domain "{name}" not found.\n',
  'whois.nic.io': 'Domain not found.\r\n',
  'whois.nic.ai': 'Domain not found.\r\n',
  'whois.nic.xyz': 'The queried object does not exist: DOMAIN NOT FOUND\r\n',
}
