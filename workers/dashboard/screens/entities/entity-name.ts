const PREFIX = '/entities/'

/**
 * Reads the name of the entity from a path. The router decodes only some escapes, and "%2F" and
 * "%26" would stay in the name. Returns `fallback` for a malformed path.
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

/** Largest number of domains that one correlation can compare. */
export const CORRELATED_MAX = 100

/** Address of the form for a correlation, already filled with these domains. */
export function correlatePath(domains: readonly string[]): string {
  return `/correlate?domains=${encodeURIComponent(domains.slice(0, CORRELATED_MAX).join(','))}`
}

interface OfEntity {
  domain: string
  entity: string | null
}

/**
 * Finds jobs that named this entity or analyzed one of its domains. Upper and lower case of names
 * count as equal.
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
