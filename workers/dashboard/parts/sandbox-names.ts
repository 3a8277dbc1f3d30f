import { NOBODY_NAMED } from './row-words.ts'

const SANDBOX = 'sandbox.example'

/** Names with fixed answers. Their analysis is free. */
export const SANDBOX_EXAMPLES = [
  { domain: `test-corp.${SANDBOX}`, title: 'A company' },
  { domain: `test-imitation.${SANDBOX}`, title: 'An imitation' },
  { domain: `test-unknown.${SANDBOX}`, title: NOBODY_NAMED },
] as const

/** No real domain ends with `.example` (RFC 2606). */
export const isSandbox = (domain: string): boolean => domain.endsWith('.example')

/** The number of names that an analysis is charged for. */
export const chargedNames = (domains: readonly string[]): number =>
  domains.filter((domain) => !isSandbox(domain)).length
