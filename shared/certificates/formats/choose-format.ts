export const CERTIFICATE_FORMATS = ['json', 'csv', 'pdf'] as const
export type CertificateFormat = (typeof CERTIFICATE_FORMATS)[number]

const FORMAT_OF_TYPE: Record<string, CertificateFormat> = {
  'application/json': 'json',
  'application/toon': 'json',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/*': 'json',
  '*/*': 'json',
}

/** The query parameter, else the preferred type of the Accept header (RFC 9110), else JSON. */
export function formatOf(
  parameter: CertificateFormat | undefined,
  accept: string | undefined,
): CertificateFormat {
  if (parameter !== undefined) return parameter
  let best: CertificateFormat = 'json'
  let bestQuality = 0
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const format = FORMAT_OF_TYPE[type]
    const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
    if (format === undefined || !(weight > bestQuality)) continue
    best = format
    bestQuality = weight
  }
  return best
}
