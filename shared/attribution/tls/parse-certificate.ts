import { sameBytes } from './byte-reader.ts'
import {
  childrenOf,
  contextTag,
  type DerElement,
  DerError,
  expectTag,
  readElement,
  sequenceOf,
  TAG,
} from './der.ts'
import { objectIdOf, stringOf, timeOf, wholeBytesOf } from './der-values.ts'
import { type Extensions, extensionsOf } from './parse-extensions.ts'

/** Largest certificate that is read, in bytes. */
export const CERTIFICATE_BYTES_MAX = 64 * 1024
const ATTRIBUTES_MAX = 100

export interface NameAttribute {
  /** Object identifier in dotted decimal form. */
  type: string
  value: string
}

export interface DistinguishedName {
  /** Issuer and subject of a chain must be equal byte by byte (CA/Browser Forum BR 7.1.4.1). */
  der: Uint8Array
  attributes: readonly NameAttribute[]
}

export interface ParsedCertificate extends Extensions {
  der: Uint8Array
  /** The part that the issuer has signed. */
  signedBytes: Uint8Array
  /** DER of the AlgorithmIdentifier (RFC 5280 section 4.1.1.2). */
  signatureAlgorithm: Uint8Array
  signature: Uint8Array
  issuer: DistinguishedName
  subject: DistinguishedName
  notBefore: Date
  notAfter: Date
  /** DER of the SubjectPublicKeyInfo. */
  publicKey: Uint8Array
}

/** X.509 version 3 (RFC 5280). Null if the bytes are not one well-formed certificate. */
export function parseCertificate(der: Uint8Array): ParsedCertificate | null {
  if (der.length > CERTIFICATE_BYTES_MAX) return null
  try {
    return certificateOf(der)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function certificateOf(der: Uint8Array): ParsedCertificate {
  const [signed, algorithm, signature, ...rest] = sequenceOf(readElement(der))
  if (rest.length > 0) throw new DerError('The certificate has too many parts.')
  const [version, , innerAlgorithm, issuer, validity, subject, publicKey, ...optional] =
    sequenceOf(signed)
  requireVersion3(version)
  const signatureAlgorithm = expectTag(algorithm, TAG.sequence).whole
  if (!sameBytes(signatureAlgorithm, expectTag(innerAlgorithm, TAG.sequence).whole))
    throw new DerError('The certificate names two signature algorithms.')
  const [notBefore, notAfter] = sequenceOf(validity)
  return {
    der,
    signedBytes: expectTag(signed, TAG.sequence).whole,
    signatureAlgorithm,
    signature: wholeBytesOf(signature),
    issuer: nameOf(issuer),
    subject: nameOf(subject),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    publicKey: expectTag(publicKey, TAG.sequence).whole,
    ...extensionsOf(optional.find(({ tag }) => tag === contextTag(3, true))),
  }
}

function requireVersion3(element: DerElement | undefined): void {
  const [version] = childrenOf(expectTag(element, contextTag(0, true)))
  const { content } = expectTag(version, TAG.integer)
  if (content.length !== 1 || content[0] !== 2) throw new DerError('The version is not 3.')
}

function nameOf(element: DerElement | undefined): DistinguishedName {
  const name = expectTag(element, TAG.sequence)
  const attributes = childrenOf(name).flatMap((set) =>
    childrenOf(expectTag(set, TAG.set)).flatMap((pair) => {
      const [type, value] = sequenceOf(pair)
      if (value === undefined) throw new DerError('An attribute has no value.')
      const text = stringOf(value)
      return text === null ? [] : [{ type: objectIdOf(type), value: text }]
    }),
  )
  if (attributes.length > ATTRIBUTES_MAX) throw new DerError('A name has too many attributes.')
  return { der: name.whole, attributes }
}

/** First value of an attribute type, or null. */
export const attributeOf = (name: DistinguishedName, type: string): string | null =>
  name.attributes.find((attribute) => attribute.type === type)?.value ?? null
