import type { CollectorName } from '../evidence.ts'

/**
 * SQL/JSON path (PostgreSQL) that selects the evidence of these collectors, because all evidence of
 * an analysis can have megabytes.
 */
export const evidencePath = (collectors: readonly CollectorName[]): string =>
  `$[*] ? (${collectors.map((name) => `@.collector == "${name}"`).join(' || ')})`
