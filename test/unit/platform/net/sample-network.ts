import { encode, type Question } from 'dns-packet'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../../shared/platform/net/connections.ts'
import type { DnsAnswer } from '../../../../shared/platform/net/dns-answer.ts'
import type { DnsResolver } from '../../../../shared/platform/net/dns-resolver.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import type { GuardedConnections } from '../../../../shared/platform/net/guarded-fetch.ts'

/**
 * Addresses by name. The key `HOST` has IPv4 addresses, and the key `AAAA HOST` has IPv6 addresses.
 * All other names do not exist.
 */
export function resolverOf(records: Record<string, string[]>): DnsResolver & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    isDown: false,
    async resolve(name, type): Promise<DnsAnswer> {
      asked.push(`${type} ${name}`)
      const values = records[`${type} ${name}`] ?? (type === 'A' ? records[name] : undefined)
      return {
        rcode: values === undefined ? 'NXDOMAIN' : 'NOERROR',
        values: values ?? [],
        cnameChain: [],
      }
    },
  }
}

/** Without `records`, every host name has the same public IPv4 address. */
export function connectionsOn(
  fetch: Fetch,
  records?: Record<string, string[]>,
): GuardedConnections {
  const everywhere: DnsResolver = {
    isDown: false,
    resolve: async (_name, type) => ({
      rcode: 'NOERROR',
      values: type === 'A' ? ['93.184.216.34'] : [],
      cnameChain: [],
    }),
  }
  return {
    fetch,
    dns: records === undefined ? everywhere : resolverOf(records),
    sockets: semaphore(SOCKETS_MAX),
    bodies: bodySemaphore(),
    userAgent: 'DomainAttributionBot/1.0 (+https://attribution.example/bot)',
    ownHosts: ['attribution.example'],
    signal: new AbortController().signal,
  }
}

export function dnsResponse(question: Question, answers: readonly object[], rcode = 0): Response {
  const message = encode({
    type: 'response',
    id: 0,
    flags: 0x180 | rcode,
    questions: [question],
    answers: answers as [],
  })
  return new Response(new Uint8Array(message), {
    headers: { 'content-type': 'application/dns-message' },
  })
}
