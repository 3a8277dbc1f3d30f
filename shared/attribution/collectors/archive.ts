import type { FetchedText } from '../../platform/net/fetch.ts'
import { REFUSED_STATUSES } from '../../platform/net/fetch-upstream.ts'
import { detached } from '../../platform/net/response-body.ts'
import { retryAfterSeconds } from '../../platform/net/retry-after.ts'
import { registrableHost } from '../../platform/net/url.ts'
import type { Collector, CollectorTools, Finding, Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import type { HostLimits } from '../turns.ts'
import type { ArchiveEvidence } from '../witness-evidence.ts'
import { withStylesLeftOut } from './page/late-styles.ts'
import { createPageLimits } from './page/page-limits.ts'
import { inSlices } from './page/slices/sliced-work.ts'
import { type Capture, parseAvailable, parseCaptureUrl, rawCaptureUrl } from './parse-wayback.ts'
import { readHomePage } from './probe/read-home-page.ts'

const LOOK_UP_HOST = 'archive.org'
const PAGE_HOST = 'web.archive.org'
const CONTROL_URLS = {
  [LOOK_UP_HOST]: 'https://archive.org/wayback/available?url=example.com',
  [PAGE_HOST]: 'https://web.archive.org/',
} as const
const LOOK_UP_BYTES_MAX = 64 * 1024
const PAGE_BYTES_MAX = 2 * 1024 * 1024
const LOOK_UP_MS = 5_000
const PAGE_MS = 10_000
const TURN_MS_MAX = 4_000

/**
 * Reads the newest copy of a site that cannot be read itself. An archive proves that the text stood
 * there, not that it is true.
 */
export const archive: Collector<'archive'> = {
  name: 'archive',
  budgetMs: 25_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, tools) {
    const limits = tools.deep?.archives ?? null
    if (limits === null) return { status: 'skipped', detail: 'Archives are not configured.' }
    const asked = questionFor(target, tools.earlier, tools.passive === true)
    if ('detail' in asked) return { status: 'skipped', detail: asked.detail }
    const found = await newestCapture(target.domain, limits, tools)
    if (!('capture' in found)) return found
    const { capture } = found
    if (capture === null) return nothing('The archive has no copy of the site.')
    if (isBefore(capture, asked.registeredAt)) return nothing(OLDER)
    return readCapture(target, { capture, registeredAt: asked.registeredAt }, limits, tools)
  },
}

const OLDER = 'The newest copy is older than the registration.'
const ELSEWHERE = 'The newest copy leads to another site.'

const nothing = (detail: string): Finding<ArchiveEvidence> => ({
  status: 'empty',
  detail,
  source: PAGE_HOST,
})

/** A copy may show a former holder, unless the registration is known to be older than the copy. */
function questionFor(
  target: Target,
  { http_probe: site, whois }: EvidenceSet,
  isPassive: boolean,
): { registeredAt: string } | { detail: string } {
  const outcome = site?.data?.outcome
  if (outcome === undefined && !isPassive)
    return { detail: 'It is not known if the site can be read.' }
  if (outcome === 'reached') return { detail: 'The site itself can be read.' }
  if (isPlatformCustomer(target))
    return { detail: 'The date at which this subdomain was given out is not known.' }
  const record = whois?.data?.record
  if (record?.outcome !== 'registered' || record.created_at === null)
    return { detail: 'The date of the registration is not known.' }
  return { registeredAt: record.created_at }
}

const isBefore = ({ capturedAt }: Capture, registeredAt: string): boolean =>
  !(Date.parse(capturedAt) >= Date.parse(registeredAt))

async function newestCapture(
  domain: string,
  limits: HostLimits,
  tools: CollectorTools,
): Promise<{ capture: Capture | null } | Finding<ArchiveEvidence>> {
  const url = `https://${LOOK_UP_HOST}/wayback/available?url=${encodeURIComponent(domain)}`
  const request = { bytesMax: LOOK_UP_BYTES_MAX, timeoutMs: LOOK_UP_MS }
  const answer = await ask(LOOK_UP_HOST, url, request, limits, tools)
  if (!('text' in answer)) return answer
  const read = answer.status === 200 ? parseAvailable(answer.text) : null
  return read ?? failed(LOOK_UP_HOST, `The archive answered ${answer.status} without a list.`)
}

async function readCapture(
  target: Target,
  { capture, registeredAt }: { capture: Capture; registeredAt: string },
  limits: HostLimits,
  tools: CollectorTools,
): Promise<Finding<ArchiveEvidence>> {
  const request = { bytesMax: PAGE_BYTES_MAX, timeoutMs: PAGE_MS, accept: 'text/html' }
  const answer = await ask(PAGE_HOST, rawCaptureUrl(capture), request, limits, tools)
  if (!('text' in answer)) return answer
  if (answer.status >= 500 && !isReplay(answer))
    return failed(PAGE_HOST, `The archive answered ${answer.status}.`)
  if (answer.status !== 200) return nothing('The archive does not show its copy of the site.')
  // The archive also replays redirects. So the copy may be of another time or another site.
  const shown = parseCaptureUrl(answer.url)
  if (shown === null || registrableHost(shown.url) !== target.registrableDomain)
    return nothing(ELSEWHERE)
  if (isBefore(shown, registeredAt)) return nothing(OLDER)
  const fetched = { ...answer, url: shown.url, headers: new Headers(), redirects: [] }
  const home = detached(await inSlices(readHomePage(fetched, createPageLimits()()), tools.pause))
  if (home.isBlocked || home.placeholder !== null)
    return nothing('The newest copy shows no page of a site.')
  return {
    status: 'ok',
    evidence: {
      archive: 'wayback',
      captured_at: shown.capturedAt,
      url: shown.url,
      // The style sheets of that time are not loaded.
      page: home.kept === null ? home.evidence : withStylesLeftOut(home.evidence),
    },
    source: PAGE_HOST,
  }
}

const failed = (source: string, detail: string): Finding<never> => ({
  status: 'failed',
  detail,
  source,
})

type ArchiveHost = keyof typeof CONTROL_URLS

/** Status 403 too: the archive blocks a client that has asked too often. */
const REFUSALS = [403, ...REFUSED_STATUSES]

/** A copy has the status of the site at that time. The header is that of RFC 7089 section 2.1.1. */
const isReplay = ({ headers }: FetchedText): boolean => headers.has('memento-datetime')

/** Returns the answer, or the finding if there is none. */
async function ask(
  host: ArchiveHost,
  url: string,
  { accept, ...request }: { bytesMax: number; timeoutMs: number; accept?: string },
  limits: HostLimits,
  tools: CollectorTools,
): Promise<FetchedText | Finding<never>> {
  const turn = await limits.take(host, TURN_MS_MAX)
  // A limit of our own leaves the analysis complete, because a list can name many dead sites.
  if (!turn.allowed)
    return { status: 'skipped', detail: 'Too many analyses ask the archive at the moment.' }
  const answer = await tools
    .fetchUpstream(url, {
      ...request,
      controlUrl: CONTROL_URLS[host],
      isLimited: true,
      ...(accept === undefined ? {} : { headers: { accept } }),
    })
    .catch(() => null)
  if (answer === null) return failed(host, 'The archive did not answer.')
  if (!REFUSALS.includes(answer.status) || isReplay(answer)) return answer
  const seconds = retryAfterSeconds(answer.headers.get('retry-after'), tools.now())
  await limits.refused(host, seconds === null ? null : seconds * 1_000)
  return failed(host, 'The archive refuses further requests at the moment.')
}
