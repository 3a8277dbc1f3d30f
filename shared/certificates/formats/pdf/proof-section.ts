import { encode } from 'uqr'
import type { Certificate, SignedCertificate } from '../../certificate.ts'
import { heading, instant } from './measures.ts'
import { INK, PAGE, QUIET, RULE, type Sheets, TEXT_WIDTH } from './sheets.ts'

const EVIDENCE_MAX = 40

export function drawEvidence(sheets: Sheets, { evidence, evidence_root: root }: Certificate): void {
  heading(sheets, 'Evidence', 60)
  if (evidence.length === 0) {
    sheets.y -= 12
    const none = 'A fixed answer of the sandbox: no evidence was collected.'
    sheets.write(none, { x: PAGE.left, size: 8.5, color: QUIET })
  }
  const columns = {
    seq: PAGE.left,
    collector: PAGE.left + 18,
    source: PAGE.left + 88,
    at: PAGE.left + 240,
    digest: PAGE.left + 347,
  }
  const header = () => {
    sheets.y -= 10
    for (const [x, text] of [
      [columns.seq, '#'],
      [columns.collector, 'Collector'],
      [columns.source, 'Source'],
      [columns.at, 'Collected at'],
      [columns.digest, 'SHA-256 of the evidence'],
    ] as const) {
      sheets.write(text, { x, size: 7, color: QUIET })
    }
    sheets.y -= 3
  }
  if (evidence.length > 0) header()
  for (const entry of evidence.slice(0, EVIDENCE_MAX)) {
    if (sheets.need(22)) header()
    const y = sheets.y - 10
    sheets.write(String(entry.seq), { x: columns.seq, y, size: 8, color: QUIET })
    sheets.write(entry.collector, { x: columns.collector, y, size: 8 })
    sheets.write(entry.source === '' ? '–' : entry.source, {
      x: columns.source,
      y,
      size: 8,
      width: 144,
    })
    sheets.write(instant(entry.collected_at), { x: columns.at, y, size: 7.5, color: QUIET })
    for (const [line, half] of [entry.digest.slice(0, 32), entry.digest.slice(32)].entries())
      sheets.write(half, { x: columns.digest, y: y + 1 - line * 8, size: 7, weight: 'mono' })
    sheets.y -= 21
    sheets.rule(sheets.y)
  }
  if (evidence.length > EVIDENCE_MAX) {
    sheets.y -= 12
    const rest = `${evidence.length - EVIDENCE_MAX} further entries stand in the JSON form.`
    sheets.write(rest, { x: PAGE.left, size: 8, color: QUIET })
  }
  sheets.need(24)
  sheets.y -= 14
  sheets.write('Root of the chain', { x: PAGE.left, size: 8, color: QUIET })
  sheets.write(root, { x: columns.source, size: 7.5, weight: 'mono' })
}

export function drawSignatures(
  sheets: Sheets,
  { certificate, signatures }: SignedCertificate,
): void {
  const size = 92
  const textWidth = TEXT_WIDTH - size - 22
  const address = `${certificate.issuer}/certificates/${certificate.certificate_id}`
  heading(sheets, 'Signatures', 168)
  const top = sheets.y - 6
  drawQrCode(sheets, address, PAGE.right - size, top - size, size)
  for (const { alg, key_id: keyId, value } of signatures) {
    sheets.y -= 14
    sheets.write(alg, { x: PAGE.left, size: 8.5, weight: 'bold' })
    const key = { x: PAGE.left + 84, size: 8.5, color: QUIET, width: textWidth - 90 }
    sheets.write(`key ${keyId}`, key)
    for (const part of value.match(/.{1,64}/g) ?? []) {
      sheets.y -= 10
      sheets.write(part, { x: PAGE.left, size: 7.5, weight: 'mono' })
    }
    sheets.y -= 4
  }
  sheets.y -= 12
  const how = [
    'Both signatures are over the RFC 8785 form of the certificate in the attached file ' +
      'certificate.json.',
    `Check it with the public key at ${certificate.issuer}/.well-known/attribution-keys.json,`,
    `or send it to POST ${certificate.issuer}/certificates/verify. The code on the right leads to`,
  ]
  for (const line of how) {
    sheets.write(line, { x: PAGE.left, size: 8, color: QUIET, width: textWidth })
    sheets.y -= 11
  }
  sheets.write(address, { x: PAGE.left, size: 7.5, weight: 'mono', width: TEXT_WIDTH })
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
