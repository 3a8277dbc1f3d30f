import { describe, expect, test } from 'vitest'
import {
  type CompanyNumber,
  isCompanyNumber,
  numbersOfVat,
  type Scheme,
} from '../../../../shared/attribution/collectors/registers/company-number.ts'
import { numbersToAsk } from '../../../../shared/attribution/collectors/registers/numbers-to-ask.ts'
import { websiteDomain } from '../../../../shared/attribution/collectors/registers/register.ts'
import type { PageEvidence } from '../../../../shared/attribution/page-evidence.ts'
import type { CertificateFacts } from '../../../../shared/attribution/witness-evidence.ts'
import { collected, evidence, readPage, site, target, whois } from '../scoring/sample-evidence.ts'

const spelled = ({ scheme, value }: CompanyNumber): string => `${scheme} ${value}`

test.each<[Scheme, string, string]>([
  ['NO', '100000008', '100000009'],
  ['FI', '9999900-1', '9999900-2'],
  ['FI', '9999900-1', '99999001'],
  ['PL', '0000000017', '1000000017'],
  ['DK', '99990007', '99990008'],
  ['NZ', '9429999999002', '9429999999003'],
  ['NZ', '9429999999002', '4006381333931'],
  ['FR', '000000018', '000000019'],
  ['CZ', '00000019', '00000018'],
  ['SK', '00000027', '00000028'],
  ['EE', '99990002', '99990003'],
  ['BR', '00000000999962', '00000000999963'],
  ['GB', '00000001', '0000001'],
  ['GB', 'SC000001', '00000000'],
  ['AU', '99999000260', '99999000261'],
  ['CH', 'CHE123456788', 'CHE123456789'],
  ['NL', '12345678', '11111111'],
  ['SE', '5599990008', '5599990009'],
  ['vat', 'BE0100000070', 'BE0100000071'],
  ['vat', 'DE999999000', 'DE999999001'],
  ['vat', 'EL094259216', 'GB094259216'],
])('%s %s has right check digits, and %s has not', (scheme, right, wrong) => {
  const isRight = (value: string) => isCompanyNumber({ scheme, country: 'XX', value })
  expect([isRight(right), isRight(wrong)]).toEqual([true, false])
})

test.each<[string, string[]]>([
  ['FR66000000018', ['FR 000000018', 'vat FR66000000018']],
  ['FI99999001', ['FI 9999900-1', 'vat FI99999001']],
  ['DK 99 99 00 07', ['DK 99990007', 'vat DK99990007']],
  ['NO100000008MVA', ['NO 100000008']],
  ['CHE-123.456.788 MWST', ['CH CHE123456788']],
  ['BE 0100.000.070', ['vat BE0100000070']],
  ['BE 0100.000.071', []],
  ['GB 123 4567 89', []],
  ['', []],
])('the VAT number "%s" gives %j', (value, numbers) => {
  expect(numbersOfVat(value).map(spelled)).toEqual(numbers)
})

const ask = (domain: string, ...pages: PageEvidence[]): string[] =>
  numbersToAsk(target(domain), evidence(site(pages))).map(
    ({ forms, statedOn }) => `${forms.map(spelled).join(', ')} ${statedOn}`,
  )
const legalPage = (domain: string, line: string, language = 'en'): PageEvidence => ({
  ...readPage('imprint', `<html lang="${language}"><p>${line}</p></html>`),
  url: `https://${domain}/imprint`,
})

