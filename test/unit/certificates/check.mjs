// Usage: node check.mjs certificate.json keys.json. Verifies a certificate with Node's crypto module and the published keys.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [{ certificate, signatures }, { keys }] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file)))
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
const signed = verify(null, Buffer.from(canonical(certificate)), key, Buffer.from(value, 'base64url'))
const valid = signed && unbroken && certificate.evidence_root === before.at(-1)
console.log(valid ? 'valid' : 'NOT VALID')
process.exitCode = valid ? 0 : 1
