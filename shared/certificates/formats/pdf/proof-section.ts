import { encode } from 'uqr'
import type { Certificate, SignedCertificate } from '../../certificate.ts'
import { heading, instant } from './measures.ts'
import { INK, PAGE, QUIET, RULE, type Sheets, TEXT_WIDTH } from './sheets.ts'

const EVIDENCE_MAX = 40

function verifyAddress({
  issuer,
  certificate_id: id,
}: Pick<Certificate, 'issuer' | 'certificate_id'>): string {
  return `${issuer}/certificates/${id}`
}

export function drawEvidence(sheets: Sheets, { evidence, evidence_root: root }: Certificate): void {
  const { set } = sheets
  heading(sheets, 'Evidence', 60)
  if (evidence.length === 0) {
    sheets.y -= 12
    const none = 'A fixed answer of the sandbox: no evidence was collected.'
    sheets.text(set.line(none, 'regular'), { x: PAGE.left, y: sheets.y, size: 8.5, color: QUIET })
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
      sheets.text(set.line(text, 'regular'), { x, y: sheets.y, size: 7, color: QUIET })
    }
    sheets.y -= 3
  }
  if (evidence.length > 0) header()
  for (const entry of evidence.slice(0, EVIDENCE_MAX)) {
    if (sheets.need(22)) header()
    const y = sheets.y - 10
    sheets.text(set.line(String(entry.seq), 'regular'), {
      x: columns.seq,
      y,
      size: 8,
      color: QUIET,
    })
    sheets.text(set.line(entry.collector, 'regular'), { x: columns.collector, y, size: 8 })
    sheets.text(set.fitted(entry.source === '' ? '–' : entry.source, 'regular', (144 / 8) * 1000), {
      x: columns.source,
      y,
      size: 8,
    })
    sheets.text(set.line(instant(entry.collected_at), 'regular'), {
      x: columns.at,
      y,
      size: 7.5,
      color: QUIET,
    })
    for (const [line, half] of [entry.digest.slice(0, 32), entry.digest.slice(32)].entries()) {
      sheets.text(set.line(half, 'mono'), { x: columns.digest, y: y + 1 - line * 8, size: 7 })
    }
    sheets.y -= 21
    sheets.rule(sheets.y)
  }
  if (evidence.length > EVIDENCE_MAX) {
    sheets.y -= 12
    const rest = `${evidence.length - EVIDENCE_MAX} further entries stand in the JSON form.`
    sheets.text(set.line(rest, 'regular'), { x: PAGE.left, y: sheets.y, size: 8, color: QUIET })
  }
  sheets.need(24)
  sheets.y -= 14
  sheets.text(set.line('Root of the chain', 'regular'), {
    x: PAGE.left,
    y: sheets.y,
    size: 8,
    color: QUIET,
  })
  sheets.text(set.line(root, 'mono'), { x: columns.source, y: sheets.y, size: 7.5 })
}

export function drawSignatures(
  sheets: Sheets,
  { certificate, signatures }: SignedCertificate,
): void {
  const { set } = sheets
  const size = 92
  const textWidth = TEXT_WIDTH - size - 22
  const address = verifyAddress(certificate)
  heading(sheets, 'Signatures', 168)
  const top = sheets.y - 6
  drawQrCode(sheets, address, PAGE.right - size, top - size, size)
  for (const { alg, key_id: keyId, value } of signatures) {
    sheets.y -= 14
    sheets.text(set.line(alg, 'bold'), { x: PAGE.left, y: sheets.y, size: 8.5 })
    sheets.text(set.fitted(`key ${keyId}`, 'regular', ((textWidth - 90) / 8.5) * 1000), {
      x: PAGE.left + 84,
      y: sheets.y,
      size: 8.5,
      color: QUIET,
    })
    for (const part of value.match(/.{1,64}/g) ?? []) {
      sheets.y -= 10
      sheets.text(set.line(part, 'mono'), { x: PAGE.left, y: sheets.y, size: 7.5 })
    }
    sheets.y -= 4
  }
  sheets.y -= 12
  const how = [
    'Both signatures are over the RFC 8785 form of the certificate in the attached file certificate.json.',
    `Check it with the public key at ${certificate.issuer}/.well-known/attribution-keys.json,`,
    `or send it to POST ${certificate.issuer}/certificates/verify. The code on the right leads to`,
  ]
  for (const line of how) {
    sheets.text(set.fitted(line, 'regular', (textWidth / 8) * 1000), {
      x: PAGE.left,
      y: sheets.y,
      size: 8,
      color: QUIET,
    })
    sheets.y -= 11
  }
  sheets.text(set.fitted(address, 'mono', (TEXT_WIDTH / 7.5) * 1000), {
    x: PAGE.left,
    y: sheets.y,
    size: 7.5,
  })
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

/**
 * Draws the footer of every PDF page. Must be called last, because the footer contains the total
 * number of pages.
 */
export function drawFooters(sheets: Sheets, certificate: Certificate): void {
  for (let page = 0; page < sheets.count; page += 1) {
    const y = PAGE.bottom - 24
    sheets.rule(y + 12, RULE, page)
    const left = `${certificate.issuer} · scorer ${certificate.scorer_version}`
    sheets.text(sheets.set.fitted(left, 'regular', ((TEXT_WIDTH - 80) / 7.5) * 1000), {
      x: PAGE.left,
      y,
      size: 7.5,
      color: QUIET,
      page,
    })
    const right = `Page ${page + 1} of ${sheets.count}`
    sheets.text(sheets.set.line(right, 'regular'), {
      x: PAGE.right,
      y,
      size: 7.5,
      color: QUIET,
      align: 'right',
      page,
    })
  }
}
