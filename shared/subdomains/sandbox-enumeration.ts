import { SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import type { KeptEnumeration } from './enumeration.ts'

/** The sandbox's answer does not expire. */
const NEVER = '9999-12-31T23:59:59.000Z'

/** What lives under a sandbox name, the same at every time: three names under test-corp, nothing under test-unknown. */
export function sandboxEnumeration(domain: string): KeptEnumeration {
  const subdomains = domain.startsWith('test-corp.')
    ? [
        { name: `mail.${domain}`, sources: ['brute_force' as const], addresses: ['192.0.2.20'], cname: null },
        { name: `shop.${domain}`, sources: ['ct' as const], addresses: ['192.0.2.10'], cname: `www.${domain}` },
        {
          name: `www.${domain}`,
          sources: ['ct' as const, 'brute_force' as const],
          addresses: ['192.0.2.10'],
          cname: null,
        },
      ]
    : []
  return {
    enumeration: { total: subdomains.length, truncated: false, subdomains, wildcard: false, sources_failed: [] },
    enumeratedAt: SANDBOX_TIME,
    expiresAt: NEVER,
  }
}
