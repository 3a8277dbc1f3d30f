import type { DnsAnswer, DnsRecordType, DnsResolver } from '../../platform/net/dns-resolver.ts'
import type { Collector, Target } from '../collector.ts'
import type { DnsEvidence } from '../evidence.ts'

const TXT_MAX = 50

const SOURCE = 'DNS over HTTPS'

type Questions = Record<string, [name: string, type: DnsRecordType]>
type Answers = Record<string, DnsAnswer | null>

export const dns: Collector<'dns'> = {
  name: 'dns',
  budgetMs: 5_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target, tools) {
    const answers = await ask(questionsAbout(target, tools.depth), tools.dns)
    if (Object.values(answers).every((answer) => answer === null))
      return { status: 'failed', detail: 'No DNS service answered.', source: SOURCE }
    return { status: 'ok', evidence: dnsEvidence(answers), source: SOURCE }
  },
}

function questionsAbout({ domain, registrableDomain }: Target, depth: 'quick' | 'deep'): Questions {
  const questions: Questions = {
    a: [domain, 'A'],
    aaaa: [domain, 'AAAA'],
    ns: [domain, 'NS'],
    soa: [domain, 'SOA'],
    mx: [domain, 'MX'],
    txt: [domain, 'TXT'],
    dmarc: [`_dmarc.${registrableDomain}`, 'TXT'],
  }
  if (domain === registrableDomain) questions.www = [`www.${domain}`, 'A']
  else {
    questions.zoneNs = [registrableDomain, 'NS']
    questions.zoneSoa = [registrableDomain, 'SOA']
    questions.zoneMx = [registrableDomain, 'MX']
  }
  if (depth === 'deep') {
    questions.caa = [domain, 'CAA']
    questions.bimi = [`default._bimi.${registrableDomain}`, 'TXT']
    questions.tlsReporting = [`_smtp._tls.${registrableDomain}`, 'TXT']
  }
  return questions
}

async function ask(questions: Questions, resolver: DnsResolver): Promise<Answers> {
  const entries = Object.entries(questions)
  const outcomes = await Promise.allSettled(entries.map(([, [name, type]]) => resolver.resolve(name, type)))
  return Object.fromEntries(
    entries.map(([field], index) => {
      const outcome = outcomes[index]
      return [field, outcome?.status === 'fulfilled' ? outcome.value : null]
    }),
  )
}

export function dnsEvidence(answers: Answers): DnsEvidence {
  const values = (field: string): string[] => answers[field]?.values ?? []
  const ownOrZone = (own: string, zone: string): string[] => (values(own).length > 0 ? values(own) : values(zone))
  const www = answers.www ?? null
  return {
    rcode: overallRcode(answers),
    a: values('a'),
    aaaa: values('aaaa'),
    cname_chain: answers.a?.cnameChain ?? answers.aaaa?.cnameChain ?? [],
    www: www === null || www.rcode !== 'NOERROR' ? null : { cname_chain: www.cnameChain, a: www.values },
    ns: ownOrZone('ns', 'zoneNs').toSorted(),
    soa: parseSoa(ownOrZone('soa', 'zoneSoa')[0]),
    mx: ownOrZone('mx', 'zoneMx').flatMap(parseMx).toSorted(byPriority),
    txt: values('txt').slice(0, TXT_MAX),
    caa: values('caa').flatMap(parseCaa),
    dmarc: values('dmarc').find((text) => /^v=DMARC1\b/iu.test(text)) ?? null,
    bimi: values('bimi').find((text) => /^v=BIMI1\b/iu.test(text)) ?? null,
    tls_reporting: values('tlsReporting').find((text) => /^v=TLSRPTv1\b/iu.test(text)) ?? null,
  }
}

/**
 * A broken name server may fail for some record types and work for others. Therefore, one DNS response with the code NOERROR is enough to
 * know that the name exists.
 */
function overallRcode(answers: Answers): string {
  const codes = ['a', 'aaaa', 'ns', 'soa', 'mx', 'txt'].flatMap((field) => answers[field]?.rcode ?? [])
  return codes.includes('NOERROR') ? 'NOERROR' : (codes[0] ?? 'SERVFAIL')
}

function parseSoa(value: string | undefined): DnsEvidence['soa'] {
  const [mname, rname] = (value ?? '').split(' ')
  return mname ? { mname, rname: rname ?? '' } : null
}

/** Parses an MX record such as "10 mx.example.com". If the host in the record is only a dot, the domain receives no mail (RFC 7505). */
function parseMx(value: string): DnsEvidence['mx'] {
  const [priority, host] = value.split(' ')
  return host ? [{ priority: Number(priority), host }] : []
}

const byPriority = (a: DnsEvidence['mx'][number], b: DnsEvidence['mx'][number]): number =>
  a.priority - b.priority || (a.host < b.host ? -1 : 1)

function parseCaa(value: string): DnsEvidence['caa'] {
  const match = /^\d{1,3} ([a-z0-9]{1,20}) "(.*)"$/iu.exec(value)
  return match?.[1] === undefined ? [] : [{ tag: match[1].toLowerCase(), value: match[2] ?? '' }]
}