describe('numbers of pages', () => {
  test.each<[string, string, string]>([
    ['kork.no', 'Org.nr 100 000 008 MVA', 'NO 100000008'],
    ['kork.no', 'Foretaksregisteret NO 100 000 008 MVA', 'NO 100000008'],
    ['kork.fi', 'Y-tunnus 9999900-1', 'FI 9999900-1'],
    ['kork.com', 'Business ID: 9999900-1', 'FI 9999900-1'],
    ['kork.pl', 'KRS 0000000017', 'PL 0000000017'],
    ['kork.dk', 'CVR-nr. 99990007', 'DK 99990007, vat DK99990007'],
    ['kork.fr', 'RCS Limoges 000 000 018', 'FR 000000018'],
    ['kork.fr', 'SIREN : 000 000 018', 'FR 000000018'],
    ['kork.cz', 'IČO: 00000019', 'CZ 00000019'],
    ['kork.cz', 'IČ: 00000019', 'CZ 00000019'],
    ['kork.sk', 'IČO: 00 000 027', 'SK 00000027'],
    ['kork.ee', 'Registrikood 99990002', 'EE 99990002'],
    ['kork.com.br', 'CNPJ 00.000.000/9999-62', 'BR 00000000999962'],
    ['kork.com.au', 'ABN 99 999 000 260', 'AU 99999000260'],
    ['kork.nz', 'NZBN 9429 999 999 002', 'NZ 9429999999002'],
    ['kork.co.uk', 'Company No. 00000001', 'GB 00000001'],
    ['kork.com', 'Company number 00000001, registered in Scotland', 'GB 00000001'],
    ['kork.ch', 'UID CHE-123.456.788', 'CH CHE123456788'],
    ['kork.be', 'BTW BE 0100.000.070', 'vat BE0100000070'],
  ])('the page of %s with "%s" gives %s', (domain, line, number) => {
    expect(ask(domain, legalPage(domain, line))).toEqual([`${number} https://${domain}/imprint`])
  })

  test.each([
    ['kork.com', 'Company number 00000001'],
    ['kork.com', 'IČO: 00000019'],
    ['kork.no', 'Org.nr 100 000 009'],
    ['kork.no', 'Telefon 100 000 008'],
  ])('the page of %s with "%s" gives no number', (domain, line) => {
    expect(ask(domain, legalPage(domain, line))).toEqual([])
  })

  test('imprints come before other pages, and a repeated number is one number', () => {
    const footer = 'CVR 99990007, Org.nr 100 000 008'
    const home = { ...legalPage('kork.dk', footer), role: 'home' as const, url: 'https://kork.dk/' }
    const imprint = legalPage('kork.dk', 'CVR 99990007')
    expect(ask('kork.dk', home, imprint)).toEqual([
      'DK 99990007, vat DK99990007 https://kork.dk/imprint',
      'NO 100000008 https://kork.dk/',
    ])
  })

  test('pages of another domain and of a parked domain give no number', () => {
    const page = legalPage('other.no', 'Org.nr 100 000 008')
    expect(ask('kork.no', page)).toEqual([])
    const parked = site([legalPage('kork.no', 'Org.nr 100 000 008')], {
      placeholder: { kind: 'parked', observed: 'Buy this domain' },
    })
    expect(numbersToAsk(target('kork.no'), evidence(parked))).toEqual([])
  })

  test('a VAT number in structured data counts, and that of a partner does not', () => {
    const html = (via: string) =>
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'Organization',
        name: 'Kork',
        ...(via === ''
          ? { vatID: 'BE0100000070' }
          : { [via]: { '@type': 'Organization', name: 'Vindskjold', vatID: 'BE0100000070' } }),
      })}</script><p>Kork</p>`
    const page = (via: string) => ({ ...readPage('home', html(via)), url: 'https://kork.be/' })
    expect(ask('kork.be', page(''))).toEqual(['vat BE0100000070 https://kork.be/'])
    expect(ask('kork.be', page('sponsor'))).toEqual([])
  })
})

describe('numbers of certificates', () => {
  const facts = (from: Partial<CertificateFacts>): CertificateFacts => ({
    fingerprint: 'aa',
    issuer: 'CN=Kork CA',
    validation: 'ev',
    organization: 'Kork AS',
    country: 'NO',
    serial_number: null,
    jurisdiction: null,
    organization_identifier: null,
    names: ['kork.no'],
    not_before: '2026-01-01T00:00:00Z',
    not_after: '2027-01-01T00:00:00Z',
    ...from,
  })
  const numbers = (from: Partial<CertificateFacts>, outcome: 'proven' | 'expired' = 'proven') =>
    numbersToAsk(
      target('kork.no'),
      evidence(
        whois('kork.no', { created_at: '2019-05-02T00:00:00Z' }),
        collected('live_certificate', {
          site: { host: 'kork.no', outcome, tls_version: '1.3', certificate: facts(from) },
          mark: null,
        }),
      ),
    ).flatMap(({ forms }) => forms.map(spelled))

  test.each<[Partial<CertificateFacts>, string[]]>([
    [{ organization_identifier: 'NTRNO-100000008' }, ['NO 100000008']],
    [{ organization_identifier: 'VATDK-99990007' }, ['DK 99990007', 'vat DK99990007']],
    [{ organization_identifier: 'NTRFI-9999900-1' }, ['FI 9999900-1']],
    [{ serial_number: '5599990008', jurisdiction: 'SE' }, ['SE 5599990008']],
    [{ serial_number: '1', jurisdiction: 'GB' }, ['GB 00000001']],
    [{ serial_number: '1234567', jurisdiction: 'US-DE' }, []],
    [{ organization_identifier: 'PSDNO-100000008' }, []],
    [{ organization_identifier: 'NTRNO-100000009' }, []],
  ])('the certificate with %j gives %j', (from, expected) => {
    expect(numbers(from)).toEqual(expected)
  })

  test.each<[string, Partial<CertificateFacts>]>([
    ['of a former owner, older than the registration', { not_before: '2019-05-01T00:00:00Z' }],
    ['of a provider', { organization: 'Fastly, Inc.' }],
    [
      'of many customers',
      { names: ['kork.no', ...Array.from({ length: 10 }, (_, n) => `customer-${n}.no`)] },
    ],
  ])('a certificate %s gives no number', (_why, from) => {
    expect(numbers({ organization_identifier: 'NTRNO-100000008', ...from })).toEqual([])
  })

  test('a certificate that the server has not proven gives no number', () => {
    expect(numbers({ organization_identifier: 'NTRNO-100000008' }, 'expired')).toEqual([])
  })
})

test.each([
  ['www.kork.no', 'kork.no'],
  ['HTTPS://WWW.KORK.NO/', 'kork.no'],
  ['http://kork.no/no/', 'kork.no'],
  ['kork.no/index.html', 'kork.no'],
  ['bigmarket.com/shops/kork', null],
  ['post@kork.no', null],
  ['kork.no og vindskjold.no', null],
  ['ingen', null],
  ['', null],
  [`${'a'.repeat(400)}.no`, null],
])('the website "%s" of an entry names the domain %s', (website, domain) => {
  expect(websiteDomain(website)).toBe(domain)
})
