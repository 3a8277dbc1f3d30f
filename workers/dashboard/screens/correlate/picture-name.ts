const SUBJECT_CHARACTERS_MAX = 80

/** Such as `example.com+11_2026-11-26_correlation.png`. `at` is an ISO 8601 time. */
export function pictureName(domains: readonly string[], at: string | null, suffix: string): string {
  const first = (domains[0] ?? 'domains').toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-')
  const subject = first.replace(/^[.-]+/, '').slice(0, SUBJECT_CHARACTERS_MAX)
  const others = domains.length > 1 ? `+${domains.length - 1}` : ''
  const day = at === null ? '' : `_${at.slice(0, 10)}`
  return `${subject}${others}${day}_correlation.${suffix}`
}
