import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import { utf8 } from '../../../platform/crypto/encodings.ts'
import type { SignedCertificate } from '../../certificate.ts'
import { drawAnswer, drawCandidates } from './answer-section.ts'
import type { FontStore } from './font-store.ts'
import { drawEvidence, drawFooters, drawSignatures } from './proof-section.ts'
import { drawReliability } from './reliability-section.ts'
import { Sheets } from './sheets.ts'
import { Typesetter } from './typesetter.ts'

const FIXED_CHARACTERS = Array.from({ length: 95 }, (_, index) =>
  String.fromCharCode(32 + index),
).join('')

/**
 * The certificate's JSON text (`body`) is attached to the PDF, so that the PDF alone is enough for
 * verification. The same certificate always gives the same bytes, because all times come from it
 * and nothing is random.
 */
export async function certificatePdf(
  signed: SignedCertificate,
  body: string,
  store: FontStore,
): Promise<Uint8Array> {
  const { certificate } = signed
  const issuedAt = new Date(certificate.issued_at)
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(`Attribution certificate of ${certificate.domain}`, {
    showInWindowTitleBar: true,
  })
  document.setLanguage('en')
  document.setProducer('Domain Attribution Service')
  document.setCreationDate(issuedAt)
  document.setModificationDate(issuedAt)
  await document.attach(utf8(body), 'certificate.json', {
    mimeType: 'application/json',
    description: 'The signed certificate',
    creationDate: issuedAt,
    modificationDate: issuedAt,
    afRelationship: AFRelationship.Source,
  })
  const sheets = new Sheets(document, await Typesetter.open(document, store, textsOf(signed)))
  drawAnswer(sheets, certificate)
  drawReliability(sheets, certificate.result)
  drawCandidates(sheets, certificate.result.candidates)
  drawEvidence(sheets, certificate)
  drawSignatures(sheets, signed)
  drawFooters(sheets, certificate)
  sheets.finish()
  return document.save()
}

// Groups all texts by font weight. With them, only the fonts that have a needed character are
// loaded.
function textsOf({
  certificate,
}: SignedCertificate): Record<'regular' | 'bold' | 'mono', string[]> {
  const { domain, domain_unicode: unicode = domain, issuer, result, evidence } = certificate
  const names = [result.entity ?? '', ...result.candidates.map(({ entity }) => entity)]
  return {
    regular: [
      FIXED_CHARACTERS,
      '·–',
      issuer,
      result.summary,
      ...(result.warnings ?? []).map(({ detail }) => detail),
      ...names,
      ...result.candidates.map(({ rationale }) => rationale),
      ...evidence.map(({ source }) => source),
    ],
    bold: [FIXED_CHARACTERS, unicode, ...names],
    mono: [FIXED_CHARACTERS, issuer],
  }
}
