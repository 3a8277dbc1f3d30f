import type { Collector } from '../collector.ts'
import { PORTFOLIO_DOMAINS_MIN } from '../signals/claim-signals.ts'
import { disclosedOrganization } from '../signals/registration-signals.ts'

/**
 * Asks only for the number of the registrant's domains, which is free. Their names cost money for
 * each search, so only GET /domains/{domain}/portfolio buys them.
 */
export const reverseWhois: Collector<'reverse_whois'> = {
  name: 'reverse_whois',
  budgetMs: 10_000,
  runs: 'deep',
  stage: 'reading',
  async collect(_target, { deep, earlier }) {
    if (deep === undefined) return { status: 'skipped', detail: 'Reverse WHOIS is not configured.' }
    const registrant = disclosedOrganization(earlier.whois?.data?.record)
    if (registrant === null)
      return { status: 'skipped', detail: 'The registration shows no registrant to search for.' }
    const answer = await deep.countDomains(registrant)
    if (!answer.ok)
      return answer.status === 'skipped'
        ? { status: 'skipped', detail: answer.detail }
        : { status: 'failed', detail: answer.detail, source: '' }
    const evidence = { registrant, domains_count: answer.count }
    return answer.count >= PORTFOLIO_DOMAINS_MIN
      ? { status: 'ok', evidence, source: answer.host }
      : {
          status: 'empty',
          detail: 'No other domain shares the registrant.',
          evidence,
          source: answer.host,
        }
  },
}
