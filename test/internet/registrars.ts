import type { Contact } from './domain-file.ts'

/**
 * Data of a registrar, from ICANN's list of accredited registrars and from RDAP and WHOIS
 * responses.
 */
export interface Registrar {
  name: string
  ianaId: string
  url: string
  whoisServer: string
  rdapBase: string
  abuseEmail: string
  abusePhone: string
  /**
   * Privacy service of the registrar. It is shown in the place of the registrant if `privacy` is
   * `proxy`.
   */
  proxy: Contact
}

const registrar = (
  name: string,
  ianaId: string,
  site: string,
  whoisServer: string,
  rdapBase: string,
  abuse: [email: string, phone: string],
  proxy: Contact,
): Registrar => ({
  name,
  ianaId,
  url: `https://www.${site}`,
  whoisServer,
  rdapBase,
  abuseEmail: abuse[0],
  abusePhone: abuse[1],
  proxy,
})

export const REGISTRARS: Readonly<Record<string, Registrar>> = {
  godaddy: registrar(
    'GoDaddy.com, LLC',
    '146',
    'godaddy.com',
    'whois.godaddy.com',
    'https://rdap.godaddy.com/v1/',
    ['abuse@godaddy.com', '+1.4806242505'],
    {
      name: 'Registration Private',
      organization: 'Domains By Proxy, LLC',
      city: 'Tempe',
      state: 'Arizona',
      country: 'US',
    },
  ),
  namecheap: registrar(
    'NAMECHEAP INC',
    '1068',
    'namecheap.com',
    'whois.namecheap.com',
    'https://rdap.namecheap.com/',
    ['abuse@namecheap.com', '+1.9854014545'],
    {
      name: 'Redacted for Privacy',
      organization: 'Privacy service provided by Withheld for Privacy ehf',
      city: 'Reykjavik',
      country: 'IS',
    },
  ),
  cloudflare: registrar(
    'Cloudflare, Inc.',
    '1910',
    'cloudflare.com',
    'whois.cloudflare.com',
    'https://rdap.cloudflare.com/rdap/v1/',
    ['registrar-abuse@cloudflare.com', '+1.4153197517'],
    { name: 'DATA REDACTED', organization: 'DATA REDACTED' },
  ),
  gandi: registrar(
    'GANDI SAS',
    '81',
    'gandi.net',
    'whois.gandi.net',
    'https://rdap.gandi.net/',
    ['abuse@support.gandi.net', '+33.170377661'],
    { name: 'REDACTED FOR PRIVACY', organization: 'REDACTED FOR PRIVACY', country: 'FR' },
  ),
  ionos: registrar(
    'IONOS SE',
    '83',
    'ionos.com',
    'whois.ionos.com',
    'https://rdap.ionos.com/',
    ['abuse@ionos.com', '+1.6105601459'],
    { name: 'REDACTED FOR PRIVACY', organization: '1&1 Internet Inc', country: 'US' },
  ),
  tucows: registrar(
    'Tucows Domains Inc.',
    '69',
    'tucows.com',
    'whois.tucows.com',
    'https://opensrs.rdap.tucows.com/',
    ['domainabuse@tucows.com', '+1.4165350123'],
    {
      name: 'Contact Privacy Inc. Customer 0146213385',
      organization: 'Contact Privacy Inc. Customer 0146213385',
      city: 'Toronto',
      country: 'CA',
    },
  ),
  markmonitor: registrar(
    'MarkMonitor Inc.',
    '292',
    'markmonitor.com',
    'whois.markmonitor.com',
    'https://rdap.markmonitor.com/rdap/',
    ['abusecomplaints@markmonitor.com', '+1.2086851750'],
    {
      name: 'Domain Administrator',
      organization: 'DNStination Inc.',
      city: 'San Francisco',
      country: 'US',
    },
  ),
  csc: registrar(
    'CSC Corporate Domains, Inc.',
    '299',
    'cscglobal.com',
    'whois.corporatedomains.com',
    'https://rdap.cscglobal.com/dbs/rdap-api/v1/',
    ['domainabuse@cscglobal.com', '+1.8887802723'],
    { name: 'REDACTED FOR PRIVACY', organization: 'REDACTED FOR PRIVACY' },
  ),
  porkbun: registrar(
    'Porkbun LLC',
    '1861',
    'porkbun.com',
    'whois.porkbun.com',
    'https://rdap.porkbun.com/',
    ['abuse@porkbun.com', '+1.5038508351'],
    {
      name: 'Whois Privacy',
      organization: 'Private by Design, LLC',
      city: 'Sanford',
      state: 'NC',
      country: 'US',
    },
  ),
  squarespace: registrar(
    'Squarespace Domains II LLC',
    '895',
    'domains.squarespace.com',
    'whois.squarespace.domains',
    'https://rdap.squarespace.domains/',
    ['abuse-complaints@squarespace.com', '+1.6466935324'],
    {
      name: 'Contact Privacy Inc. Customer 7151571251',
      organization: 'Contact Privacy Inc. Customer 7151571251',
      city: 'Toronto',
      country: 'CA',
    },
  ),
  wix: registrar(
    'Wix.com Ltd.',
    '3817',
    'wix.com',
    'whois.wix.com',
    'https://www.wix.com/_api/rdap/',
    ['domain-abuse@wix.com', '+1.4154291173'],
    {
      name: 'REDACTED FOR PRIVACY',
      organization: 'Privacy service provided by Withheld for Privacy ehf',
      country: 'IS',
    },
  ),
  dynadot: registrar(
    'Dynadot Inc',
    '472',
    'dynadot.com',
    'whois.dynadot.com',
    'https://rdap.dynadot.com/',
    ['abuse@dynadot.com', '+1.6502620100'],
    {
      name: 'REDACTED FOR PRIVACY',
      organization: 'Super Privacy Service LTD c/o Dynadot',
      city: 'San Mateo',
      country: 'US',
    },
  ),
  regru: registrar(
    'Registrar of Domain Names REG.RU LLC',
    '1606',
    'reg.ru',
    'whois.reg.ru',
    'https://rdap.reg.com/v1/',
    ['abuse@reg.ru', '+7.4955801111'],
    { name: 'Protection of Private Person', organization: 'Privacy Protection', country: 'RU' },
  ),
  fasthosts: registrar(
    'Fasthosts Internet Ltd',
    '1443',
    'fasthosts.co.uk',
    'whois.fasthosts.co.uk',
    'https://rdap.fasthosts.co.uk/',
    ['abuse@fasthosts.co.uk', '+44.3330142700'],
    { name: 'REDACTED FOR PRIVACY', organization: 'REDACTED FOR PRIVACY', country: 'GB' },
  ),
}
