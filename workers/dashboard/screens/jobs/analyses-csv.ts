import type { CsvRow } from '../../parts/csv-file.ts'
import type { Analysis } from './analyses-filter.ts'

const TITLES = [
  'domain',
  'domain_unicode',
  'operator',
  'confidence',
  'basis',
  'warnings',
  'state',
  'depth',
  'created_at',
  'job_id',
]

export const analysesCsv = (analyses: readonly Analysis[]): CsvRow[] => [
  TITLES,
  ...analyses.map((analysis) => [
    analysis.domain,
    analysis.domain_unicode,
    analysis.entity ?? '',
    analysis.confidence ?? '',
    analysis.basis ?? '',
    analysis.warnings.map(({ kind }) => kind).join(' '),
    analysis.status,
    analysis.depth,
    analysis.created_at,
    analysis.job_id,
  ]),
]
