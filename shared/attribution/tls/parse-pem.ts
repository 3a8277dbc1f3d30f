import { fromLooseBase64 } from '../../platform/crypto/encodings.ts'

const PEM_LENGTH_MAX = 512 * 1024
const CERTIFICATES_MAX = 100
const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

/** DER of the certificates of a PEM text (RFC 7468), in their order. Other text is ignored. */
export function parsePem(text: string): Uint8Array[] {
  const certificates: Uint8Array[] = []
  const pem = text.slice(0, PEM_LENGTH_MAX)
  let end = 0
  while (certificates.length < CERTIFICATES_MAX) {
    const begin = pem.indexOf(BEGIN, end)
    if (begin < 0) break
    end = pem.indexOf(END, begin)
    if (end < 0) break
    certificates.push(fromLooseBase64(pem.slice(begin + BEGIN.length, end)))
  }
  return certificates
}
