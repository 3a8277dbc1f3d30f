import { csvRecords } from '../../platform/csv.ts'
import type { CertifiableResult, SignedCertificate } from '../certificate.ts'

const COLUMNS = [
  'section',
  'rank',
  'entity',
  'confidence',
  'signal',
  'collector',
  'observed',
  'contribution',
  'stance',
] as const
type Row = { section: string } & {
  [Column in Exclude<(typeof COLUMNS)[number], 'section'>]?: string | number
}

/**
 * CSV (RFC 4180) in UTF-8. In the row of a signature, the column `signal` has the algorithm,
 * `collector` the key id and `observed` the signature. The signatures cover the content of all
 * other rows.
 */
export function certificateCsv({ certificate, signatures }: SignedCertificate): string {
  const { candidates, entities = [] } = certificate.result
  const ranks = new Map(candidates.map(({ entity, rank }) => [entity, rank]))
  const rows: Row[] = [
    {
      section: 'certificate',
      entity: certificate.result.entity ?? '',
      confidence: certificate.result.confidence,
      signal: certificate.result.outcome,
      collector: certificate.domain,
      observed: certificate.certificate_id,
    },
    ...resultRows(certificate.result),
    ...candidates.map(({ rank, entity, confidence, rationale }) => ({
      section: 'candidate',
      rank,
      entity,
      confidence,
      observed: rationale,
    })),
    ...entities.flatMap(({ entity, confidence, signals }) =>
      signals.map(({ explanation: _, ...signal }) => ({
        section: 'signal',
        rank: ranks.get(entity) ?? '',
        entity,
        confidence,
        ...signal,
      })),
    ),
    ...certificate.evidence.map(({ seq, collector, digest }) => ({
      section: 'evidence',
      rank: seq,
      collector,
      observed: digest,
    })),
    { section: 'evidence_root', observed: certificate.evidence_root },
    ...signatures.map(({ alg, key_id, value }) => ({
      section: 'signature',
      signal: alg,
      collector: key_id,
      observed: value,
    })),
  ]
  return csvRecords([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))])
}

// One row for the basis and one for each warning. A warning has its kind in the column `signal` and
// its severity in `stance`.
function resultRows({ entity, basis, warnings = [] }: CertifiableResult): Row[] {
  if (basis === undefined) return []
  return [
    { section: 'result', signal: 'basis', entity: entity ?? '', observed: basis ?? '' },
    ...warnings.map((warning) => ({
      section: 'result',
      signal: warning.kind,
      entity: warning.entity ?? '',
      observed: warning.detail,
      stance: warning.severity,
    })),
  ]
}
