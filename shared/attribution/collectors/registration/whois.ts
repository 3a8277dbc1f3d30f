import {
  type Collector,
  type CollectorTools,
  type Finding,
  PASSIVE_DETAIL,
  type Target,
} from '../../collector.ts'
import { OUR_DNS_FAILED } from '../../dns-failure.ts'
import type { WhoisEvidence } from '../../evidence.ts'
import { isHostOf } from '../../untouched-hosts.ts'
import type { Limit } from './ask-registries.ts'
import { lookUpRegistration } from './look-up-registration.ts'

/** An unregistered domain is a valid result, so its status is not "failed". */
export const whois: Collector<'whois'> = {
  name: 'whois',
  // The lookup limits its own work, and waiting for the turn at a registry is no work. A quick
  // analysis ends earlier, by its own deadline.
  budgetMs: 150_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target: Target, tools: CollectorTools): Promise<Finding<WhoisEvidence>> {
    const { evidence, collectedAt, limit } = await lookUpRegistration(
      target.registrableDomain,
      tools,
    )
    const source = evidence.record.servers.join(', ')
    if (limit !== null) return limited(limit, { source, evidence, depth: tools.depth })
    switch (evidence.record.outcome) {
      case 'registered':
      case 'not_found':
      case 'reserved':
        return { status: 'ok', evidence, source, collectedAt }
      case 'throttled':
      case 'unavailable':
        if (tools.dns.isDown) return { ...OUR_DNS_FAILED, source, evidence }
        if (tools.passive === true && isOnlyOwn(target, evidence.record.servers))
          return { status: 'empty', detail: PASSIVE_DETAIL, source, evidence }
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

// A registry such as nic.cz is the only one that knows its own registration.
const isOnlyOwn = ({ registrableDomain }: Target, servers: readonly string[]): boolean =>
  servers.length > 0 && servers.every((server) => isHostOf(registrableDomain, server))

function limited(
  { server, by, againAfterMs }: Limit,
  { depth, ...found }: { source: string; evidence: WhoisEvidence; depth: CollectorTools['depth'] },
): Finding<WhoisEvidence> {
  const detail =
    by === 'turn'
      ? `${server} limits our questions, and our turn did not come in time.`
      : `${server} refused to answer for too many questions.`
  return { status: depth === 'quick' ? 'timeout' : 'failed', detail, ...found, againAfterMs }
}
