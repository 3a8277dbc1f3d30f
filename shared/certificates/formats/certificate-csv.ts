import { stringify } from 'csv-stringify/sync'
import type { EntitySignals } from '../../attribution/scoring/scoring-result.ts'
import type { SignedCertificate } from '../certificate.ts'

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
type Row = { section: string } & { [Column in Exclude<(typeof COLUMNS)[number], 'section'>]?: string | number }

/**
 * Characters at which spreadsheets take a cell for a formula (OWASP, CSV injection), their full-width forms too. The library's
 * escape_formulas lacks \n and \0, and the bytes of an issued certificate must stay the same.
 */
const FORMULA_START = /^[=+\-@\t\r\n\u0000＝＋－＠]/u

/**
 * The certificate as CSV (RFC 4180, UTF-8): the certificate, its candidates, the signals of each candidate that it shows, the evidence
 * by digest, then the signatures (signal: algorithm, collector: key id, observed: value).
 */
export function certificateCsv(
  { certificate, signatures }: SignedCertificate,
  entities: readonly EntitySignals[],
): string {
  const { candidates } = certificate.result
  const shown = new Map(candidates.map(({ entity, rank }) => [entity, rank]))
  const rows: Row[] = [
    {
      section: 'certificate',
      entity: certificate.result.entity ?? '',
      confidence: certificate.result.confidence,
      signal: certificate.result.outcome,
      collector: certificate.domain,
      observed: certificate.certificate_id,
    },
    ...candidates.map(({ rank, entity, confidence, rationale }) => ({
      section: 'candidate',
      rank,
      entity,
      confidence,
      observed: rationale,
    })),
    ...entities.flatMap(({ entity, confidence, signals }) => {
      const rank = shown.get(entity)
      if (rank === undefined) return []
      return signals.map(({ explanation: _, ...signal }) => ({
        section: 'signal',
        rank,
        entity,
        confidence,
        ...signal,
      }))
    }),
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
  return stringify(rows, {
    header: true,
    columns: [...COLUMNS],
    record_delimiter: '\r\n',
    // A \r or \n alone is quoted too: parsers differ in what ends a record.
    quote_record_delimiter: true,
    cast: { string: defused },
  })
}

const defused = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text)
