import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Candidate,
  EntitySignals,
} from '../../../shared/attribution/scoring/scoring-result.ts'
import type { Certificate, SignedCertificate } from '../../../shared/certificates/certificate.ts'
import { withSignals } from '../../../shared/certificates/certified-signals.ts'
import {
  type CollectedEvidenceRow,
  chainEvidence,
} from '../../../shared/certificates/evidence-chain.ts'
import type { FontStore } from '../../../shared/certificates/formats/pdf/font-store.ts'
import { type CertificateKeys, sign } from '../../../shared/certificates/signatures.ts'
import { canonicalBytes, canonicalText } from '../../../shared/platform/crypto/canonical-json.ts'
import { Ed25519Key } from '../../../shared/platform/crypto/ed25519.ts'
import { FONT_FOLDER } from '../../fonts.ts'

export function newKeys(name: string): CertificateKeys {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    CERTIFICATE_HMAC_KEYS: [
      { keyId: `mac-${name}`, secret: crypto.getRandomValues(new Uint8Array(32)) },
    ],
    CERTIFICATE_SIGNING_KEYS: [Ed25519Key.parse({ ...jwk, kid: `sign-${name}` })],
  }
}

export const store: FontStore = { read: (file) => readFile(join(FONT_FOLDER, file)) }

export function candidatesNamed(...names: string[]): Candidate[] {
  return names.map((entity, index) => ({
    rank: index + 1,
    entity,
    aliases: [],
    entity_type: 'organization',
    confidence: Number((0.9 / 2 ** Math.min(index, 8) / (index > 8 ? names.length : 1)).toFixed(6)),
    basis: 'corroborated',
    signal_count: Math.max(1, 7 - index),
    rationale: `The imprint, the registration and the copyright line name ${entity} independently of each other.`,
  }))
}

const COLLECTORS = [
  'dns',
  'whois',
  'http_probe',
  'asn',
  'rdns',
  'certificates',
  'legal_entity',
  'llm',
]

export async function certificateOf(
  keys: CertificateKeys,
  candidates: Candidate[],
  more: {
    domain?: string
    domainUnicode?: string
    evidence?: number
    entities?: EntitySignals[]
  } = {},
): Promise<{ signed: SignedCertificate; body: string; evidence: CollectedEvidenceRow[] }> {
  const domain = more.domain ?? 'example.com'
  const evidence: CollectedEvidenceRow[] = Array.from(
    { length: more.evidence ?? COLLECTORS.length },
    (_, index) => ({
      collector: COLLECTORS[index % COLLECTORS.length] ?? 'dns',
      status: 'ok',
      detail: null,
      source:
        index === 1
          ? 'rdap.registry.example, whois.registrar.example, whois.registry-of-last-resort.example'
          : 'cloudflare-dns.com',
      collected_at: `2026-11-20T10:15:0${index % 10}.000Z`,
      duration_ms: 40 + index,
      data: { observed: `value ${index}`, share: index / 7 },
    }),
  )
  const chain = await chainEvidence(evidence)
  const [top] = candidates
  const content: Certificate = {
    format_version: '1',
    certificate_id: 'crt_01kakrm3v9f4hbyk2vtbj8x3sd',
    issuer: 'https://api.attribution.example',
    job_id: 'job_01kakrm3v9f4hbyk2vtbj8x3sd',
    domain,
    ...(more.domainUnicode === undefined ? {} : { domain_unicode: more.domainUnicode }),
    issued_at: '2026-11-20T10:15:12.345Z',
    result: {
      domain,
      outcome: 'attributed',
      entity: top?.entity ?? null,
      confidence: top?.confidence ?? 0,
      candidates,
      summary: `${top?.entity ?? 'Nobody'} operates ${domain}: the registration, the imprint and the structured data of the site agree on it.`,
      collected_at: '2026-11-20T10:15:01.000Z',
      scorer_version: '3',
    },
    evidence: chain.entries,
    evidence_root: chain.root,
    scorer_version: '3',
  }
  const certificate = more.entities === undefined ? content : withSignals(content, more.entities)
  const signatures = await sign(keys, canonicalBytes(certificate))
  return {
    signed: { certificate, signatures },
    body: canonicalText({ certificate, signatures }),
    evidence,
  }
}
