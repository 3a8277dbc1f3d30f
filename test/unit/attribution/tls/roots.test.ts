import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { expect, test } from 'vitest'
import markCertificates from '../../../../shared/attribution/data/mark-root-certificates.json' with {
  type: 'json',
}
import shipped from '../../../../shared/attribution/data/root-certificates.json' with {
  type: 'json',
}
import {
  markRoots,
  type RootCertificate,
  rootOf,
  siteRoots,
} from '../../../../shared/attribution/tls/roots.ts'
import { createRoot } from '../../../internet/certificate-authority.ts'

const SHARED_SHARE_MIN = 0.9

const ofNode = rootCertificates.map((pem): RootCertificate => {
  const { raw, publicKey, validTo } = new X509Certificate(pem)
  return {
    subject: rootOf(raw)?.subject ?? '',
    key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    not_after: new Date(validTo).toISOString(),
  }
})

// Another minor version of Node may have a newer list, so the two need not be equal.
test('the roots are those of the running Node, but for few', () => {
  const keys = new Map(ofNode.map((root) => [root.key, root]))
  const both = shipped.filter(({ key }) => keys.has(key))
  expect(both.length).toBeGreaterThanOrEqual(SHARED_SHARE_MIN * ofNode.length)
  expect(both.length).toBeGreaterThanOrEqual(SHARED_SHARE_MIN * shipped.length)
  for (const root of both) expect(root).toEqual(keys.get(root.key))
})

test('every root is found by its name', () => {
  const roots = siteRoots('')
  for (const root of shipped) expect(roots.get(root.subject)).toContainEqual(root)
})

test('the roots of mark certificates are the four that issue them', () => {
  const found = markCertificates.map(({ name, certificate }) => {
    const parsed = new X509Certificate(Buffer.from(certificate, 'base64'))
    expect(parsed.verify(parsed.publicKey)).toBe(true)
    return [name, parsed.fingerprint256.replaceAll(':', '').toLowerCase()]
  })
  expect(found).toEqual([
    [
      'DigiCert Verified Mark Root CA',
      '504386c9ee8932fecc95fade427f69c3e2534b7310489e300fee448e33c46b42',
    ],
    [
      'GlobalSign Verified Mark Root R42',
      'cd122cb877c6928b9017b0f0b80dbd508196300bbd03cd7356c3beef524e7e0b',
    ],
    [
      'SSL.com VMC ECC Root CA 2024',
      '1b82e7f4910b51e3e802a493acdc17ff58eac8b9eb7c09b52ac6cd2efb83598c',
    ],
    [
      'SSL.com VMC RSA Root CA 2024',
      '8f9d1b7698886782a599b48510651c66a1aa0c5ca3192097bdc68534154bd30d',
    ],
  ])
  expect(markRoots('').size).toBe(4)
})

test('no root of one list is in the other', () => {
  const sites = siteRoots('')
  for (const subject of markRoots('').keys()) expect(sites.has(subject)).toBe(false)
})

test('additional roots of a PEM text count for both purposes', async () => {
  const root = await createRoot('Additional Root')
  const subject = rootOf(root.der)?.subject ?? ''
  const pem = `${root.pem}\nno certificate\n`
  for (const roots of [siteRoots, markRoots]) {
    expect(roots(pem).has(subject)).toBe(true)
    expect(roots(pem)).toBe(roots(pem))
    expect(roots('').has(subject)).toBe(false)
  }
})
