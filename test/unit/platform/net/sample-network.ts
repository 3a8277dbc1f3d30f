import { encode, type Question } from 'dns-packet'
import { createGate } from '../../../../shared/platform/net/connection-gate.ts'
import type { DnsAnswer, DnsResolver } from '../../../../shared/platform/net/dns-resolver.ts'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import type { GuardedConnections } from '../../../../shared/platform/net/guarded-fetch.ts'

/** A resolver that knows some names; every other does not exist. `AAAA name` keys give IPv6 addresses. */
export function resolverOf(records: Record<string, string[]>): DnsResolver & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async resolve(name, type): Promise<DnsAnswer> {
      asked.push(`${type} ${name}`)
      const values = records[`${type} ${name}`] ?? (type === 'A' ? records[name] : undefined)
      return { rcode: values === undefined ? 'NXDOMAIN' : 'NOERROR', values: values ?? [], cnameChain: [] }
    },
  }
}

/** What a guarded fetch stands on, with a public address for every name unless told otherwise. */
export function connectionsOn(fetch: Fetch, records?: Record<string, string[]>): GuardedConnections {
  const everywhere: DnsResolver = {
    resolve: async (_name, type) => ({
      rcode: 'NOERROR',
      values: type === 'A' ? ['93.184.216.34'] : [],
      cnameChain: [],
    }),
  }
  return {
    fetch,
    dns: records === undefined ? everywhere : resolverOf(records),
    gate: createGate(),
    userAgent: 'DomainAttributionBot/1.0 (+https://attribution.example/bot)',
    ownHosts: ['attribution.example'],
    signal: new AbortController().signal,
  }
}

/** The bytes of a DNS response as an upstream sends them. */
export function dnsResponse(question: Question, answers: readonly object[], rcode = 0): Response {
  const message = encode({
    type: 'response',
    id: 0,
    flags: 0x180 | rcode,
    questions: [question],
    answers: answers as [],
  })
  return new Response(new Uint8Array(message), { headers: { 'content-type': 'application/dns-message' } })
}
