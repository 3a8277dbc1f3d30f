import type { StatedRegistrant } from '../../../../shared/attribution/collectors/registration/judge-registrant.ts'
import { during, type FactsPatch, from, once } from '../facts.ts'
import {
  CHARITY,
  COMPANY,
  LOST,
  MAGAZINE,
  NOT_IN_DNS,
  RDAP_404,
  RDAP_429,
  RDAP_503,
  SHOP,
  site,
  TRADE,
  WORKSHOP,
} from '../sites.ts'
import { quiet } from './recorded-sequence.ts'

const registrant = (stated: StatedRegistrant): FactsPatch => ({
  registration: { registrant: stated },
})
const REDACTED = registrant({ organization: 'REDACTED FOR PRIVACY', name: 'REDACTED FOR PRIVACY' })

export const QUIET_REDACTIONS = [
  quiet('Namecheap replaces the name of its privacy service by a redaction', SHOP, [
    from(
      3,
      registrant({
        organization: 'Redacted for Privacy Purposes',
        name: 'Redacted for Privacy Purposes',
      }),
    ),
  ]),
  quiet(
    'Namecheap renames its privacy service',
    site(SHOP, registrant({ organization: 'WhoisGuard, Inc.' })),
    [from(3, registrant({ organization: 'Privacy service provided by Withheld for Privacy ehf' }))],
  ),
  quiet('Tucows gives a customer of its privacy service a new number', SHOP, [
    from(
      1,
      registrant({
        organization: 'Contact Privacy Inc. Customer 0123456789',
        name: 'Contact Privacy Inc.',
      }),
    ),
    from(
      5,
      registrant({
        organization: 'Contact Privacy Inc. Customer 9876543210',
        name: 'Contact Privacy Inc.',
      }),
    ),
  ]),
  quiet('GoDaddy shows its privacy service in the name field only', TRADE, [
    from(2, registrant({ organization: null, name: 'Domains By Proxy, LLC', country: 'US' })),
  ]),
  quiet('GoDaddy removes the registrant from its answer', TRADE, [
    from(2, registrant({ withheld: true })),
  ]),
  quiet('Cloudflare writes its redaction in another way', MAGAZINE, [
    from(2, registrant({ organization: 'Data Redacted', name: 'Not Disclosed' })),
  ]),
  quiet('PublicDomainRegistry replaces a GDPR mask by its privacy service', SHOP, [
    from(1, registrant({ organization: 'GDPR Masked', name: 'GDPR Masked' })),
    from(
      4,
      registrant({
        organization: 'Privacy Protect, LLC (PrivacyProtect.org)',
        name: 'Domain Admin',
      }),
    ),
  ]),
  quiet('a registrar uses five redaction wordings in five days', MAGAZINE, [
    from(
      1,
      registrant({ organization: 'Statutory Masking Enabled', name: 'Statutory Masking Enabled' }),
    ),
    from(2, registrant({ organization: 'Not Disclosed Not Disclosed', name: 'Not Disclosed' })),
    from(
      3,
      registrant({ organization: 'Identity Protection Service', name: 'On behalf of owner' }),
    ),
    from(4, registrant({ organization: 'Data Protected', name: 'Data Protected Data Protected' })),
    from(5, registrant({ organization: 'N/A', name: 'Private Registrant' })),
  ]),
  quiet('Afnic hides the holder as "Ano Nymous"', WORKSHOP, [
    from(2, registrant({ name: 'Ano Nymous' })),
    from(5, registrant({ organization: 'Diffusion restreinte' })),
  ]),
  quiet(
    'a registrar writes the letters of the organisation in another way',
    site(COMPANY, registrant({ organization: 'Tøndermølle Brød ApS' })),
    [
      from(2, registrant({ organization: 'Toendermoelle Broed ApS' })),
      from(4, registrant({ organization: 'Tondermolle Brod ApS' })),
    ],
  ),
  quiet('a registry begins to hide the organisation', COMPANY, [from(3, REDACTED)]),
  quiet('a registry hides the organisation for three days', COMPANY, [during(3, 6, REDACTED)]),
  quiet('a company hides its name behind a privacy service and shows it again', COMPANY, [
    during(
      2,
      5,
      registrant({ organization: 'Perfect Privacy, LLC', email: 'x1@perfectprivacy.com' }),
    ),
    during(6, 8, registrant({ organization: 'Domains By Proxy, LLC' })),
  ]),
  quiet('the RDAP server leaves the registrant out for two days', COMPANY, [
    during(3, 5, registrant({})),
  ]),
]

