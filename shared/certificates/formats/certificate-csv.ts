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
 * RFC 4180, UTF-8. A row of a signature has the algorithm in the column `signal`, the key id in
 * `collector` and the signature in `observed`. All other rows contain only what these cover.
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

/** Basis, and each warning: its kind in `signal`, its severity in `stance`. */
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
