import '../../../internet/reflect-metadata.ts'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { SERVER_AUTHENTICATION } from '../../../internet/certificate-authority.ts'
import { objectIdentifier, sequence } from '../../../internet/der.ts'

export interface Issuer {
  der: Buffer
  pem: string
  /** PKCS #8 in PEM. */
  privateKey: string
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Issues a certificate with exactly these extensions and a new key, also one that is not valid. */
export async function certify(
  issuer: Issuer,
  subject: string,
  extensions: Extension[],
  hash = 'SHA-256',
): Promise<Issuer> {
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(issuer.privateKey),
    ECDSA,
    false,
    ['sign'],
  )
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: new X509Certificate(issuer.pem).subject,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2040-01-01T00:00:00Z'),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: { name: 'ECDSA', hash },
    extensions,
  })
  return {
    der: Buffer.from(certificate.rawData),
    pem: certificate.toString('pem'),
    privateKey: PemConverter.encode(
      await crypto.subtle.exportKey('pkcs8', keys.privateKey),
      'PRIVATE KEY',
    ),
  }
}

export const authority = (pathLength?: number): Extension =>
  new BasicConstraintsExtension(true, pathLength, true)
export const notAuthority = (): Extension => new BasicConstraintsExtension(false, undefined, true)
export const keyUsage = (usage: 'keyCertSign' | 'digitalSignature'): Extension =>
  new KeyUsagesExtension(KeyUsageFlags[usage], true)
export const usages = (...ids: string[]): Extension => new ExtendedKeyUsageExtension(ids)
export const unknownCritical = (): Extension =>
  new Extension('1.2.3.4', true, new Uint8Array(sequence(objectIdentifier('1.2.3'))))
/** The content does not count, because nothing reads it. */
export const nameConstraints = (): Extension =>
  new Extension('2.5.29.30', true, new Uint8Array(sequence()))
/** The content does not count, because the subject states the same number. */
export const companyNumber = (): Extension =>
  new Extension('2.23.140.3.1', true, new Uint8Array(sequence()))
export const logotype = (): Extension =>
  new Extension('1.3.6.1.5.5.7.1.12', false, new Uint8Array(sequence()))
export const dnsNames = (...names: string[]): Extension =>
  new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))

export const serverExtensions = (name: string): Extension[] => [
  usages(SERVER_AUTHENTICATION),
  dnsNames(name),
]
