const PREFIX = '/entities/'

/**
 * The router decodes only a part of the escapes, so that "%2F" and "%26" would stay in the name.
 * Returns `fallback` for a malformed path.
 */
export function entityNameIn(path: string, fallback: string): string {
  const start = path.indexOf(PREFIX)
  if (start === -1) return fallback
  try {
    return decodeURIComponent(path.slice(start + PREFIX.length).replace(/\/$/, '')) || fallback
  } catch {
    return fallback
  }
}

/** Limit of one correlation. */
const CORRELATED_MAX = 100

/** Fills the form of a correlation. */
export function correlatePath(domains: readonly string[]): string {
  return `/correlate?domains=${encodeURIComponent(domains.slice(0, CORRELATED_MAX).join(','))}`
}

interface OfEntity {
  domain: string
  entity: string | null
}

/**
 * Jobs that found the entity or analyzed one of its domains. Names are compared without regard to
 * case.
 */
export function jobsOfEntity<Job extends OfEntity>(
  jobs: readonly Job[],
  name: string,
  domains: readonly string[],
): readonly Job[] {
  const wanted = new Set(domains)
  const lower = name.toLowerCase()
  return jobs.filter(({ domain, entity }) => wanted.has(domain) || entity?.toLowerCase() === lower)
}
