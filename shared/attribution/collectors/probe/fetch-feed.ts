import type { FetchedText } from '../../../platform/net/fetch.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import type { PageEvidence } from '../../evidence.ts'
import type { PageDocument } from '../page/page-document.ts'
import { feedUrl, parseFeed } from '../page/parse-feed.ts'
import { type Absence, readFile } from './fetch-files.ts'
import type { ProbeClock } from './probe-clock.ts'
import type { RobotsRules } from './robots-rules.ts'

/** The feed that the home page links to, for what it says of its publisher. Only a deep run asks for it. */
export async function readFeed(
  home: PageEvidence,
  document: PageDocument,
  robots: Promise<RobotsRules>,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<PageEvidence[]> {
  const url = feedUrl(document, home.url)
  if (url === null) return []
  if (tools.depth === 'quick') {
    absences.push({ path: new URL(url).pathname.slice(0, 300), why: 'not_checked' })
    return []
  }
  const rules = await robots
  // A feed that is kept elsewhere speaks for whoever keeps it.
  const parse = (file: FetchedText) =>
    registrableHost(file.url) === registrableHost(home.url)
      ? parseFeed({ url: file.url, status: file.status, xml: file.text })
      : null
  const feed = await readFile(url, parse, { allows: (path) => rules.allows(path) }, tools, clock, absences)
  return feed === null ? [] : [feed]
}
