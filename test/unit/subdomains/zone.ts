import type { LogAccess } from '../../../shared/attribution/certificate-logs.ts'
import type { DnsAnswer } from '../../../shared/platform/net/dns-answer.ts'
import type { DnsResolver } from '../../../shared/platform/net/dns-resolver.ts'
import type { DnsRecordType } from '../../../shared/platform/net/dns-wire-format.ts'
import type { FetchedText } from '../../../shared/platform/net/fetch.ts'

export interface Zone {
  domain: string
  names: Record<string, { a?: string[]; aaaa?: string[]; mx?: string[]; cname?: string }>
  /**
   * Addresses of every unknown name below a domain (DNS wildcard). The first response uses the
   * first list, the next response the second, and so on in a circle.
   */
  wildcards?: Record<string, string[][]>
  /**
   * If true, a missing name gets the response code NOERROR in the place of NXDOMAIN, as some real
   * name servers do.
   */
  deniesNothing?: boolean
}

export interface Asked {
  questions: number
  atOnce: number
  most: number
}

/**
 * Each response takes `delayMs` milliseconds. In `asked`, `questions` counts all queries, `atOnce`
 * the open queries, and `most` is the highest number of open queries.
 */
export function resolverOf(zone: Zone, delayMs = 0): { dns: DnsResolver; asked: Asked } {
  const asked: Asked = { questions: 0, atOnce: 0, most: 0 }
  let turn = 0
  const answer = (name: string, type: DnsRecordType): DnsAnswer => {
    const own = name === zone.domain ? { a: ['192.0.2.1'] } : zone.names[name]
    const values = (entry: { a?: string[]; aaaa?: string[]; mx?: string[] } | undefined) =>
      ({ A: entry?.a, AAAA: entry?.aaaa, MX: entry?.mx })[type as string] ?? []
    if (own !== undefined) {
      const cname = 'cname' in own ? own.cname : undefined
      if (cname === undefined) return { rcode: 'NOERROR', values: values(own), cnameChain: [] }
      const target = zone.names[cname]
      const gone = cname.endsWith(`.${zone.domain}`) && target === undefined
      return {
        rcode: gone ? 'NXDOMAIN' : 'NOERROR',
        values: gone ? [] : values(target ?? { a: ['203.0.113.9'] }),
        cnameChain: [cname],
      }
    }
    if (Object.keys(zone.names).some((other) => other.endsWith(`.${name}`)))
      return { rcode: 'NOERROR', values: [], cnameChain: [] }
    for (
      let level = name.slice(name.indexOf('.') + 1);
      level.includes('.');
      level = level.slice(level.indexOf('.') + 1)
    ) {
      const pool = zone.wildcards?.[level]
      turn += 1
      if (pool !== undefined)
        return {
          rcode: 'NOERROR',
          values: type === 'A' ? (pool[turn % pool.length] ?? []) : [],
          cnameChain: [],
        }
      if (zone.names[level] !== undefined) break
    }
    return {
      rcode: zone.deniesNothing === true ? 'NOERROR' : 'NXDOMAIN',
      values: [],
      cnameChain: [],
    }
  }
  const memory = new Map<string, Promise<DnsAnswer>>()
  return {
    asked,
    dns: {
      isDown: false,
      resolve(name, type) {
        const key = `${type} ${name}`
        const asking = async () => {
          asked.questions += 1
          asked.atOnce += 1
          asked.most = Math.max(asked.most, asked.atOnce)
          await (delayMs > 0
            ? new Promise((resolve) => setTimeout(resolve, delayMs))
            : Promise.resolve())
          asked.atOnce -= 1
          return answer(name, type)
        }
        const known = memory.get(key) ?? asking()
        memory.set(key, known)
        return known
      },
    },
  }
}

/** Simulated certificate logs. `bodies` has the response body of each host. */
export function logs(bodies: Record<string, string | ((url: URL) => string)>): LogAccess {
  const fetchUpstream: LogAccess['fetchUpstream'] = async (url) => {
    const body = bodies[new URL(url).hostname]
    if (body === undefined) throw new Error('down')
    const text = typeof body === 'string' ? body : body(new URL(url))
    return {
      url,
      status: 200,
      headers: new Headers(),
      text,
      truncated: false,
      redirects: [],
    } satisfies FetchedText
  }
  return {
    bucketOf: () => null,
    requestsPerMinute: { 'crt.sh': 60, 'api.certspotter.com': 60 },
    priority: 'urgent',
    turn: '',
    waitsUntil: Number.MAX_SAFE_INTEGER,
    certSpotterKey: undefined,
    now: () => new Date(),
    fetchUpstream,
  }
}

/** A response of crt.sh. Each argument is the list of names in one certificate. */
export const crtSh = (...certificates: string[][]): string =>
  JSON.stringify(
    certificates.map((names, index) => ({
      id: index,
      common_name: names[0],
      name_value: names.join('\n'),
    })),
  )
