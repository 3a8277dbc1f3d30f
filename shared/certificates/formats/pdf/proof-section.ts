import { encode } from 'uqr'
import { sourceName } from '../../../attribution/answer/source-names.ts'
import type { Certificate, SignedCertificate } from '../../certificate.ts'
import { heading, instant } from './measures.ts'
import { INK, PAGE, QUIET, RULE, type Sheets, TEXT_WIDTH } from './sheets.ts'

const EVIDENCE_MAX = 40
const QR_SIZE = 92
const SIGNATURES_HEIGHT = 190
/** All but the last lines of a digest and a signature have this length. */
const DIGEST_LINE = 32
const SIGNATURE_LINE = 64

const COLUMNS = {
  seq: PAGE.left,
  source: PAGE.left + 18,
  from: PAGE.left + 130,
  at: PAGE.left + 254,
  digest: PAGE.left + 349,
} as const
const [SOURCE_WIDTH, FROM_WIDTH] = [106, 118]

export function drawEvidence(sheets: Sheets, { evidence, evidence_root: root }: Certificate): void {
  if (evidence.length > 0) sheets.turn()
  heading(sheets, 'Evidence', 60)
  if (evidence.length === 0) {
    const none = 'A fixed answer of the sandbox: no evidence was collected.'
    const at = { x: PAGE.left, width: TEXT_WIDTH, size: 8.5, color: QUIET }
    sheets.within('P', () => sheets.flow(none, at))
  } else
    sheets.within('Table', () => {
      drawHeader(sheets)
      for (const entry of evidence.slice(0, EVIDENCE_MAX)) drawEntry(sheets, entry)
    })
  if (evidence.length > EVIDENCE_MAX) {
    const rest = `${evidence.length - EVIDENCE_MAX} further entries stand in the JSON form.`
    const at = { x: PAGE.left, width: TEXT_WIDTH, size: 8, color: QUIET }
    sheets.within('P', () => sheets.flow(rest, at))
  }
  sheets.need(24)
  sheets.y -= 14
  sheets.within('P', () => {
    sheets.write('Root of the chain', { x: PAGE.left, size: 8, color: QUIET })
    sheets.write(root, { x: COLUMNS.from, size: 7.5, weight: 'mono' })
  })
}

function drawHeader(sheets: Sheets): void {
  sheets.y -= 10
  sheets.within('TR', () => {
    for (const [x, text] of [
      [COLUMNS.seq, '#'],
      [COLUMNS.source, 'Source'],
      [COLUMNS.from, 'Read from'],
      [COLUMNS.at, 'Collected at'],
      [COLUMNS.digest, 'SHA-256 of the evidence'],
    ] as const)
      sheets.within('TH', () => sheets.write(text, { x, size: 7, color: QUIET }), {
        scope: 'Column',
      })
  })
  sheets.y -= 3
}

function drawEntry(
  sheets: Sheets,
  { seq, collector, source, collected_at: at, digest }: Certificate['evidence'][number],
): void {
  const { set } = sheets
  const from = source === '' ? '–' : source
  const cells = [
    { text: sourceName(collector), x: COLUMNS.source, width: SOURCE_WIDTH },
    { text: from, x: COLUMNS.from, width: FROM_WIDTH },
  ].map(({ text, x, width }) => ({
    x,
    lines: set.paragraph(text, 'regular', (width / 8) * 1000, 6, 'ltr'),
  }))
  const rows = Math.max(2, ...cells.map(({ lines }) => lines.length))
  if (sheets.need(rows * 9 + 6)) drawHeader(sheets)
  const y = sheets.y - 10
  sheets.within('TR', () => {
    sheets.within('TD', () =>
      sheets.write(String(seq), { x: COLUMNS.seq, y, size: 8, color: QUIET }),
    )
    for (const { x, lines } of cells)
      sheets.within('TD', () => {
        for (const [index, line] of lines.entries())
          sheets.text(line, { x, y: y - index * 9, size: 8 })
      })
    sheets.within('TD', () =>
      sheets.write(instant(at), { x: COLUMNS.at, y, size: 7.5, color: QUIET }),
    )
    sheets.within('TD', () => {
      for (const [line, half] of [
        digest.slice(0, DIGEST_LINE),
        digest.slice(DIGEST_LINE),
      ].entries())
        sheets.write(half, { x: COLUMNS.digest, y: y + 1 - line * 8, size: 7, weight: 'mono' })
    })
  })
  sheets.y -= rows * 9 + 4
  sheets.rule(sheets.y)
}

