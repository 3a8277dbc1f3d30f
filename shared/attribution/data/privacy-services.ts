/**
 * Privacy services: companies that register domains in their own name to hide their customers.
 * `names` contains the first words of the names that these companies enter as registrant, in lower
 * case without punctuation. `domains` contains the domains of email addresses that forward mail to
 * the customers.
 */
export const PRIVACY_SERVICES: readonly {
  service: string
  names: readonly string[]
  domains?: readonly string[]
}[] = [
  {
    service: 'Domains By Proxy, LLC',
    names: ['domains by proxy', 'domainsbyproxy'],
    domains: ['domainsbyproxy.com'],
  },
  {
    service: 'Withheld for Privacy ehf',
    names: ['withheld for privacy'],
    domains: ['withheldforprivacy.com'],
  },
  {
    service: 'WhoisGuard, Inc.',
    names: ['whoisguard', 'whois guard'],
    domains: ['whoisguard.com'],
  },
  {
    service: 'Contact Privacy Inc.',
    names: ['contact privacy inc'],
    domains: ['contactprivacy.com', 'contactprivacy.email'],
  },
  {
    service: 'Privacy Protect, LLC',
    names: ['privacy protect llc', 'privacyprotect org'],
    domains: ['privacyprotect.org'],
  },
  { service: 'Perfect Privacy, LLC', names: ['perfect privacy'], domains: ['perfectprivacy.com'] },
  { service: 'Private by Design, LLC', names: ['private by design'] },
  {
    service: 'Identity Protection Service',
    names: ['identity protection service'],
    domains: ['identity-protect.org'],
  },
  {
    service: 'Identity Protect Limited',
    names: ['identity protect'],
    domains: ['identityprotected.com'],
  },
  { service: 'Domain Protection Services, Inc.', names: ['domain protection services'] },
  {
    service: 'Super Privacy Service LTD',
    names: ['super privacy service'],
    domains: ['superprivacyservice.com'],
  },
  {
    service: 'See PrivacyGuardian.org',
    names: ['see privacyguardian', 'privacyguardian', 'privacy guardian'],
    domains: ['privacyguardian.org'],
  },
  {
    service: 'Domain ID Shield Service',
    names: ['domain id shield'],
    domains: ['domainidshield.com'],
  },
  { service: 'MyPrivacy.ca', names: ['myprivacy ca'], domains: ['myprivacy.ca'] },
  { service: 'MyPrivacy.net', names: ['myprivacy net'], domains: ['myprivacy.net'] },
  {
    service: 'Whois Privacy Protection Service, Inc.',
    names: ['whois privacy protection service'],
    domains: ['whoisprivacyprotect.com'],
  },
  { service: 'Whois Privacy Corp.', names: ['whois privacy corp'] },
  {
    service: 'Knock Knock WHOIS Not There, LLC',
    names: ['knock knock whois not there'],
    domains: ['privatewho.is'],
  },
  { service: 'Domain Privacy Trustee SA', names: ['domain privacy trustee'] },
  {
    service: 'WhoisTrustee.com Limited',
    names: ['whoistrustee', 'c o whoistrustee'],
    domains: ['whoistrustee.com'],
  },
  {
    service: 'whoisproxy.com',
    names: ['c o whoisproxy', 'whoisproxy com', 'on behalf of'],
    domains: ['whoisproxy.com', 'whoisproxy.org'],
  },
  {
    service: '1&1 Internet Private Registration',
    names: ['oneandone private registration'],
    domains: ['1and1-private-registration.com'],
  },
  {
    service: 'Moniker Privacy Services',
    names: ['moniker privacy'],
    domains: ['monikerprivacy.net'],
  },
  { service: 'Global Domain Privacy Services', names: ['global domain privacy'] },
  { service: 'Dynadot Privacy Service', names: ['dynadot privacy', 'super privacy'] },
  { service: 'Anonymize, Inc.', names: ['anonymize inc'], domains: ['anonymize.com'] },
  { service: 'Njalla', names: ['njalla', '1337 services'], domains: ['njal.la'] },
  { service: 'Domain Name Proxy Service, Inc.', names: ['domain name proxy service'] },
  {
    service: 'Proxy Protection LLC',
    names: ['proxy protection'],
    domains: ['proxy.dreamhost.com'],
  },
  { service: 'Whois Agent', names: ['whois agent'] },
  { service: 'DNStination Inc.', names: ['dnstination'], domains: ['dnstinations.com'] },
  { service: 'Whois Privacy Services Pty Ltd', names: ['whois privacy services'] },
  { service: 'Registration Private', names: ['registration private', 'private registration'] },
  {
    service: 'Jewella Privacy Services',
    names: ['jewella privacy'],
    domains: ['jewellaprivacy.com'],
  },
  { service: 'Easyspace Privacy', names: ['easyspace privacy'] },
  { service: 'GKG.NET Domain Proxy Service', names: ['gkg net domain proxy'] },
  {
    service: 'Domain Whois Protection Service',
    names: ['domain whois protection', 'whois protection', 'whoisprotection'],
    domains: ['whoisprotection.biz'],
  },
  { service: 'Data Protected', names: ['data privacy protected'] },
  {
    service: 'Digital Privacy Corporation',
    names: ['digital privacy corporation'],
    domains: ['digitalprivacy.co'],
  },
  { service: 'Direct Privacy', names: ['direct privacy'] },
  { service: 'PrivacyDotLink Customer', names: ['privacydotlink'], domains: ['privacy-link.com'] },
  { service: 'Privacy Hero Inc.', names: ['privacy hero'] },
  { service: 'Privacy administrator', names: ['privacy administrator'] },
  { service: 'Wix Privacy', names: ['wix privacy'] },
  { service: 'OVH OwO', names: ['ovh owo', 'owo ovh'], domains: ['o-w-o.info'] },
  {
    service: 'R01 Personal Data Operator',
    names: ['r01 personal data operator', 'personal data operator'],
  },
  { service: 'PERSONAL DATA PROTECTED', names: ['personal data protected'] },
  { service: 'Registrant of the domain at its registrar', names: ['registrant of'] },
  { service: 'BV Dot TK', names: ['bv dot tk'], domains: ['freenom.com'] },
  {
    service: 'Value-Domain whois proxy',
    names: ['whois privacy protection service by', 'whois information publicity'],
    domains: ['value-domain.com'],
  },
  {
    service: 'MuuMuuDomain',
    names: ['whois privacy protection service by muumuu'],
    domains: ['whoisprivacyprotection.info'],
  },
  {
    service: 'Onamae.com whois proxy',
    names: ['whois privacy protection service by onamae'],
    domains: ['whoisprotectservice.com'],
  },
]
