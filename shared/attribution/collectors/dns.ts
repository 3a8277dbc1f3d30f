import { type DnsAnswer, isAnswered } from '../../platform/net/dns-answer.ts'
import type { DnsResolver } from '../../platform/net/dns-resolver.ts'
import type { DnsRecordType } from '../../platform/net/dns-wire-format.ts'
import { orAbort } from '../../platform/net/fetch-failure.ts'
import type { Collector, Target } from '../collector.ts'
import { dnsFailure, OUR_DNS_FAILED } from '../dns-failure.ts'
import type { DnsEvidence } from '../evidence.ts'

const TXT_MAX = 50
/** Shorter than `budgetMs`, so the collector still returns the answers that have arrived. */
const QUESTIONS_MS = 4_700

const SOURCE = 'DNS over HTTPS'

type Questions = Record<string, [name: string, type: DnsRecordType]>
type Answers = Record<string, DnsAnswer | null>

export const dns: Collector<'dns'> = {
  name: 'dns',
  budgetMs: 5_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target, tools) {
    const { answers, failure } = await askQuestions(questionsAbout(target, tools.depth), tools.dns)
    if (codesOf(answers).length === 0) {
      if (tools.dns.isDown) return { ...OUR_DNS_FAILED, source: SOURCE }
      const isPending = failure === null && Object.values(answers).every((one) => one === null)
      return isPending
        ? { status: 'timeout', detail: 'The DNS did not answer in time.', source: SOURCE }
        : { ...dnsFailure(failure), source: SOURCE }
    }
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

/** `failure`: the first error. A question without an answer in time gives no error. */
async function askQuestions(
  questions: Questions,
  resolver: DnsResolver,
): Promise<{ answers: Answers; failure: unknown }> {
  const entries = Object.entries(questions)
  const answers: Answers = Object.fromEntries(entries.map(([field]) => [field, null]))
  let failure: unknown = null
  const asked = entries.map(async ([field, [name, type]]) => {
    answers[field] = await resolver.resolve(name, type).catch((error: unknown) => {
      failure ??= error
      return null
    })
  })
  await orAbort(Promise.all(asked), AbortSignal.timeout(QUESTIONS_MS)).catch(() => undefined)
  return { answers: { ...answers }, failure }
}

export function dnsEvidence(answers: Answers): DnsEvidence {
  const values = (field: string): string[] => answers[field]?.values ?? []
  const ownOrZone = (own: string, zone: string): string[] =>
    values(own).length > 0 ? values(own) : values(zone)
  const www = answers.www ?? null
  return {
    rcode: overallRcode(answers),
    a: values('a'),
    aaaa: values('aaaa'),
    cname_chain: answers.a?.cnameChain ?? answers.aaaa?.cnameChain ?? [],
    www:
      www === null || www.rcode !== 'NOERROR'
        ? null
        : { cname_chain: www.cnameChain, a: www.values },
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

// Response codes of answers about the domain itself. The parent domain and names below the domain
// may have other name servers, so their answers are left out.
function codesOf(answers: Answers): string[] {
  return ['a', 'aaaa', 'ns', 'soa', 'mx', 'txt'].flatMap((field) => {
    const answer = answers[field] ?? null
    return answer !== null && isAnswered(answer) ? [answer.rcode] : []
  })
}

/** A broken server may fail for some record types, so one NOERROR is enough. */
function overallRcode(answers: Answers): string {
  const codes = codesOf(answers)
  return codes.includes('NOERROR') ? 'NOERROR' : (codes[0] ?? 'SERVFAIL')
}

function parseSoa(value: string | undefined): DnsEvidence['soa'] {
  const [mname, rname] = (value ?? '').split(' ')
  return mname ? { mname, rname: rname ?? '' } : null
}

// An MX record with the host "." means that the domain receives no mail (RFC 7505), so it gives no
// host here.
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
