import { detached } from '../../platform/net/response-body.ts'
import { registrableHost } from '../../platform/net/url.ts'
import type { Collector, CollectorTools, Finding } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { RenderedPageEvidence } from '../witness-evidence.ts'
import { createPageLimits } from './page/page-limits.ts'
import { inSlices } from './page/slices/sliced-work.ts'
import { fetchRobots } from './probe/fetch-robots.ts'
import { createSheetReader } from './probe/fetch-style-sheets.ts'
import { createProbeClock, type ProbeClock } from './probe/probe-clock.ts'
import { readHomePage } from './probe/read-home-page.ts'

/** A page with this many words is read without its scripts. */
const WORDS_MIN = 200
// Text without spaces between its words, for example Chinese, has few "words".
const TEXT_LENGTH_MIN = 2_000

/** Some sites have no text before their scripts run, so a browser reads the home page again. */
export const renderedPage: Collector<'rendered_page'> = {
  name: 'rendered_page',
  budgetMs: 20_000,
  runs: 'deep',
  stage: 'reading',
  isActive: true,
  async collect(_target, tools) {
    const { deep, earlier } = tools
    const scripted = scriptedHome(earlier)
    if (scripted === null)
      return { status: 'skipped', detail: 'There is no home page that only scripts draw.' }
    if (deep === undefined) return { status: 'skipped', detail: 'Browsers are not configured.' }
    const { url } = scripted
    const clock = createProbeClock(tools)
    const rendered = await deep.renderedHtml(url)
    if (!rendered.ok) {
      if (rendered.status === 'skipped') return { status: 'skipped', detail: rendered.detail }
      return { status: 'failed', detail: rendered.detail, source: new URL(url).host }
    }
    const { html, truncated, host: source } = rendered
    if (html === null)
      return { status: 'empty', detail: 'A browser could not load the page.', source }
    return read({ ...scripted, html, truncated, source }, tools, clock)
  },
}

/** The collector `http_probe` has already checked that the host of this page is public. */
function scriptedHome({ http_probe: site }: EvidenceSet): Scripted | null {
  const data = site?.data ?? null
  const home = data?.pages[0]
  if (data === null || home === undefined || data.outcome !== 'reached') return null
  const isSite = data.placeholder === null && home.status < 400 && home.has_scripts === true
  const words = home.text.split(/\s+/u).filter((word) => word !== '').length
  const hasText = words >= WORDS_MIN || home.text.length >= TEXT_LENGTH_MIN
  return isSite && !hasText && data.final_url !== null
    ? { url: data.final_url, canonical: home.canonical }
    : null
}

interface Scripted {
  url: string
  /** Canonical address that the page states without scripts. */
  canonical: string | null
}

interface Rendered extends Scripted {
  html: string
  truncated: boolean
  source: string
}

async function read(
  { url, canonical, html, truncated, source }: Rendered,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<Finding<RenderedPageEvidence>> {
  const fetched = { url, status: 200, headers: new Headers(), text: html, truncated, redirects: [] }
  const home = detached(await inSlices(readHomePage(fetched, createPageLimits()()), tools.pause))
  if (home.isBlocked)
    return { status: 'empty', detail: 'The site blocks automated visitors.', source }
  if (isElsewhere([url, canonical], home.evidence.canonical))
    return { status: 'empty', detail: 'The scripts of the page lead to another site.', source }
  const robots = fetchRobots(new URL(url).origin, tools, clock).then(({ rules }) => rules)
  const sheets = createSheetReader(robots, url, tools, clock)
  const page = await sheets.styled(home.evidence, home.kept)
  return { status: 'ok', evidence: { url, page, placeholder: home.placeholder }, source }
}

// The browser does not say where the scripts led it. Without this check, a script that opens the
// site of a company would make its pages count as pages of this domain.
function isElsewhere(known: readonly (string | null)[], canonical: string | null): boolean {
  const hosts = known.flatMap((url) => (url === null ? [] : [registrableHost(url)]))
  return canonical !== null && !hosts.includes(registrableHost(canonical))
}
