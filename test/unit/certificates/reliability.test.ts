import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Warning } from '../../../shared/attribution/scoring/scoring-result.ts'
import { CertifiableResult, SignedCertificate } from '../../../shared/certificates/certificate.ts'
import { certificateCsv } from '../../../shared/certificates/formats/certificate-csv.ts'
import { certificatePdf } from '../../../shared/certificates/formats/pdf/certificate-pdf.ts'
import { canonicalText } from '../../../shared/platform/crypto/canonical-json.ts'
import { OLD_CERTIFICATE } from './old-certificate.ts'
import { store } from './samples.ts'

const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/**
 * SHA-256 of the JSON and CSV files that commit eaa0b1c made of OLD_CERTIFICATE. The current code
 * must make the same files.
 */
const OLD_DIGESTS = {
  json: '0fe40fc3fb4e1d9b2c23dfd563055e4c344b60d396dfcbb1ee8e3d7541489c34',
  csv: 'b490aba5ec421f4a8b2129138a513fe14af1daf979165f03dc08ba485226666e',
}
const pdfOf = (signed: SignedCertificate) => certificatePdf(signed, canonicalText(signed), store)

describe('a certificate from before basis and warnings existed', () => {
  const signed = SignedCertificate.parse(OLD_CERTIFICATE)

  test('keeps its bytes as JSON and CSV, and has a PDF without facts', async () => {
    expect(digest(canonicalText(signed))).toBe(OLD_DIGESTS.json)
    expect(digest(certificateCsv(signed))).toBe(OLD_DIGESTS.csv)
    expect(digest(await pdfOf(signed))).toBe(digest(await pdfOf(signed)))
  })

  test('is issued from its stored result without these members', () => {
    expect(CertifiableResult.parse(OLD_CERTIFICATE.certificate.result)).not.toHaveProperty('basis')
    expect(canonicalText(CertifiableResult.parse(OLD_CERTIFICATE.certificate.result))).not.toMatch(
      /basis|warnings/,
    )
  })
})

const warning = (
  kind: Warning['kind'],
  severity: Warning['severity'],
  detail: string,
): Warning => ({
  kind,
  severity,
  entity: 'Known Brand, Inc.',
  detail,
})
const WARNINGS = [
  warning('imitates', 'high', '=HYPERLINK("http://evil.example") imitates Known Brand, Inc.'),
  warning('parked', 'info', 'The page is parked.'),
]

function newCertificate(basis: CertifiableResult['basis'], warnings: Warning[]): SignedCertificate {
  const { certificate, signatures } = SignedCertificate.parse(OLD_CERTIFICATE)
  return {
    certificate: { ...certificate, result: { ...certificate.result, basis, warnings } },
    signatures,
  }
}

describe('a certificate of a new result', () => {
  test('has a row of the basis and of each warning in the CSV, none of which is a formula', () => {
    const rows = parse(certificateCsv(newCertificate('stated', WARNINGS)), {
      columns: true,
    }) as Record<string, string>[]
    expect(rows.filter(({ section }) => section === 'result')).toMatchObject([
      { signal: 'basis', entity: 'Example Ltd', observed: 'stated' },
      {
        signal: 'imitates',
        entity: 'Known Brand, Inc.',
        observed: `'${WARNINGS[0]?.detail}`,
        stance: 'high',
      },
      {
        signal: 'parked',
        entity: 'Known Brand, Inc.',
        observed: 'The page is parked.',
        stance: 'info',
      },
    ])
  })

  test('has one row for a basis of null without warnings', () => {
    const rows = parse(certificateCsv(newCertificate(null, [])), { columns: true }) as Record<
      string,
      string
    >[]
    expect(rows.filter(({ section }) => section === 'result')).toMatchObject([
      { signal: 'basis', observed: '' },
    ])
  })

  test('always gives the same PDF, and another one for another basis or warning', async () => {
    const given = [
      newCertificate('stated', WARNINGS),
      newCertificate('verified', WARNINGS),
      newCertificate('stated', []),
    ]
    const pdfs = await Promise.all([...given, newCertificate('stated', WARNINGS)].map(pdfOf))
    const digests = pdfs.map(digest)
    expect(digests[3]).toBe(digests[0])
    expect(new Set(digests).size).toBe(3)
  })
})
