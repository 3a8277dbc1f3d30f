import { isAnswered } from '../../platform/net/dns-answer.ts'
import { parseUrl } from '../../platform/net/url.ts'
import type { CollectorTools, Target } from '../collector.ts'
import { certificateFacts } from '../tls/certificate-facts.ts'
import { checkChain } from '../tls/chain.ts'
import { attributeOf, parseCertificate } from '../tls/parse-certificate.ts'
import { parsePem } from '../tls/parse-pem.ts'
import { markRoots } from '../tls/roots.ts'
import type { LiveCertificateEvidence } from '../witness-evidence.ts'

type Mark = NonNullable<LiveCertificateEvidence['mark']>

const RECORD_LENGTH_MAX = 2_000
const TAGS_MAX = 20
const FILE_BYTES_MAX = 64 * 1024
const FILE_TIMEOUT_MS = 2_500
const MARK_TYPE = '1.3.6.1.4.1.53087.1.13'

/**
 * Reads the certificate to which the BIMI record of the domain points (draft of the AuthIndicators
 * Working Group, tag `a`). Null without such a record. Facts are given only for the outcome
 * `proven`, because everybody can write the others. Never rejects.
 */
export async function readMark(target: Target, tools: CollectorTools): Promise<Mark | null> {
  const url = await markUrl(target, tools)
  if (url === null) return null
  const file = await fetchFile(url, tools)
  if (file === null) return { url, outcome: 'no_answer', certificate: null, mark_type: null }
  const chain = parsePem(file)
  const leaf = chain[0] === undefined ? null : parseCertificate(chain[0])
  if (leaf === null) return { url, outcome: 'unreadable', certificate: null, mark_type: null }
  const verdict = await checkChain({
    chain,
    host: target.domain,
    now: tools.now(),
    roots: markRoots(tools.additionalRoots ?? ''),
    purpose: 'mark',
  })
  return verdict === 'trusted'
    ? {
        url,
        outcome: 'proven',
        certificate: certificateFacts(leaf),
        mark_type: attributeOf(leaf.subject, MARK_TYPE),
      }
    : { url, outcome: verdict, certificate: null, mark_type: null }
}

async function markUrl({ registrableDomain }: Target, { dns }: CollectorTools) {
  const answer = await dns.resolve(`default._bimi.${registrableDomain}`, 'TXT').catch(() => null)
  if (answer === null || !isAnswered(answer)) return null
  const record = answer.values.find((text) => /^v=BIMI1\b/iu.test(text))
  return record === undefined ? null : parseMarkUrl(record)
}

/** Value of the tag `a`. Null if it is empty or no https URL. */
export function parseMarkUrl(record: string): string | null {
  for (const field of record.slice(0, RECORD_LENGTH_MAX).split(';', TAGS_MAX)) {
    const [tag = '', ...value] = field.split('=')
    if (tag.trim().toLowerCase() !== 'a') continue
    const url = parseUrl(value.join('=').trim())
    return url?.protocol === 'https:' ? url.href : null
  }
  return null
}

async function fetchFile(url: string, tools: CollectorTools): Promise<string | null> {
  const limits = { bytesMax: FILE_BYTES_MAX, timeoutMs: FILE_TIMEOUT_MS }
  const answer = await tools.fetchBytes(url, limits).catch(() => null)
  return answer?.status === 200 ? new TextDecoder('latin1').decode(answer.bytes) : null
}
