import type { FetchedText } from '../../../platform/net/fetch.ts'
import { type FetchFailure, fetchFailure } from '../../../platform/net/fetch-failure.ts'
import { detached } from '../../../platform/net/response-body.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { createPageLimits, type PageLimits } from '../page/page-limits.ts'
import { inSlices } from '../page/slices/sliced-work.ts'
import { type ProbeClock, within } from './probe-clock.ts'
import { type HomePage, readHomePage } from './read-home-page.ts'

export interface Answered {
  is: 'answered'
  requestedUrl: string
  page: Omit<FetchedText, 'text'>
  home: HomePage
  limitsOfPage: () => PageLimits
}

export type HomePageResult =
  | Answered
  | { is: 'failed'; requestedUrl: string; failure: FetchFailure }

type Attempt = HomePageResult | { is: 'unreadable'; requestedUrl: string; error: unknown }

// After one of these statuses, no other URL of the site is tried: it leads to the same server and
// gets the same status.
const REJECTING_STATUSES = new Set([401, 403, 407, 429, 451, 503])

// Reasons to try plain http after https. A host without a public address is not among them, because
// http would fail in the same way.
const HTTP_RETRY_REASONS = new Set(['refused', 'timeout', 'tls_error', 'redirect_loop', 'not_text'])

/**
 * Tries https, then https with "www.", then http. The next URL starts when the one before fails or
 * takes long.
 */
export async function fetchHomePage(
  target: Target,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<HomePageResult> {
  const { domain, registrableDomain } = target
  const apex = `https://${domain}/`
  const urls = [apex, `http://${domain}/`]
  if (domain === registrableDomain) urls.splice(1, 0, `https://www.${domain}/`)
  // Looks up the addresses of "www." early: if the domain redirects there, they are already in the
  // cache.
  const www = hasAddresses(`www.${domain}`, tools)
  const pending = new Map<string, Promise<Attempt>>()
  const beingRead = new Set<string>()
  const ended: HomePageResult[] = []
  while (clock.hasTime() && !tools.signal.aborted) {
    // While a received page is being read, no further URL is tried, because the server has already
    // answered.
    const next = beingRead.size > 0 ? undefined : urls.shift()
    if (next?.startsWith('https://www.') && next !== apex && !(await www)) continue
    if (next !== undefined) pending.set(next, attemptPage(next, beingRead, tools, clock))
    if (pending.size === 0) break
    const first = await within(
      Promise.race(pending.values()),
      next === undefined ? clock.homeMs() : clock.patienceMs,
    )
    if (first === null) continue
    pending.delete(first.requestedUrl)
    if (first.is === 'unreadable') throw first.error
    if (isFinal(first, registrableDomain)) return first
    ended.push(first)
    removePointlessUrls(first, urls)
  }
  return (
    bestOf(ended) ?? {
      is: 'failed',
      requestedUrl: apex,
      failure: fetchFailure(new Error('timeout'), apex),
    }
  )
}

async function hasAddresses(name: string, { dns }: CollectorTools): Promise<boolean> {
  const answers = await Promise.allSettled([dns.resolve(name, 'A'), dns.resolve(name, 'AAAA')])
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value.values.length > 0)
}

/** Never rejects, because after the success of one attempt nobody awaits the other attempts. */
async function attemptPage(
  url: string,
  beingRead: Set<string>,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<Attempt> {
  try {
    return await tools.readPage(
      url,
      { timeoutMs: clock.homeMs() },
      async ({ text, ...page }): Promise<Attempt> => {
        beingRead.add(url)
        const limitsOfPage = createPageLimits()
        try {
          const home = detached(
            await inSlices(readHomePage({ ...page, text }, limitsOfPage()), tools.pause),
          )
          return { is: 'answered', requestedUrl: url, page, home, limitsOfPage }
        } catch (error) {
          return { is: 'unreadable', requestedUrl: url, error }
        } finally {
          beingRead.delete(url)
        }
      },
    )
  } catch (error) {
    return { is: 'failed', requestedUrl: url, failure: fetchFailure(error, url) }
  }
}

// No further URL is tried after a page, a rejecting status or a redirect to another registrable
// domain. Such a redirect is evidence even if its target does not exist.
function isFinal(reach: HomePageResult, registrableDomain: string): boolean {
  if (reach.is === 'answered')
    return reach.page.status < 400 || REJECTING_STATUSES.has(reach.page.status)
  const redirectUrl = reach.failure.redirects.at(-1)?.to
  return redirectUrl !== undefined && registrableHost(redirectUrl) !== registrableDomain
}

function removePointlessUrls(reach: HomePageResult, urls: string[]): void {
  const httpIsPointless = reach.is === 'answered' || !HTTP_RETRY_REASONS.has(reach.failure.reason)
  if (!httpIsPointless) return
  const kept = urls.filter((url) => url.startsWith('https:'))
  urls.splice(0, urls.length, ...kept)
}

// If all attempts failed, the first failure is returned: it is usually about the domain without
// "www.".
const bestOf = (ended: readonly HomePageResult[]): HomePageResult | undefined =>
  ended.find((reach) => reach.is === 'answered') ?? ended[0]
