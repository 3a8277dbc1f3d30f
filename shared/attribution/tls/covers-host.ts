import { siteDomain } from '../../platform/public-suffix.ts'

/** RFC 9525 section 6.3: "*" is the whole first label and stands for exactly one label. */
export function coversHost(names: readonly string[], host: string): boolean {
  const dot = host.indexOf('.')
  const wildcard = dot < 0 ? null : `*${host.slice(dot)}`
  return names.some((name) => name === host || name === wildcard)
}

/**
 * A mark certificate names domains, also for their subdomains, and has no wildcards. A private
 * suffix counts, so a mark of github.io is no mark of kork.github.io.
 */
export function coversMarkDomain(names: readonly string[], domain: string): boolean {
  const registrable = siteDomain(domain)
  return names.some((name) => name === domain || name === registrable)
}
