import type { Target } from '../collector.ts'
import type { CollectedEvidence } from '../evidence.ts'
import type { HttpProbeEvidence } from '../page-evidence.ts'
import type { RegistrationRecord } from '../registration-record.ts'
import { observedText } from './observed-text.ts'
import type { Signal } from './signal.ts'
import { siteSignals } from './site-signals.ts'

/** Factor for statements that the site made once, and does not make now. */
const ARCHIVED_FACTOR = 0.5

const NOTHING_ELSE = {
  outcome: 'reached',
  status: 200,
  server: null,
  placeholder: null,
  site_builder: null,
  favicon_hash: null,
  ads_txt: null,
  security_txt: null,
  trust_txt: null,
  related_website_set: null,
  app_links: null,
} as const

/**
 * Names on the archived home page of a site that cannot be read now. Its author is the holder, as
 * of a live page.
 */
export function archiveSignals(
  target: Target,
  archived: CollectedEvidence<'archive'>,
  record: RegistrationRecord | undefined,
  now: Date,
): Signal[] {
  if (archived.data === null) return []
  const { page, url, captured_at: capturedAt } = archived.data
  // An older copy, or one of unknown age, may be the site of a former holder.
  if (!(Date.parse(capturedAt) >= Date.parse(record?.created_at ?? ''))) return []
  const data: HttpProbeEvidence = {
    ...NOTHING_ELSE,
    redirects: [],
    sellers: [],
    absences: [],
    related_registrations: [],
    requested_url: url,
    final_url: url,
    pages: [page],
  }
  const date = capturedAt.slice(0, 10)
  return siteSignals(target, { ...archived, collector: 'http_probe', data }, now).map((signal) => ({
    ...signal,
    collector: 'archive',
    strength: signal.strength * ARCHIVED_FACTOR,
    observed: observedText(`Archived copy of ${date}: ${signal.observed}`),
  }))
}
