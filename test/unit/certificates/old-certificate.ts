/** A certificate as the service issued it before results had the fields `basis` and `warnings`. */
export const OLD_CERTIFICATE = {
  certificate: {
    format_version: '1',
    certificate_id: 'crt_01kakrm3v9f4hbyk2vtbj8x3sd',
    issuer: 'https://api.attribution.example',
    job_id: 'job_01kakrm3v9f4hbyk2vtbj8x3sd',
    domain: 'example.com',
    issued_at: '2026-11-20T10:15:12.345Z',
    result: {
      domain: 'example.com',
      outcome: 'attributed',
      entity: 'Example Ltd',
      confidence: 0.9,
      candidates: [
        {
          rank: 1,
          entity: 'Example Ltd',
          aliases: [],
          entity_type: 'organization',
          confidence: 0.9,
          signal_count: 2,
          rationale: 'The imprint and the registration name Example Ltd.',
        },
        {
          rank: 2,
          entity: 'Other GmbH',
          aliases: ['Other'],
          entity_type: 'organization',
          confidence: 0.05,
          signal_count: 1,
          rationale: 'A copyright line names Other GmbH.',
        },
      ],
      summary: 'Example Ltd operates example.com.',
      collected_at: '2026-11-20T10:15:01.000Z',
      scorer_version: '3',
      entities: [],
    },
    evidence: [
      {
        seq: 1,
        collector: 'dns',
        source: 'cloudflare-dns.com',
        collected_at: '2026-11-20T10:15:01.000Z',
        digest: 'ab'.repeat(32),
        prev_digest: '0'.repeat(64),
      },
    ],
    evidence_root: 'cd'.repeat(32),
    scorer_version: '3',
  },
  signatures: [
    { alg: 'HMAC-SHA256', key_id: 'mac-1', canonicalization: 'RFC8785', value: 'A'.repeat(43) },
    { alg: 'EdDSA', key_id: 'sign-1', canonicalization: 'RFC8785', value: 'B'.repeat(86) },
  ],
}
