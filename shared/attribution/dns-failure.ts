import { FetchFailure } from '../platform/net/fetch-failure.ts'

/** Part of a finding: without a source. */
interface Failed {
  status: 'failed'
  detail: string
  againAfterMs?: number
}

/** An outage of all services rarely ends within seconds. */
const OUTAGE_MS = 5_000

export const OUR_DNS_FAILED: Failed = {
  status: 'failed',
  detail: 'Our DNS services did not answer.',
  againAfterMs: OUTAGE_MS,
}

/**
 * Returns the finding after the error of a DNS question. The sentence names no host, because a page
 * may have chosen it. `owner` has the name servers that were asked.
 */
export function dnsFailure(error: unknown, owner = 'the domain'): Failed {
  const reason = error instanceof FetchFailure ? error.reason : null
  if (reason === 'dns_unavailable') return OUR_DNS_FAILED
  const detail =
    reason === 'dns_timeout'
      ? 'The DNS did not answer in time.'
      : `The name servers of ${owner} did not answer.`
  return { status: 'failed', detail }
}
