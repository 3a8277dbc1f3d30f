const PREFIX = '/entities/'

/**
 * Returns the name of the entity in a path such as `/app/entities/A%2FS%20Example`. The router
 * decodes only a part of the escapes, so that "%2F" and "%26" would stay in the name. Returns
 * `fallback` for a malformed path.
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

/** Largest number of domains that one correlation compares. */
const CORRELATED_MAX = 100

/** Returns the path that fills the form of a correlation with these domains. */
export function correlatePath(domains: readonly string[]): string {
  return `/correlate?domains=${encodeURIComponent(domains.slice(0, CORRELATED_MAX).join(','))}`
}

interface OfEntity {
  domain: string
  entity: string | null
}

/**
 * Returns the jobs that found the entity or that analyzed one of its domains. Names are compared
 * without regard to case.
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
