import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import type { StoredPiece } from '../../../attribution/answer/answer-facts.ts'
import { type Verdict, verdictOf } from '../../../attribution/answer/verdict.ts'
import { ScoringResult } from '../../../attribution/scoring/scoring-result.ts'
import { utf8 } from '../../../platform/crypto/encodings.ts'
import type { SignedCertificate } from '../../certificate.ts'
import { drawAnswer, drawTop, drawWarnings } from './answer-section.ts'
import { drawCandidates } from './candidates-section.ts'
import type { FontStore } from './font-store.ts'
import { drawEvidence, drawFooters, drawSignatures } from './proof-section.ts'
import { drawFacts, drawReasons, factRows } from './reasons-section.ts'
import { Sheets } from './sheets.ts'
import { Typesetter } from './typesetter.ts'

const FIXED_CHARACTERS = Array.from({ length: 95 }, (_, index) =>
  String.fromCharCode(32 + index),
).join('')

/** Needed to show facts. An analysis whose evidence is no longer stored has none. */
interface AnalysisOfPdf {
  depth: 'quick' | 'deep'
  passive: boolean
  evidence: readonly StoredPiece[]
}

/**
 * The certificate's JSON text (`body`) is attached to the PDF, so that the PDF alone is enough for
 * verification. The same certificate always gives the same bytes, because all times come from it
 * and nothing is random.
 */
export async function certificatePdf(
  signed: SignedCertificate,
  body: string,
  store: FontStore,
  analysis: AnalysisOfPdf = { depth: 'deep', passive: false, evidence: [] },
): Promise<Uint8Array> {
  const { certificate } = signed
  const issuedAt = new Date(certificate.issued_at)
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(
    `Attribution certificate of ${certificate.domain_unicode ?? certificate.domain}`,
    {
      showInWindowTitleBar: true,
    },
  )
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
  const verdict = verdictOf({
    domain: certificate.domain,
    result: ScoringResult.parse(certificate.result),
    signals: certificate.result.entities ?? [],
    ...analysis,
  })
  const texts = textsOf(signed, verdict)
  const sheets = new Sheets(document, await Typesetter.open(document, store, texts))
  drawTop(sheets, certificate)
  drawWarnings(sheets, verdict)
  drawAnswer(sheets, certificate, verdict)
  drawReasons(sheets, verdict)
  drawFacts(sheets, verdict)
  drawCandidates(sheets, certificate.result.candidates)
  drawEvidence(sheets, certificate)
  drawSignatures(sheets, signed)
  drawFooters(sheets, certificate)
  sheets.finish()
  return document.save()
}

// Groups all texts by font weight. With them, only the fonts that have a needed character are
// loaded.
function textsOf(
  { certificate }: SignedCertificate,
  verdict: Verdict,
): Record<'regular' | 'bold' | 'mono', string[]> {
  const { issuer, result, evidence } = certificate
  const { domain, domain_unicode: unicode = domain, headline, meaning, warnings } = verdict
  const names = [headline, ...result.candidates.map(({ entity }) => entity)]
  return {
    regular: [
      FIXED_CHARACTERS,
      '·–“”',
      issuer,
      verdict.summary,
      meaning ?? '',
      verdict.basis_sentence ?? '',
      ...warnings.map(({ detail }) => detail),
      ...names,
      ...result.candidates.map(({ rationale }) => rationale),
      ...verdict.reasons.flatMap(({ text, observed, source }) => [text, observed, source]),
      ...factRows(verdict.facts).flat(),
      ...evidence.map(({ source }) => source),
    ],
    bold: [FIXED_CHARACTERS, '–', unicode, ...names, ...warnings.map(({ title }) => title)],
    mono: [FIXED_CHARACTERS, issuer],
  }
}
