import { utf8 } from '../crypto/encodings.ts'

/** With the date, the kind and the extension, a name stays below 255 bytes, the limit of ext4. */
const SUBJECT_BYTES_MAX = 150

/** Windows opens a device instead of a file of this name, with any extension: "con.com_1.csv". */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\.|$)/iu

// Letters, marks and digits of every script stay. Everything else could be a path, a wildcard, a
// quotation mark, or an invisible character that turns the name around: "cod\u202Efdp.exe".
const UNSAFE = /[^\p{L}\p{M}\p{N}.-]+/gu

export interface FileSubject {
  /** A domain, or a name that a customer gave. */
  subject: string
  /** ISO 8601; the first ten characters are used. */
  at: string
  kind: string
  extension: string
}

/** "thorncastle-group.com_2026-11-26_certificate.pdf" */
export function fileName({ subject, at, kind, extension }: FileSubject): string {
  return `${safeSubject(subject) || kind}_${at.slice(0, 10)}_${kind}.${extension}`
}

function safeSubject(subject: string): string {
  const safe = firstBytes(subject.normalize('NFC').replace(UNSAFE, '-'))
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '')
    .replace(/(?<![.-])[.-]+$/, '')
  return DEVICE.test(safe) ? `domain-${safe}` : safe
}

function firstBytes(text: string): string {
  let bytes = 0
  let first = ''
  for (const character of text) {
    bytes += utf8(character).length
    if (bytes > SUBJECT_BYTES_MAX) break
    first += character
  }
  return first
}

const ASCII_NAME = /^[A-Za-z0-9._-]+$/

/** Value of Content-Disposition (RFC 6266). Old clients read the first, ASCII name. */
export function contentDisposition(type: 'inline' | 'attachment', file: FileSubject): string {
  const name = fileName(file)
  if (ASCII_NAME.test(name)) return `${type}; filename="${name}"`
  const plain = fileName({ ...file, subject: file.subject.replace(/[^\x20-\x7e]+/g, '-') })
  return `${type}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
