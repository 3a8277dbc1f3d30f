// Usage: node check.mjs certificate.json keys.json [evidence.json]. Verifies a certificate with
// Node's crypto module and the published keys. evidence.json is the answer of GET
// /jobs/{job_id}/evidence; if given, its content must match the digests in the certificate.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [document, { keys }, answer] = process.argv
  .slice(2, 5)
  .map((file) => JSON.parse(readFileSync(file)))
const { certificate, signatures } = document
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`
}
const digest = (value) => createHash('sha256').update(canonical(value)).digest('hex')
const before = ['0'.repeat(64), ...certificate.evidence.map(digest)]
const unbroken = certificate.evidence.every((entry, index) => entry.prev_digest === before[index])
const { key_id: keyId, value } = signatures.find(({ alg }) => alg === 'EdDSA')
const key = createPublicKey({ key: keys.find(({ kid }) => kid === keyId), format: 'jwk' })
const signed = verify(
  null,
  Buffer.from(canonical(certificate)),
  key,
  Buffer.from(value, 'base64url'),
)
const entries = answer?.data.evidence.map(({ seq: _seq, digest: _digest, ...stored }) =>
  digest(stored),
)
const shown =
  entries === undefined ||
  canonical(entries) === canonical(certificate.evidence.map((entry) => entry.digest))
const valid = signed && unbroken && shown && certificate.evidence_root === before.at(-1)
console.log(valid ? 'valid' : 'NOT VALID')
process.exitCode = valid ? 0 : 1
