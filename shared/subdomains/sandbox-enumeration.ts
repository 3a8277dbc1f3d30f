import { SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import type { StoredEnumeration } from './enumeration.ts'

const NEVER = '9999-12-31T23:59:59.000Z'

/** Returns the fixed subdomains of a sandbox domain: three names for test-corp, none for others. */
export function sandboxEnumeration(domain: string): StoredEnumeration {
  const subdomains = domain.startsWith('test-corp.')
    ? [
        {
          name: `mail.${domain}`,
          sources: ['brute_force' as const],
          addresses: ['192.0.2.20'],
          cname: null,
        },
        {
          name: `shop.${domain}`,
          sources: ['ct' as const],
          addresses: ['192.0.2.10'],
          cname: `www.${domain}`,
        },
        {
          name: `www.${domain}`,
          sources: ['ct' as const, 'brute_force' as const],
          addresses: ['192.0.2.10'],
          cname: null,
        },
      ]
    : []
  return {
    enumeration: {
      total: subdomains.length,
      truncated: false,
      subdomains,
      wildcard: false,
      sources_failed: [],
    },
    enumeratedAt: SANDBOX_TIME,
    expiresAt: NEVER,
  }
}
