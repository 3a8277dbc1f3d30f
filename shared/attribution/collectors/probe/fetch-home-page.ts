import type { FetchedText } from '../../../platform/net/fetch.ts'
import { type FetchFailure, fetchFailure } from '../../../platform/net/fetch-failure.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { type ProbeClock, within } from './probe-clock.ts'

/** What became of the search for a home page. */
export type Reach =
  | { is: 'answered'; requestedUrl: string; page: FetchedText }
  | { is: 'failed'; requestedUrl: string; failure: FetchFailure }

/** Statuses with which a server turns visitors away: another spelling of the address meets the same server. */
const TURNED_AWAY = new Set([401, 403, 407, 429, 451, 503])

/** Failures after which plain http is worth a try; a name without public addresses has none for http either. */
const WORTH_RETRYING = new Set(['refused', 'timeout', 'tls_error', 'redirect_loop', 'not_text'])

/**
 * The home page: https first, then https with `www.`, then http. The next address is tried when one has failed, or beside it when it
 * has been silent for a while. An answer in the two hundreds ends the search; the best of the others is kept.
 */
export async function reachHome(target: Target, tools: CollectorTools, clock: ProbeClock): Promise<Reach> {
  const { domain, registrableDomain } = target
  const apex = `https://${domain}/`
  const urls = [apex, `http://${domain}/`]
  if (domain === registrableDomain) urls.splice(1, 0, `https://www.${domain}/`)
  // Asked beside the domain's own addresses, so that a redirect to www finds the answer waiting.
  const www = hasAddresses(`www.${domain}`, tools)
  const pending = new Map<string, Promise<Reach>>()
  const ended: Reach[] = []
  while (clock.hasTime() && !tools.signal.aborted) {
    const next = urls.shift()
    if (next?.startsWith('https://www.') && next !== apex && !(await www)) continue
    if (next !== undefined) pending.set(next, attempt(next, tools, clock))
    if (pending.size === 0) break
    const first = await within(Promise.race(pending.values()), next === undefined ? clock.homeMs() : clock.patienceMs)
    if (first === null) continue
    pending.delete(first.requestedUrl)
    if (isFinal(first, registrableDomain)) return first
    ended.push(first)
    dropHopeless(first, urls)
  }
  return bestOf(ended) ?? { is: 'failed', requestedUrl: apex, failure: fetchFailure(new Error('timeout'), apex) }
}

/** Whether `www.` is worth trying: it has addresses. */
async function hasAddresses(name: string, { dns }: CollectorTools): Promise<boolean> {
  const answers = await Promise.allSettled([dns.resolve(name, 'A'), dns.resolve(name, 'AAAA')])
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value.values.length > 0)
}

async function attempt(url: string, tools: CollectorTools, clock: ProbeClock): Promise<Reach> {
  try {
    return { is: 'answered', requestedUrl: url, page: await tools.fetchPage(url, { timeoutMs: clock.homeMs() }) }
  } catch (error) {
    return { is: 'failed', requestedUrl: url, failure: fetchFailure(error, url) }
  }
}

/** An answer, a refusal, or a redirect to somebody else's domain, even to one that is gone, tells what the domain is for. */
function isFinal(reach: Reach, registrableDomain: string): boolean {
  if (reach.is === 'answered') return reach.page.status < 400 || TURNED_AWAY.has(reach.page.status)
  const sentTo = reach.failure.redirects.at(-1)?.to
  return sentTo !== undefined && registrableHost(sentTo) !== registrableDomain
}

/** Takes out what the outcome makes pointless: http after any answer, and after failures that http shares. */
function dropHopeless(reach: Reach, urls: string[]): void {
  const httpIsHopeless = reach.is === 'answered' || !WORTH_RETRYING.has(reach.failure.reason)
  if (!httpIsHopeless) return
  const kept = urls.filter((url) => url.startsWith('https:'))
  urls.splice(0, urls.length, ...kept)
}

/** An answer before a failure; of failures the first, which is that of the domain itself. */
const bestOf = (ended: readonly Reach[]): Reach | undefined =>
  ended.find((reach) => reach.is === 'answered') ?? ended[0]
