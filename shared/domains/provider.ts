import type { ReverseWhoisDependencies } from '../attribution/collectors/whoisxml.ts'
import { fetchOutside } from '../jobs/job-runner.ts'
import { createCircuits } from '../platform/net/circuits.ts'

/** All that one request may ask of the provider, one call after another. */
const REQUEST_TIMEOUT_MS = 18_000

/** One an isolate: a provider that is down is down for every request. */
const circuits = createCircuits()

/** The provider of WHOIS records, for one request that asks for at most `timeoutMs` milliseconds. */
export function whoisProvider(
  env: { REVERSE_WHOIS_API_KEY?: string | undefined; USER_AGENT: string },
  timeoutMs = REQUEST_TIMEOUT_MS,
): ReverseWhoisDependencies {
  return {
    fetch: fetchOutside,
    circuits,
    apiKey: env.REVERSE_WHOIS_API_KEY,
    userAgent: env.USER_AGENT,
    now: () => new Date(),
    signal: AbortSignal.timeout(timeoutMs),
  }
}
