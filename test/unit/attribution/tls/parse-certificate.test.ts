import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificateFacts } from '../../../../shared/attribution/tls/certificate-facts.ts'
import { parseCertificate } from '../../../../shared/attribution/tls/parse-certificate.ts'
import {
  type Authority,
  type Certificate,
  createRoot,
  type LeafOptions,
  MARK_VERIFICATION,
  SERVER_AUTHENTICATION,
  type Validation,
} from '../../../internet/certificate-authority.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { certify, companyNumber, dnsNames } from './certify.ts'
import { seededRandom } from './garbled.ts'

const SUBJECT = {
  organization: 'Kork Kajak AB',
  country: 'se',
  serialNumber: '556677-8899',
  jurisdictionCountry: 'SE',
  businessCategory: 'Private Organization',
}

let root: Authority
let full: Certificate

beforeAll(async () => {
  root = await createRoot('Sample Root')
  full = await root.issue({
    names: ['kork.example', 'www.kork.example', '*.kork.example'],
    validation: 'qwac',
    subject: { ...SUBJECT, organizationIdentifier: 'NTRUS+CA-12345678' },
  })
})

async function factsOf(options: Partial<LeafOptions>) {
  const { der } = await root.issue({ names: ['kork.example'], subject: SUBJECT, ...options })
  const parsed = parseCertificate(der)
  if (parsed === null) throw new Error('the certificate cannot be read')
  return certificateFacts(parsed)
}

describe('the facts of a certificate', () => {
  test.each<Validation>(['ov', 'iv', 'ev', 'qwac', 'mark'])(
    'with the policy %s name the organisation',
    async (validation) => {
      expect(await factsOf({ validation })).toMatchObject({
        validation,
        organization: 'Kork Kajak AB',
        country: 'SE',
        serial_number: '556677-8899',
        jurisdiction: 'SE',
      })
    },
  )

  test.each<[Validation, string]>([
    ['dv', 'dv'],
    ['none', 'unknown'],
  ])('with the policy %s name none, because nobody has verified it', async (validation, level) => {
    expect(await factsOf({ validation })).toMatchObject({
      validation: level,
      organization: null,
      country: null,
      serial_number: null,
      jurisdiction: null,
      organization_identifier: null,
    })
  })

  test('of a server are no facts of a mark', async () => {
    const facts = await factsOf({ usages: [SERVER_AUTHENTICATION, MARK_VERIFICATION] })
    expect(facts).toMatchObject({ validation: 'dv', organization: null })
  })

  test('are the whole of the certificate', async () => {
    const parsed = parseCertificate(full.der)
    expect(parsed && certificateFacts(parsed)).toEqual({
      fingerprint: new X509Certificate(full.der).fingerprint256.replaceAll(':', '').toLowerCase(),
      issuer: 'Sample Trust Services',
      validation: 'qwac',
      organization: 'Kork Kajak AB',
      country: 'SE',
      serial_number: '556677-8899',
      jurisdiction: 'SE',
      organization_identifier: 'NTRUS+CA-12345678',
      names: ['kork.example', 'www.kork.example', '*.kork.example'],
      not_before: parsed?.notBefore.toISOString(),
      not_after: parsed?.notAfter.toISOString(),
    })
  })

  test('hold the first 200 names', async () => {
    const names = Array.from({ length: 201 }, (_, index) => `name-${index}.kork.example`)
    expect((await factsOf({ names })).names).toEqual(names.slice(0, 200))
  })

  test('name the state of a jurisdiction', async () => {
    const subject = { ...SUBJECT, jurisdictionCountry: 'US', jurisdictionState: 'Delaware' }
    expect(await factsOf({ validation: 'ev', subject })).toMatchObject({
      jurisdiction: 'US-Delaware',
    })
  })
})

describe('a certificate', () => {
  test('of each root of Node is read like Node reads it', () => {
    for (const pem of rootCertificates) {
      const node = new X509Certificate(pem)
      const parsed = parseCertificate(node.raw)
      expect(parsed?.isAuthority, node.subject).toBe(true)
      expect(parsed?.notAfter, node.subject).toEqual(new Date(node.validTo))
      expect(Buffer.from(parsed?.publicKey ?? []).toString('hex'), node.subject).toBe(
        node.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'),
      )
    }
  })

  test('that names two signature algorithms is refused', () => {
    const changed = Buffer.from(full.der)
    const sha256 = Buffer.from('06082a8648ce3d040302', 'hex')
    changed.writeUInt8(3, changed.lastIndexOf(sha256) + sha256.length - 1)
    expect(parseCertificate(full.der)).not.toBeNull()
    expect(parseCertificate(changed)).toBeNull()
  })

  test('that repeats an extension is refused', async () => {
    const [names, others] = [dnsNames('kork.example'), dnsNames('other.example')]
    expect(parseCertificate((await certify(root, 'CN=Leaf', [names])).der)).not.toBeNull()
    expect(parseCertificate((await certify(root, 'CN=Leaf', [names, others])).der)).toBeNull()
  })

  test('with a number of its company in an unknown form is read', async () => {
    const { der } = await certify(root, 'CN=Leaf', [dnsNames('kork.example'), companyNumber()])
    expect(parseCertificate(der)).toMatchObject({ hasUnknownCritical: false })
  })

  test('that is cut anywhere is refused', () => {
    for (let length = 0; length < full.der.length; length += 1)
      expect(parseCertificate(full.der.subarray(0, length))).toBeNull()
  })

  test('with random changes is read or refused, and never throws', () => {
    const random = seededRandom(7)
    let refused = 0
    for (let count = 0; count < propertyRuns(10_000); count += 1) {
      const parsed = parseCertificate(random.garble(full.der))
      if (parsed === null) refused += 1
      else certificateFacts(parsed)
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('above 64 KiB is refused', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `name-${index}.kork-kajak.example`)
    expect(parseCertificate((await root.issue({ names })).der)).toBeNull()
  })
})
