import { createHash } from 'node:crypto'
import type { CertificateFacts, VALIDATIONS } from '../witness-evidence.ts'
import { attributeOf, type ParsedCertificate } from './parse-certificate.ts'

type Validation = (typeof VALIDATIONS)[number]

/** Extended key usages of TLS servers (RFC 5280 section 4.2.1.12) and of BIMI mark certificates. */
export const KEY_USAGE = { server: '1.3.6.1.5.5.7.3.1', mark: '1.3.6.1.5.5.7.3.31' } as const

/** CA/Browser Forum Baseline Requirements, section 7.1.6.1. */
const POLICY = {
  ev: '2.23.140.1.1',
  dv: '2.23.140.1.2.1',
  ov: '2.23.140.1.2.2',
  iv: '2.23.140.1.2.3',
} as const

/** ETSI EN 319 412-5: QcCompliance, and the type of certificates for websites. */
const QC_COMPLIANCE = '0.4.0.1862.1.1'
const QC_WEB = '0.4.0.1862.1.6.3'

/** Attribute types of X.520, and of the CA/Browser Forum EV Guidelines, section 7.1.4.2. */
export const ATTRIBUTE = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  businessCategory: '2.5.4.15',
  organizationIdentifier: '2.5.4.97',
  jurisdictionState: '1.3.6.1.4.1.311.60.2.1.2',
  jurisdictionCountry: '1.3.6.1.4.1.311.60.2.1.3',
} as const

/** Facts are stored, and a certificate of 64 KiB can hold thousands of names. */
const NAMES_MAX = 200

/** Anyone can write a subject. Only the signature of a trusted authority makes it a fact. */
export function certificateFacts(certificate: ParsedCertificate): CertificateFacts {
  const { issuer, der, dnsNames, notBefore, notAfter } = certificate
  const validation = validationOf(certificate)
  return {
    fingerprint: createHash('sha256').update(der).digest('hex'),
    issuer:
      attributeOf(issuer, ATTRIBUTE.organization) ??
      attributeOf(issuer, ATTRIBUTE.commonName) ??
      '',
    validation,
    ...(validation === 'dv' || validation === 'unknown'
      ? NO_SUBJECT
      : verifiedSubject(certificate.subject)),
    names: dnsNames.slice(0, NAMES_MAX),
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
  }
}

type VerifiedSubject = Pick<
  CertificateFacts,
  'organization' | 'country' | 'serial_number' | 'jurisdiction' | 'organization_identifier'
>

const NO_SUBJECT: VerifiedSubject = {
  organization: null,
  country: null,
  serial_number: null,
  jurisdiction: null,
  organization_identifier: null,
}

function verifiedSubject(subject: ParsedCertificate['subject']): VerifiedSubject {
  const jurisdiction = countryOf(attributeOf(subject, ATTRIBUTE.jurisdictionCountry))
  const state = attributeOf(subject, ATTRIBUTE.jurisdictionState)
  return {
    organization: attributeOf(subject, ATTRIBUTE.organization),
    country: countryOf(attributeOf(subject, ATTRIBUTE.country)),
    serial_number: attributeOf(subject, ATTRIBUTE.serialNumber),
    jurisdiction:
      jurisdiction !== null && state !== null ? `${jurisdiction}-${state}` : jurisdiction,
    organization_identifier: attributeOf(subject, ATTRIBUTE.organizationIdentifier),
  }
}

const countryOf = (text: string | null): string | null =>
  text !== null && /^[a-z]{2}$/iu.test(text) ? text.toUpperCase() : null

function validationOf(certificate: ParsedCertificate): Validation {
  const { qcStatements, qcTypes, policies } = certificate
  const usages = certificate.extendedKeyUsages ?? []
  // The rules for marks say nothing about the subject of a certificate that serves a website.
  if (usages.includes(KEY_USAGE.mark) && !usages.includes(KEY_USAGE.server)) return 'mark'
  if (qcStatements.includes(QC_COMPLIANCE) && qcTypes.includes(QC_WEB)) return 'qwac'
  for (const level of ['ev', 'ov', 'iv', 'dv'] as const)
    if (policies.includes(POLICY[level])) return level
  return policies.length > 0 && hasSubjectOfEv(certificate.subject) ? 'ev' : 'unknown'
}

/** An EV certificate may name its authority's own EV policy instead of the common one. */
const hasSubjectOfEv = (subject: ParsedCertificate['subject']): boolean =>
  [
    ATTRIBUTE.organization,
    ATTRIBUTE.serialNumber,
    ATTRIBUTE.businessCategory,
    ATTRIBUTE.jurisdictionCountry,
  ].every((type) => attributeOf(subject, type) !== null)
