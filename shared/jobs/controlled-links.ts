import type { Target } from '../attribution/collector.ts'
import type { EvidenceSet } from '../attribution/evidence.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { registrableOf } from '../platform/net/url.ts'

const DOMAINS_MAX = 60

/**
 * Returns the domains that the site says it controls, in its trust.txt or as the primary of a
 * related website set. Alone this proves nothing. Together with the statement of such a domain,
 * both sides say the same.
 */
export function controlledLinks(
  { registrableDomain: own }: Target,
  { http_probe: probe }: EvidenceSet,
) {
  const data = probe?.data ?? null
  // After a redirect the files are those of another site.
  if (data?.final_url == null || registrableOf(data.final_url) !== own) return []
  const set = data.related_website_set
  const members = set !== null && registrableOf(set.primary) === own ? set.members : []
  const hosts = [...(data.trust_txt?.control ?? []), ...members]
  const domains = new Set(hosts.flatMap((host) => registrableOf(host) ?? []))
  domains.delete(own)
  return [...domains]
    .slice(0, DOMAINS_MAX)
    .map((value): LinkingIdentifier => ({ kind: 'controls', value }))
}
