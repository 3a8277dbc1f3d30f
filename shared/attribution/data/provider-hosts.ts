import hosts from './provider-hosts.json' with { type: 'json' }

// Hosts of companies that serve many customers. Such a host does not identify the operator of a
// domain.
const hostsIn = (list: keyof typeof hosts): ReadonlySet<string> => new Set(hosts[list])

export const NAME_SERVER_PROVIDERS = hostsIn('nameServers')
export const MAIL_PROVIDERS = hostsIn('mail')
export const FREE_MAIL_DOMAINS = hostsIn('freeMail')
/** Hosts that receive DMARC and TLS reports for their customers. */
export const REPORT_PROCESSORS = hostsIn('reports')

/** Words in the names of autonomous systems, in upper case as in Team Cymru's data. */
export const HOSTING_NETWORK_WORDS: readonly string[] = hosts.networkWords

/** Words in the names of networks of DNS services, whose servers answer for many customers. */
export const DNS_NETWORK_WORDS: readonly string[] = hosts.dnsNetworkWords

/** Domains of CDNs in certificates that hold the domains of several customers. */
export const CERTIFICATE_BUNDLES = hostsIn('certificateBundles')

/** Platforms that give each customer a subdomain, such as github.io. */
export const SHARED_PLATFORM_DOMAINS = hostsIn('sharedPlatforms')

/** Social networks, link lists, marketplaces and sign-in pages: unrelated sites redirect there. */
export const REDIRECT_PLATFORMS = hostsIn('redirects')

/** Sellers and parking of domains, in name servers and redirects. */
export const PARKING_DOMAINS = hostsIn('parking')

/**
 * Large advertising systems that pay site owners under a contract. Only their sellers.json files
 * count as the word of a third party: any site can name a system of its own in its ads.txt and
 * write the sellers.json of that system. Source: the systems' own sellers.json files.
 */
export const ADVERTISING_SYSTEMS = hostsIn('advertising')
