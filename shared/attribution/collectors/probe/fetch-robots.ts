import { parseUrl } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import type { ProbeClock } from './probe-clock.ts'
import {
  EVERYTHING_ALLOWED,
  NOTHING_ALLOWED,
  parseRobots,
  ROBOTS_BYTES_MAX,
  type RobotsRules,
} from './robots-rules.ts'

/** Product token: the name by which robots.txt addresses this crawler (RFC 9309, section 2.2.1). */
export const ROBOTS_TOKEN = 'DomainAttributionBot'

export interface SiteRobots {
  origin: string
  rules: RobotsRules
  /** False if no server responded. `rules` forbids all URLs then, but another host may respond. */
  answered: boolean
}

/**
 * RFC 9309: if robots.txt is missing, every URL is allowed. If its request failed, no URL is
 * allowed, because the file may exist and forbid access.
 */
export async function fetchRobots(
  origin: string,
  tools: CollectorTools,
  clock: ProbeClock,
): Promise<SiteRobots> {
  try {
    const file = await tools.fetchPage(`${origin}/robots.txt`, {
      bytesMax: ROBOTS_BYTES_MAX,
      timeoutMs: clock.pageMs(),
      accept: 'text/plain',
    })
    const found = parseUrl(file.url)?.origin ?? origin
    if (file.status >= 500) return { origin: found, rules: NOTHING_ALLOWED, answered: true }
    if (file.status >= 400 || /^\s{0,200}</u.test(file.text))
      return { origin: found, rules: EVERYTHING_ALLOWED, answered: true }
    return { origin: found, rules: parseRobots(file.text, ROBOTS_TOKEN), answered: true }
  } catch {
    return { origin, rules: NOTHING_ALLOWED, answered: false }
  }
}
