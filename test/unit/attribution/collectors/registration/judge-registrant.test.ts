import { expect, test } from 'vitest'
import { normalizeCountry } from '../../../../../shared/attribution/collectors/registration/countries.ts'
import {
  classifyName,
  classifyRegistrant,
} from '../../../../../shared/attribution/collectors/registration/judge-registrant.ts'

const NOBODY = { organization: null, name: null }

const redactions = [
  'REDACTED FOR PRIVACY',
  'Data Redacted',
  'Not Disclosed - Visit www.internet.ee for webbased WHOIS',
  'NOT DISCLOSED!',
  'Not shown, please visit www.dnsbelgium.be for webbased whois.',
  'Not displayed due to GDPR',
  'GDPR Masked',
  'Statutory Masking Enabled',
  'Non-Public Data',
  'Hidden upon user request',
  'HIDDEN! Details are available at http://www.registry.example.net/',
  'Private Person',
  'Ano Nymous',
  '<data not disclosed>',
  '(not shown)',
  'Registrant data is not public',
  'Niet openbaar',
  '非公開',
  'Datos Privados',
  'Données privées',
  'Informazioni riservate',
  'Information not available',
  'Dane ukryte',
  'Verborgen',
  'Gizli',
  '个人信息保护',
  '개인정보보호 서비스',
]

test.each(redactions)('"%s" is a redaction and not a name', (organization) => {
  const judged = classifyRegistrant({ organization })
  expect(judged).toMatchObject({ registrant: NOBODY, privacy: 'redacted', privacy_service: null })
})

const services: [stated: string, service: string][] = [
  ['Domains By Proxy, LLC', 'Domains By Proxy, LLC'],
  ['Privacy service provided by Withheld for Privacy ehf', 'Withheld for Privacy ehf'],
  ['Contact Privacy Inc. Customer 0123456789', 'Contact Privacy Inc.'],
  ['c/o whoisproxy.com', 'whoisproxy.com'],
  ['PERFECT PRIVACY, LLC', 'Perfect Privacy, LLC'],
  ['DNStination Inc.', 'DNStination Inc.'],
  ['On behalf of brookstead.com owner', 'whoisproxy.com'],
  ['c/o Brookside Privacy Service', 'c/o Brookside Privacy Service'],
  ['Brookside Domain Privacy Service', 'Brookside Domain Privacy Service'],
  ['WHOIS PRIVACY FOUNDATION OF SOMEWHERE', 'WHOIS PRIVACY FOUNDATION OF SOMEWHERE'],
]

test.each(services)('"%s" is a privacy service', (organization, service) => {
  const judged = classifyRegistrant({ organization, name: 'Somebody There', country: 'IS' })
  expect(judged.privacy).toBe('proxy')
  expect(judged.privacy_service).toBe(service)
  expect(judged.registrant).toEqual({ ...NOBODY, country: null, email_domain: null })
})

const nobodies = [
  'Domain Administrator',
  'DNS Admin',
  'Administrator, Domain',
  'Hostmaster',
  'IT Department',
  'N/A',
  '-',
  'none',
  'Personal',
  'Customer of registrar',
  '12345',
  'legal@brookstead.com',
  'https://brookstead.com/',
]

test.each(nobodies)('"%s" names nobody', (name) => {
  expect(classifyRegistrant({ name })).toMatchObject({ registrant: NOBODY, privacy: 'absent' })
})

const names = [
  'Brookstead Mills, Inc.',
  'MarkMonitor Inc.',
  '1&1 Internet AG',
  'Private Eye Ceramics Ltd',
  'Hidden Valley Orchards LLC',
  'The Domain Gardens Hotel',
  'Team Rynkeby Fonden',
  'Proxima Centauri Cafe',
  'Защита Леса',
  'Gizli Bahçe Restoran',
  'Datos Privados SL',
  'Informations Confidentielles SARL',
  'Datos y Redes, S.L.',
  'Home Textiles Ltd',
  '株式会社青葉機械',
]

test.each(names)('"%s" is a name', (name) => {
  expect(classifyName(name)).toEqual({ is: 'name', name })
})

test('a privacy service as the person hides the organisation only together with a mailbox of this service', () => {
  const stated = { organization: 'Kork Hosting AG', name: 'Oneandone Private Registration' }
  expect(classifyRegistrant({ ...stated, email: 'x@kork-hosting.ch' })).toMatchObject({
    registrant: { organization: 'Kork Hosting AG', name: null },
    privacy: 'none',
  })
  expect(
    classifyRegistrant({ ...stated, email: 'x@1and1-private-registration.com' }),
  ).toMatchObject({
    registrant: NOBODY,
    privacy: 'proxy',
    privacy_service: '1&1 Internet Private Registration',
  })
})

test('an organisation is kept when only the person is redacted', () => {
  const stated = {
    organization: 'Brookstead Mills, Inc.',
    name: 'REDACTED FOR PRIVACY',
    country: 'US',
    email: 'dns@brookstead.com',
  }
  expect(classifyRegistrant(stated)).toEqual({
    registrant: {
      organization: 'Brookstead Mills, Inc.',
      name: null,
      country: 'US',
      email_domain: 'brookstead.com',
    },
    privacy: 'none',
    privacy_service: null,
  })
})

test('a relay mailbox of a privacy service shows that this service is the registrant', () => {
  const judged = classifyRegistrant({ email: '1234@domainsbyproxy.com' })
  expect(judged).toMatchObject({ privacy: 'proxy', privacy_service: 'Domains By Proxy, LLC' })
})

const countries: [stated: string, country: string | null][] = [
  ['us', 'US'],
  ['US (UNITED STATES)', 'US'],
  ['China (CN)', 'CN'],
  ['United States of America', 'US'],
  ['Finland', 'FI'],
  ['Estados Unidos de America', 'US'],
  ['U.S.A.', 'US'],
  ['Atlantis', 'Atlantis'],
  ['REDACTED FOR PRIVACY', null],
  ['', null],
]

test.each(countries)('the country "%s" gives %s', (stated, country) => {
  expect(normalizeCountry(stated)).toBe(country)
})