export const QUIET_SPELLINGS = [
  quiet('the organisation is written in capitals and with its long legal form', COMPANY, [
    from(
      3,
      registrant({ organization: 'TEAL HARBOUR SHIPPING LIMITED', name: 'Domain Administrator' }),
    ),
  ]),
  quiet(
    'the organisation loses its accents',
    site(COMPANY, registrant({ organization: 'Müller & Söhne Schifffahrt GmbH' })),
    [from(3, registrant({ organization: 'MULLER UND SOHNE SCHIFFFAHRT GMBH' }))],
  ),
  quiet('the contact person of the same organisation changes', COMPANY, [
    from(
      3,
      registrant({ organization: 'Teal Harbour Shipping Ltd', name: 'Priya Raman', country: 'GB' }),
    ),
  ]),
  quiet('the registrar writes its name in another way', COMPANY, [
    from(3, { registration: { registrar: { name: 'MarkMonitor, Inc. (TLDs)', iana_id: '292' } } }),
  ]),
  quiet(
    'Google Domains becomes Squarespace Domains with the same IANA id',
    site(SHOP, { registration: { registrar: { name: 'Google LLC', iana_id: '895' } } }),
    [
      from(4, {
        registration: { registrar: { name: 'Squarespace Domains II LLC', iana_id: '895' } },
      }),
    ],
  ),
  quiet('an answer of WHOIS names the registrar without its IANA id', COMPANY, [
    during(3, 5, {
      registration: { source: 'whois', registrar: { name: 'MarkMonitor, Inc.', iana_id: null } },
    }),
  ]),
  quiet('an answer names no registrar', COMPANY, [
    during(3, 5, { registration: { registrar: { name: null, iana_id: null } } }),
  ]),
  quiet('Nominet writes the tag of the registrar in small letters', CHARITY, [
    from(3, {
      registration: {
        registrar: { name: '123-Reg Limited t/a 123-reg [Tag = 123-reg]', iana_id: null },
      },
    }),
  ]),
  quiet('WHOIS states both dates in the time zone of the registrar', COMPANY, [
    from(2, {
      registration: {
        source: 'whois',
        created: '1998-03-02T00:00:00-0500',
        expires: '2028-03-01T00:00:00-0500',
      },
    }),
  ]),
  quiet('WHOIS states both dates without a time', COMPANY, [
    from(2, { registration: { source: 'whois', created: '1998-03-02', expires: '2028-03-01' } }),
    from(4, {
      registration: {
        source: 'rdap',
        created: '1998-03-02T05:00:00Z',
        expires: '2028-03-01T05:00:00Z',
      },
    }),
  ]),
  quiet('the dates of RDAP and WHOIS are one day apart in turn', COMPANY, [
    during(2, 4, {
      registration: { source: 'whois', created: '1998-03-01', expires: '2028-02-29' },
    }),
    during(5, 7, {
      registration: { source: 'whois', created: '1998-03-03', expires: '2028-03-02' },
    }),
  ]),
  quiet('an answer has no dates', COMPANY, [
    during(3, 6, { registration: { created: null, expires: null } }),
  ]),
]

const statuses = (...list: string[]): FactsPatch => ({ registration: { statuses: list } })

export const QUIET_STATUSES = [
  quiet('statuses come in another order', COMPANY, [
    from(2, statuses(...COMPANY.registration.statuses.toReversed())),
  ]),
  quiet('WHOIS writes the statuses as one word', COMPANY, [
    from(2, {
      registration: {
        source: 'whois',
        statuses: [
          'clientDeleteProhibited',
          'clientTransferProhibited',
          'clientUpdateProhibited',
          'serverDeleteProhibited',
        ],
      },
    }),
  ]),
  quiet('WHOIS writes the statuses with their explanations', COMPANY, [
    from(
      2,
      statuses(
        'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
        'CLIENTDELETEPROHIBITED https://icann.org/epp#clientDeleteProhibited',
        'client-update-prohibited',
        'serverDeleteProhibited (https://www.icann.org/epp#serverDeleteProhibited)',
      ),
    ),
  ]),
  quiet('statuses without a lock come and go', SHOP, [
    during(2, 4, statuses('client transfer prohibited', 'auto renew period')),
    during(5, 7, statuses('renew period', 'client transfer prohibited', 'associated')),
    during(8, 9, statuses('active', 'client transfer prohibited', 'pending update')),
  ]),
  quiet('a registrar unlocks updates for a change of DNS and keeps the transfer lock', COMPANY, [
    during(
      3,
      6,
      statuses(
        'client delete prohibited',
        'client transfer prohibited',
        'server delete prohibited',
      ),
    ),
  ]),
  quiet('the registry adds its own transfer lock', SHOP, [
    from(3, statuses('client transfer prohibited', 'server transfer prohibited')),
  ]),
  quiet('one answer has no statuses', SHOP, [once(4, statuses())]),
  quiet('the transfer lock is missing in one answer', SHOP, [once(4, statuses('active'))]),
]

export const QUIET_REGISTRIES = [
  quiet('RDAP answers 429 for four days', SHOP, [during(2, 6, RDAP_429)]),
  quiet('RDAP answers 503 for six days', COMPANY, [during(2, 8, RDAP_503)]),
  quiet('RDAP answers 429 and 503 in turn', COMPANY, [
    once(2, RDAP_429),
    once(3, RDAP_503),
    once(5, RDAP_429),
    during(6, 8, RDAP_503),
  ]),
  quiet('RDAP answers 404 for one reading', COMPANY, [once(4, RDAP_404)]),
  quiet('RDAP answers 404 for three days while the DNS knows the name', SHOP, [
    during(3, 6, RDAP_404),
  ]),
  quiet('RDAP answers 404 for one reading while the DNS is down', SHOP, [
    once(3, { ...RDAP_404, ...LOST }),
  ]),
  quiet('both the registry and the DNS forget the name for one hour', SHOP, [
    { ...once(3, { ...NOT_IN_DNS, ...RDAP_404 }), until_hour: 73 },
  ]),
  quiet(
    'the first reading lacks the registration, which is read on the next day',
    site(COMPANY, RDAP_503),
    [from(1, { registration: COMPANY.registration })],
  ),
  quiet('the registry of .de shows no registration facts', WORKSHOP, [
    from(2, { registration: { statuses: ['connect'] } }),
  ]),
]
