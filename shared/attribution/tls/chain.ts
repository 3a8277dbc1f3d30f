import { fromBase64, toBase64 } from '../../platform/crypto/encodings.ts'
import { sameBytes } from './byte-reader.ts'
import { KEY_USAGE } from './certificate-facts.ts'
import { coversHost, coversMarkDomain } from './covers-host.ts'
import { type ParsedCertificate, parseCertificate } from './parse-certificate.ts'
import type { RootCertificate, Roots } from './roots.ts'
import { methodOf, parsePublicKey, verifySignature } from './verify-signature.ts'

export type ChainVerdict = 'trusted' | 'untrusted' | 'expired' | 'wrong_name'

export interface ChainQuestion {
  /** DER, leaf first. The intermediates may have any order. */
  chain: readonly Uint8Array[]
  /** Lower case, A-labels. */
  host: string
  now: Date
  roots: Roots
  purpose: 'server' | 'mark'
}

/** Signatures from the leaf to the root. */
const LINKS_MAX = 5
const CERTIFICATES_MAX = 10
/** Certificates that name each other in circles would otherwise cost thousands of checks. */
const SIGNATURE_CHECKS_MAX = 12

const ANY_KEY_USAGE = '2.5.29.37.0'
const KEY_CERT_SIGN_BIT = 5

/**
 * Path validation of RFC 5280 section 6 for the certificates of public websites and marks.
 * Revocation is not checked, and the policies of the path are not intersected (section 6.1.3), so
 * the policy of the leaf counts alone. An authority with name constraints is refused, because it
 * may not issue for every name and nothing here checks for which.
 */
export async function checkChain(question: ChainQuestion): Promise<ChainVerdict> {
  const { chain, host, now, purpose } = question
  if (chain.length === 0 || chain.length > CERTIFICATES_MAX) return 'untrusted'
  const [leaf, ...others] = chain.map(parseCertificate)
  if (leaf === undefined || leaf === null || !isAcceptableLeaf(leaf, purpose)) return 'untrusted'
  const intermediates = others.filter((certificate) => certificate !== null)
  const search = { ...question, intermediates }
  if (!(await hasPath(leaf, { ...search, at: now })))
    return (await hasPath(leaf, { ...search, at: null })) ? 'expired' : 'untrusted'
  const covers = purpose === 'mark' ? coversMarkDomain : coversHost
  return covers(leaf.dnsNames, host) ? 'trusted' : 'wrong_name'
}

function isAcceptableLeaf(leaf: ParsedCertificate, purpose: ChainQuestion['purpose']): boolean {
  if (leaf.isAuthority || leaf.hasUnknownCritical || leaf.hasNameConstraints) return false
  const isForPurpose = (leaf.extendedKeyUsages ?? []).includes(KEY_USAGE[purpose])
  return isForPurpose && (purpose === 'server' || leaf.hasLogotype)
}

interface Search {
  intermediates: readonly ParsedCertificate[]
  roots: Roots
  purpose: ChainQuestion['purpose']
  /** Time at which all certificates must be valid. Null ignores their dates. */
  at: Date | null
}

async function hasPath(leaf: ParsedCertificate, search: Search): Promise<boolean> {
  let checks = 0
  const isSignedBy = async (certificate: ParsedCertificate, key: Uint8Array): Promise<boolean> => {
    checks += 1
    if (checks > SIGNATURE_CHECKS_MAX) return false
    return hasSignature(certificate, key)
  }
  const reachesRoot = async (path: readonly ParsedCertificate[]): Promise<boolean> => {
    const last = path.at(-1)
    if (last === undefined || !isValidAt(last, search.at)) return false
    for (const root of rootsFor(last, search))
      if (await isSignedBy(last, fromBase64(root.key))) return true
    if (path.length >= LINKS_MAX) return false
    for (const issuer of search.intermediates) {
      if (path.includes(issuer) || !mayIssue(issuer, last, path.length - 1, search.purpose))
        continue
      if (!(await isSignedBy(last, issuer.publicKey))) continue
      if (await reachesRoot([...path, issuer])) return true
    }
    return false
  }
  return reachesRoot([leaf])
}

const isValidAt = ({ notBefore, notAfter }: ParsedCertificate, at: Date | null): boolean =>
  at === null || (notBefore <= at && at <= notAfter)

function rootsFor({ issuer }: ParsedCertificate, { roots, at }: Search): RootCertificate[] {
  const named = roots.get(toBase64(issuer.der)) ?? []
  return named.filter(({ not_after }) => at === null || at <= new Date(not_after))
}

/** `below`: number of intermediate certificates between the issuer and the leaf. */
function mayIssue(
  issuer: ParsedCertificate,
  certificate: ParsedCertificate,
  below: number,
  purpose: ChainQuestion['purpose'],
): boolean {
  const usages = issuer.extendedKeyUsages
  const keyId = certificate.authorityKeyId
  return (
    sameBytes(issuer.subject.der, certificate.issuer.der) &&
    (keyId === null || issuer.subjectKeyId === null || sameBytes(keyId, issuer.subjectKeyId)) &&
    issuer.isAuthority &&
    (issuer.keyUsages === null || issuer.keyUsages.has(KEY_CERT_SIGN_BIT)) &&
    (issuer.pathLength === null || below <= issuer.pathLength) &&
    (usages === null || usages.includes(KEY_USAGE[purpose]) || usages.includes(ANY_KEY_USAGE)) &&
    !issuer.hasUnknownCritical &&
    !issuer.hasNameConstraints
  )
}

async function hasSignature(
  certificate: ParsedCertificate,
  issuerKey: Uint8Array,
): Promise<boolean> {
  const method = methodOf(certificate.signatureAlgorithm)
  const key = parsePublicKey(issuerKey)
  if (method === null || key === null) return false
  return verifySignature(key, method, certificate.signature, certificate.signedBytes)
}
