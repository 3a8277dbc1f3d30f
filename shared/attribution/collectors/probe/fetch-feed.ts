import type { FetchedText } from '../../../platform/net/fetch.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import type { PageEvidence } from '../../evidence.ts'
import { parseFeed } from '../page/parse-feed.ts'
import { type Absence, fetchFile } from './fetch-files.ts'
import type { ProbeClock } from './probe-clock.ts'
import type { HomePage } from './read-home-page.ts'
import type { RobotsRules } from './robots-rules.ts'

/**
 * Fetches the RSS or Atom feed to which the home page links, because a feed may name its publisher.
 * Returns a list with one feed, or an empty list. A quick analysis fetches no feed.
 */
export async function fetchFeed(
  { evidence: home, feedUrl: url }: HomePage,
  robots: Promise<RobotsRules>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<PageEvidence[]> {
  if (url === null) return []
  if (tools.depth === 'quick') {
    absences.push({ path: new URL(url).pathname.slice(0, 300), why: 'not_checked' })
    return []
  }
  const rules = await robots
  // A redirect may lead to a feed on another registrable domain. Such a feed describes the owner of
  // the other domain, so it is ignored.
  const parse = (file: FetchedText) =>
    registrableHost(file.url) === registrableHost(home.url)
      ? parseFeed({ url: file.url, status: file.status, xml: file.text })
      : null
  const feed = await fetchFile(
    url,
    parse,
    { allows: (path) => rules.allows(path) },
    tools,
    clock,
    absences,
  )
  return feed === null ? [] : [feed]
}
