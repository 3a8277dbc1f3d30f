import { NOBODY_NAMED } from './row-words.ts'

const SANDBOX = 'sandbox.example'

/** Names with fixed answers. Their analysis is free. */
export const SANDBOX_EXAMPLES = [
  { domain: `test-corp.${SANDBOX}`, title: 'A company' },
  { domain: `test-imitation.${SANDBOX}`, title: 'An imitation' },
  { domain: `test-unknown.${SANDBOX}`, title: NOBODY_NAMED },
] as const

/** The number of names that an analysis is charged for. No real domain ends with `.example`. */
export const chargedNames = (domains: readonly string[]): number =>
  domains.filter((domain) => !domain.endsWith('.example')).length
