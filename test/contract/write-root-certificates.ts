import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { rootOf } from '../../shared/attribution/tls/roots.ts'

const FILE = new URL('../../shared/attribution/data/root-certificates.json', import.meta.url)

// Node ships the list of Mozilla (NSS certdata, MPL 2.0). Only names and keys are kept, because
// nothing else of a root is checked.
const roots = rootCertificates.map((pem) => {
  const root = rootOf(new Uint8Array(new X509Certificate(pem).raw))
  if (root === null) throw new Error(`A root cannot be read: ${pem}`)
  return root
})
const lines = roots
  .toSorted((one, other) => (one.subject + one.key < other.subject + other.key ? -1 : 1))
  .map((root) => JSON.stringify(root))
writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`)