export function drawSignatures(
  sheets: Sheets,
  { certificate, signatures }: SignedCertificate,
): void {
  const textWidth = TEXT_WIDTH - QR_SIZE - 22
  const address = `${certificate.issuer}/certificates/${certificate.certificate_id}`
  heading(sheets, 'Signatures', SIGNATURES_HEIGHT)
  const bottom = sheets.y - 6 - QR_SIZE
  const left = PAGE.right - QR_SIZE
  for (const { alg, key_id: keyId, value } of signatures) {
    sheets.y -= 14
    sheets.within('P', () => {
      sheets.write(alg, { x: PAGE.left, size: 8.5, weight: 'bold' })
      const key = { x: PAGE.left + 84, size: 8.5, color: QUIET, width: textWidth - 90 }
      sheets.write(`key ${keyId}`, key)
      for (let at = 0; at < value.length; at += SIGNATURE_LINE) {
        const part = value.slice(at, at + SIGNATURE_LINE)
        sheets.y -= 10
        sheets.write(part, { x: PAGE.left, size: 7.5, weight: 'mono' })
      }
    })
    sheets.y -= 4
  }
  sheets.y -= 2
  const how =
    'Both signatures are over the RFC 8785 form of the certificate in the attached file ' +
    'certificate.json. Check it with the public key at ' +
    `${certificate.issuer}/.well-known/attribution-keys.json, or send it to POST ` +
    `${certificate.issuer}/certificates/verify. The code on the right leads to`
  const quiet = { x: PAGE.left, width: textWidth, size: 8, color: QUIET }
  sheets.within('P', () => {
    sheets.flow(how, quiet)
    sheets.flow(address, { x: PAGE.left, width: TEXT_WIDTH, size: 7.5, weight: 'mono' })
  })
  const alt = `QR code with the address ${address}`
  sheets.picture(alt, [left, bottom, PAGE.right, bottom + QR_SIZE], () =>
    drawQrCode(sheets, address, left, bottom, QR_SIZE),
  )
}

function drawQrCode(sheets: Sheets, address: string, x: number, y: number, size: number): void {
  const { data } = encode(address, { ecc: 'M', border: 0 })
  const module = size / data.length
  for (const [row, modules] of data.entries()) {
    for (let start = 0; start < modules.length; start += 1) {
      if (modules[start] !== true) continue
      let end = start
      while (modules[end] === true) end += 1
      sheets.box(
        x + start * module,
        y + size - (row + 1) * module,
        (end - start) * module,
        module,
        INK,
      )
      start = end
    }
  }
}

/** Must be called after all pages are drawn, because each footer contains the number of pages. */
export function drawFooters(sheets: Sheets, certificate: Certificate): void {
  for (let page = 0; page < sheets.count; page += 1) {
    const y = PAGE.bottom - 24
    sheets.rule(y + 12, RULE, page)
    const left = `${certificate.issuer} · scorer ${certificate.scorer_version}`
    const quiet = { y, size: 7.5, color: QUIET, page } as const
    sheets.write(left, { ...quiet, x: PAGE.left, width: TEXT_WIDTH - 80 })
    const right = `Page ${page + 1} of ${sheets.count}`
    sheets.write(right, { ...quiet, x: PAGE.right, align: 'right' })
  }
}
