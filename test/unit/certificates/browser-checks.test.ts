import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignedCertificate } from '../../../shared/certificates/certificate.ts'
import { certificatePdf } from '../../../shared/certificates/formats/pdf/certificate-pdf.ts'
import { canonicalText as serverText } from '../../../shared/platform/crypto/canonical-json.ts'
import { publicJwk } from '../../../shared/platform/crypto/ed25519.ts'
import { utf8 } from '../../../shared/platform/crypto/encodings.ts'
import {
  canonicalText,
  checkCertificate,
} from '../../../workers/pages/browser/certificate-checks.ts'
import { certificateInPdf, isPdf } from '../../../workers/pages/browser/pdf-attachment.ts'
import { propertyRuns } from '../../property-runs.ts'
import { candidatesNamed, certificateOf, newKeys, store } from './samples.ts'

const keys = newKeys('browser')
const published = keys.CERTIFICATE_SIGNING_KEYS.map(publicJwk)

async function sample() {
  const { signed } = await certificateOf(keys, candidatesNamed('Fenn & Oak Bakery Ltd', 'Ünïcode'))
  return { signed, text: serverText(signed) }
}

const recordOf = ({ certificate, signatures }: SignedCertificate) => ({
  certificate_id: certificate.certificate_id,
  evidence_root: certificate.evidence_root,
  signatures,
})

const faultsIn = async (text: string, signed: SignedCertificate, known = published) => {
  const { isValid, checks } = await checkCertificate(text, known, recordOf(signed))
  const faults = checks.filter(({ isGood }) => isGood !== true).map(({ name }) => name)
  return { isValid, faults }
}

test('the canonical text in the browser is that of the server', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(canonicalText(value)).toBe(serverText(value))
    }),
    { numRuns: propertyRuns(300) },
  )
})

describe('a certificate in the browser', () => {
  test('is valid as issued, also when it was formatted anew', async () => {
    const { signed, text } = await sample()
    for (const copy of [text, JSON.stringify(JSON.parse(text), null, 2)])
      expect(await faultsIn(copy, signed)).toEqual({ isValid: true, faults: [] })
  })

  test.each([
    ['another operator', (text: string) => text.replace('Fenn & Oak', 'Other'), ['Signature']],
    [
      'another confidence',
      (text: string) => text.replace(/"confidence":0\.\d+/, '"confidence":1'),
      ['Signature'],
    ],
    [
      'another number',
      (text: string) => text.replace(/"certificate_id":"crt_./, '"certificate_id":"crt_7'),
      ['Number', 'Signature'],
    ],
    [
      'another piece of evidence',
      (text: string) => text.replace(/"collector":"\w+"/, '"collector":"other"'),
      ['Signature', 'Evidence'],
    ],
    [
      'a name given twice, which another program would read',
      (text: string) => text.replace('"entity":', '"entity":"PayPal, Inc.","entity":'),
      ['File'],
    ],
    [
      'a member beside the certificate',
      (text: string) => text.replace('{"certificate"', '{"operator":"PayPal, Inc.","certificate"'),
      ['File'],
    ],
    ['a text that is no JSON', () => '{', ['File']],
    ['JSON of another kind', () => '[]', ['File']],
    ['deep nesting', () => `{"certificate":{"a":${'['.repeat(200_000)}`, ['File']],
  ])('is not valid with %s', async (_, change, faults) => {
    const { signed, text } = await sample()
    expect(change(text)).not.toBe(text)
    expect(await faultsIn(change(text), signed)).toEqual({ isValid: false, faults })
  })

  test('is not valid if our record is another one, or the key is not ours', async () => {
    const { signed, text } = await sample()
    const other = { ...signed, signatures: [] }
    expect(await faultsIn(text, other)).toEqual({ isValid: false, faults: ['Our record'] })
    expect(await faultsIn(text, signed, [])).toEqual({ isValid: false, faults: ['Signature'] })
    const stranger = newKeys('stranger').CERTIFICATE_SIGNING_KEYS.map(publicJwk)
    const forged = stranger.map((key, place) => ({ ...key, kid: published[place]?.kid ?? '' }))
    expect(await faultsIn(text, signed, forged)).toEqual({ isValid: false, faults: ['Signature'] })
  })
})

describe('a PDF in the browser', () => {
  test('has the certificate inside', async () => {
    const { signed, text } = await sample()
    const pdf = new Uint8Array(await certificatePdf(signed, text, store))
    expect(isPdf(pdf)).toBe(true)
    expect(await certificateInPdf(pdf)).toBe(text)
  })

  test('with a second attached file has none, because a reader could see the other one', async () => {
    const { signed, text } = await sample()
    const pdf = new Uint8Array(await certificatePdf(signed, text, store))
    const orphan = utf8(`/Type /EmbeddedFile /Length ${text.length} >>\nstream\n${text}`)
    expect(await certificateInPdf(new Uint8Array([...pdf, ...orphan]))).toBeNull()
  })

  test('of somebody else has none, whatever its bytes are', async () => {
    const plain = await PDFDocument.create()
    plain.addPage()
    const bytes = new Uint8Array(await plain.save())
    expect(await certificateInPdf(bytes)).toBeNull()
    const broken =
      '%PDF-1.7 /Type /EmbeddedFile /Filter /FlateDecode /Length 9 >>\nstream\nnonsense!'
    for (const text of [broken, broken.replace('9', '99999999999999'), '/Type /EmbeddedFile'])
      expect(await certificateInPdf(utf8(text))).toBeNull()
  })

  test('that inflates without end is refused', async () => {
    const huge = new Uint8Array(8 * 1024 * 1024).fill(0x7b)
    const packed = new Uint8Array(
      await new Response(
        new Blob([huge]).stream().pipeThrough(new CompressionStream('deflate')),
      ).arrayBuffer(),
    )
    const head = utf8(
      `%PDF-1.7 /Type /EmbeddedFile /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    )
    const pdf = new Uint8Array([...head, ...packed])
    expect(await certificateInPdf(pdf)).toBeNull()
  })
})
