type Format = 'pdf' | 'json' | 'csv' | 'stix'

const ENDINGS: Record<Format, string> = {
  pdf: 'certificate.pdf',
  json: 'certificate.json',
  csv: 'certificate.csv',
  stix: 'analysis.stix.json',
}
const NAME_CHARACTERS_MAX = 120

/** Such as `example.com_2026-11-26_certificate.pdf`. `collectedAt` is an ISO 8601 time. */
export function downloadName(domain: string, collectedAt: string, format: Format): string {
  const safe = domain.replace(/[^a-z0-9.-]/gi, '_').slice(0, NAME_CHARACTERS_MAX)
  return `${safe}_${collectedAt.slice(0, 10)}_${ENDINGS[format]}`
}
