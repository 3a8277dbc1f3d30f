import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvidenceOf } from '../../../shared/attribution/evidence.ts'
import { FOUND_CHARACTERS_MAX, foundInWords } from '../../../shared/jobs/found-in-words.ts'

const AT = '2026-11-29T12:00:00.000Z'

const registration = (
  record: Partial<EvidenceOf<'whois'>['record']>,
): Parameters<typeof foundInWords<'whois'>>[0] => ({
  collector: 'whois',
  collected_at: AT,
  data: {
    registrable_domain: 'a.example',
    fallback_reason: null,
    record: {
      domain: 'a.example',
      outcome: 'registered',
      registrant: { organization: null, name: null, country: null, email_domain: null },
      registrar: {
        name: 'Fernhill Names',
        iana_id: null,
        url: null,
        abuse_email: null,
        abuse_phone: null,
      },
      name_servers: [],
      statuses: [],
      created_at: null,
      updated_at: null,
      expires_at: null,
      privacy: 'redacted',
      privacy_service: null,
      dnssec: null,
      source: 'rdap',
      servers: [],
      ...record,
    },
  },
})

test.each([
  ['2026-11-12T12:00:00Z', 'Registrar: Fernhill Names · Registered 17 days ago'],
  ['2026-11-28T12:00:00Z', 'Registrar: Fernhill Names · Registered 1 day ago'],
  ['2001-02-03T12:00:00Z', 'Registrar: Fernhill Names · Registered: 2001-02-03'],
  ['2027-02-03T12:00:00Z', 'Registrar: Fernhill Names · Registered: 2027-02-03'],
  ['yesterday', 'Registrar: Fernhill Names'],
  [null, 'Registrar: Fernhill Names'],
])('a registration of %s is shown as "%s"', (createdAt, text) => {
  expect(foundInWords(registration({ created_at: createdAt }))).toBe(text)
})

test('a free name is said to be not registered', () => {
  expect(foundInWords(registration({ outcome: 'not_found' }))).toBe('Not registered')
})

test('mail and name servers are named by their domains, each once', () => {
  expect(
    foundInWords<'dns'>({
      collector: 'dns',
      collected_at: AT,
      data: {
        rcode: 'NOERROR',
        a: ['192.0.2.7'],
        aaaa: [],
        cname_chain: [],
        www: null,
        ns: ['ns1.fernhill.example', 'ns2.fernhill.example'],
        soa: null,
        mx: [
          { priority: 1, host: 'mx1.mail.example' },
          { priority: 2, host: 'mx2.mail.example' },
        ],
        txt: [],
        caa: [],
        dmarc: null,
        bimi: null,
        tls_reporting: null,
      },
    }),
  ).toBe('Mail: mail.example · Name servers: fernhill.example · Address: 192.0.2.7')
})

test('a source without data has nothing to say', () => {
  expect(foundInWords({ collector: 'llm', data: null, collected_at: AT })).toBeNull()
  expect(
    foundInWords<'rdns'>({ collector: 'rdns', data: { addresses: [] }, collected_at: AT }),
  ).toBeNull()
})

test('a name from outside stays short and has no invisible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (organization) => {
      const registrant = { organization, name: null, country: null, email_domain: null }
      const text = foundInWords(registration({ registrant })) ?? ''
      return (
        text.length <= FOUND_CHARACTERS_MAX && text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text)
      )
    }),
  )
})
