import { createDnsServices, DNS_SERVICES, type DnsConnections } from './ask-dns-services.ts'
import { type DnsAnswer, isAnswered } from './dns-answer.ts'
import type { DnsRecordType } from './dns-wire-format.ts'
import { FetchFailure } from './fetch-failure.ts'

const QUESTIONS_MAX = 500

export interface DnsResolver {
  /**
   * Asks the DNS services in their order (RFC 8484) until one answers. A repeated question gets the
   * stored answer. Throws FetchFailure. Set `isShared` only for names that do not belong to the
   * analyzed domain: the answer may then come from another analysis and be five minutes old.
   */
  resolve(name: string, type: DnsRecordType, isShared?: boolean): Promise<DnsAnswer>
  /** True once a question of this run got no answer because our DNS services failed. */
  readonly isDown: boolean
}

/**
 * Both lists are empty if the name has no address. Throws FetchFailure if no address was found and
 * DNS did not answer every question.
 */
export async function resolveAddresses(
  name: string,
  dns: DnsResolver,
  isShared = false,
): Promise<{ v4: string[]; v6: string[] }> {
  const [v4, v6] = await Promise.allSettled([
    dns.resolve(name, 'A', isShared),
    dns.resolve(name, 'AAAA', isShared),
  ])
  const answers = [v4, v6].flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  const isKnown =
    answers.some(({ rcode, values }) => values.length > 0 || rcode === 'NXDOMAIN') ||
    (answers.length === 2 && answers.every(isAnswered))
  if (!isKnown) throw failureOf(name, [v4, v6])
  const valuesOf = (answer: typeof v4): string[] =>
    answer.status === 'fulfilled' ? answer.value.values : []
  return { v4: valuesOf(v4), v6: valuesOf(v6) }
}

function failureOf(name: string, answers: readonly PromiseSettledResult<DnsAnswer>[]): unknown {
  const failures: unknown[] = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason] : [],
  )
  const ours = failures.find(
    (failure) => failure instanceof FetchFailure && failure.reason === 'dns_unavailable',
  )
  return (
    ours ??
    failures[0] ??
    new FetchFailure('unresolved', `The name servers of ${name} gave no valid answer.`)
  )
}

/**
 * Creates the resolver of one analysis or one search for subdomains. After `questionsMax` different
 * questions, each new question is rejected.
 */
export function createResolver(
  connections: DnsConnections,
  hosts: readonly string[] = DNS_SERVICES,
  questionsMax = QUESTIONS_MAX,
): DnsResolver {
  const answers = new Map<string, Promise<DnsAnswer>>()
  const services = createDnsServices(hosts, connections)
  return {
    resolve(name, type, isShared = false) {
      const folded = name.toLowerCase().replace(/\.$/u, '')
      const key = `${type} ${folded}`
      const known = answers.get(key)
      if (known !== undefined) return known
      const shared = isShared ? connections.sharedAnswers.find(key, connections.now()) : null
      if (shared !== null) return Promise.resolve(shared)
      if (answers.size >= questionsMax)
        return Promise.reject(
          new FetchFailure(
            'unresolved',
            `This run has reached its limit of ${questionsMax} DNS questions.`,
          ),
        )
      const answer = services.ask(folded, type)
      // The promise may be rejected while no caller waits for it. Without this handler, the runtime
      // would report an unhandled rejection.
      answer.catch(() => undefined)
      answers.set(key, answer)
      if (isShared) keepShared(key, answer, connections)
      return answer
    },
    get isDown() {
      return services.isDown
    },
  }
}

// Shares the answer with other analyses if the name exists. A missing name may soon exist, so its
// answer is not shared.
function keepShared(
  key: string,
  asked: Promise<DnsAnswer>,
  { sharedAnswers, now }: DnsConnections,
): void {
  asked.then(
    (answer) => {
      if (answer.rcode === 'NOERROR') sharedAnswers.keep(key, answer, now())
    },
    () => undefined,
  )
}
