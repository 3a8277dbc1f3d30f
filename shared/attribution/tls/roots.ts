import { fromBase64, toBase64 } from '../../platform/crypto/encodings.ts'
import markCertificates from '../data/mark-root-certificates.json' with { type: 'json' }
import siteCertificates from '../data/root-certificates.json' with { type: 'json' }
import { parseCertificate } from './parse-certificate.ts'
import { parsePem } from './parse-pem.ts'

export interface RootCertificate {
  /** Base64 of the DER of the distinguished name. */
  subject: string
  /** Base64 of the DER of the SubjectPublicKeyInfo. */
  key: string
  /** ISO 8601. */
  not_after: string
}

/** Trusted roots by `subject`. Two roots of one authority may have one name. */
export type Roots = ReadonlyMap<string, readonly RootCertificate[]>

function rootsOf(list: readonly RootCertificate[]): Roots {
  const roots = new Map<string, RootCertificate[]>()
  for (const root of list) roots.set(root.subject, [...(roots.get(root.subject) ?? []), root])
  return roots
}

/** Null if the bytes are no certificate. */
export function rootOf(der: Uint8Array): RootCertificate | null {
  const certificate = parseCertificate(der)
  if (certificate === null) return null
  return {
    subject: toBase64(certificate.subject.der),
    key: toBase64(certificate.publicKey),
    not_after: certificate.notAfter.toISOString(),
  }
}

const additional = (pem: string): RootCertificate[] =>
  parsePem(pem).flatMap((der) => rootOf(der) ?? [])

/** Keeps the result for the last text, because a Worker has only one. */
function remembered(build: (pem: string) => Roots): (pem: string) => Roots {
  let last: { pem: string; roots: Roots } | null = null
  return (pem) => {
    if (last?.pem !== pem) last = { pem, roots: build(pem) }
    return last.roots
  }
}

/** Roots for websites: Mozilla's list, and the certificates of a PEM text, which may be empty. */
export const siteRoots = remembered((pem) => rootsOf([...siteCertificates, ...additional(pem)]))

/** Roots for mark certificates (BIMI), which are not in Mozilla's list. */
export const markRoots = remembered((pem) =>
  rootsOf([
    ...markCertificates.flatMap(({ certificate }) => rootOf(fromBase64(certificate)) ?? []),
    ...additional(pem),
  ]),
)
