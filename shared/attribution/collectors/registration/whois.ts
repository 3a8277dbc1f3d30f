import type { Collector, CollectorTools, Finding, Target } from '../../collector.ts'
import type { WhoisEvidence } from '../../evidence.ts'
import { lookUpRegistration } from './look-up-registration.ts'

/** An unregistered domain is a valid result, so its status is not "failed". */
export const whois: Collector<'whois'> = {
  name: 'whois',
  budgetMs: 6_500,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target: Target, tools: CollectorTools): Promise<Finding<WhoisEvidence>> {
    const evidence = await lookUpRegistration(target.registrableDomain, tools)
    const source = evidence.record.servers.join(', ')
    switch (evidence.record.outcome) {
      case 'registered':
      case 'not_found':
      case 'reserved':
        return { status: 'ok', evidence, source }
      case 'throttled':
        return {
          status: 'failed',
          detail: `${source} refused to answer for too many requests.`,
          source,
          evidence,
        }
      case 'unavailable':
        return {
          status: 'failed',
          detail: [
            `No usable answer about ${evidence.registrable_domain}`,
            `came from ${source || 'any server'}.`,
          ].join(' '),
          source,
          evidence,
        }
      default:
        return evidence.record.outcome satisfies never
    }
  },
}
