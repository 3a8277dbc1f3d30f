import type { CollectorTools } from '../../../../shared/attribution/collector.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import type { SiteCertificate } from '../../../../shared/attribution/witness-evidence.ts'
import type {
  ReadDomainIndex,
  RegisterAccess,
  RegisterAnswerStore,
} from '../../../../shared/attribution/witness-tools.ts'
import type { DnsAnswer } from '../../../../shared/platform/net/dns-answer.ts'
import type { DnsRecordType } from '../../../../shared/platform/net/dns-wire-format.ts'
import type { FetchedText } from '../../../../shared/platform/net/fetch.ts'
import {
  FetchFailure,
  type FetchFailureReason,
} from '../../../../shared/platform/net/fetch-failure.ts'

export interface SamplePage {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Redirects from the requested URL to the URL of this response, first redirect first. */
  redirects?: FetchedText['redirects']
  fails?: FetchFailureReason
}

export interface SampleWorld {
  depth?: CollectorTools['depth']
  /**
   * Answers of DNS. A key is a query, such as `A example.com`. The value `rcode:X` sets the
   * response code X, and `down` makes the query fail.
   */
  dns?: Record<string, string[]>
  pages?: Record<string, SamplePage | string>
  upstream?: Record<string, SamplePage | string>
  earlier?: EvidenceSet
  /** Certificates by host. Other hosts give no answer. */
  certificates?: Record<string, SiteCertificate>
  domainIndex?: ReadDomainIndex
  registerAnswers?: RegisterAnswerStore
  companyRegisters?: RegisterAccess
  registries?: CollectorTools['registries']
}

export interface SampleTools extends CollectorTools {
  asked: string[]
}

export function toolsOn(world: SampleWorld): SampleTools {
  const asked: string[] = []
  const answer = (
    kind: 'page' | 'upstream',
    url: string,
    known: SampleWorld['pages'] = {},
  ): FetchedText => {
    asked.push(`${kind} ${url}`)
    const found = known[url]
    const page: SamplePage =
      typeof found === 'string' ? { body: found } : (found ?? { status: 404, body: 'Not found' })
    if (page.fails !== undefined)
      throw new FetchFailure(page.fails, 'as the test wants it', {
        redirects: page.redirects ?? [],
      })
    return {
      url: page.redirects?.at(-1)?.to ?? url,
      status: page.status ?? 200,
      headers: new Headers(page.headers),
      text: page.body ?? '',
      truncated: false,
      redirects: page.redirects ?? [],
    }
  }
  return {
    asked,
    depth: world.depth ?? 'quick',
    signal: new AbortController().signal,
    now: () => new Date(),
    pause: async () => {},
    earlier: world.earlier ?? {},
    dns: {
      resolve: async (name, type) => dnsAnswer(world.dns ?? {}, name, type, asked),
      get isDown() {
        return Object.entries(world.dns ?? {}).some(
          ([question, values]) => values[0] === 'outage' && asked.includes(`dns ${question}`),
        )
      },
    },
    fetchPage: async (url) => answer('page', url, world.pages),
    readPage: async (url, _limits, read) => read(answer('page', url, world.pages)),
    fetchBytes: async (url) => {
      const { status, text } = answer('page', url, world.pages)
      return { status, bytes: new TextEncoder().encode(text) }
    },
    fetchUpstream: async (url) => answer('upstream', url, world.upstream),
    whois: async () => {
      throw new FetchFailure('refused', 'no WHOIS here')
    },
    siteCertificate: async (host) =>
      world.certificates?.[host] ?? {
        host,
        outcome: 'no_answer',
        tls_version: null,
        certificate: null,
      },
    ...(world.domainIndex === undefined ? {} : { domainIndex: world.domainIndex }),
    ...(world.companyRegisters === undefined ? {} : { companyRegisters: world.companyRegisters }),
    ...(world.registries === undefined ? {} : { registries: world.registries }),
    ...(world.registerAnswers === undefined ? {} : { registerAnswers: world.registerAnswers }),
  }
}

function dnsAnswer(
  dns: Record<string, string[]>,
  name: string,
  type: DnsRecordType,
  asked: string[],
): DnsAnswer {
  asked.push(`dns ${type} ${name}`)
  const values = dns[`${type} ${name}`]
  if (values?.[0] === 'down') throw new FetchFailure('unresolved', 'no name server answered')
  if (values?.[0] === 'outage') throw new FetchFailure('dns_unavailable', 'no DNS service answered')
  const rcode = values?.find((value) => value.startsWith('rcode:'))?.slice(6)
  return {
    rcode: rcode ?? (values === undefined ? 'NXDOMAIN' : 'NOERROR'),
    values: (values ?? []).filter((value) => !value.startsWith('rcode:')),
    cnameChain: [],
  }
}
