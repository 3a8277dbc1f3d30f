import { registrableOf } from '../../../platform/net/url.ts'
import type { Target } from '../../collector.ts'
import type { EvidenceSet } from '../../evidence.ts'
import { normalizeEntityName } from '../../names/entity-names.ts'
import { withRenderedHome } from '../../rendered-home.ts'
import type { Signal } from '../../signals/signal.ts'
import { signalKind } from '../../signals/signal-kinds.ts'

const NAMES_MAX = 6
const DOMAINS_MAX = 60
const GROUP_HOST = /^group_|^registrant_email_domain$|^ads_owner_domain$|^trust_txt_controller$/u

/**
 * Names of companies that the site claims to be. The name with the strongest evidence comes first.
 */
export function claimedNames(signals: readonly Signal[]): string[] {
  const names = new Map<string, { name: string; strength: number }>()
  for (const { kind, stance, entity, entityType, strength } of signals) {
    const isStated =
      signalKind(kind)?.role === 'legal' || kind.startsWith('structured_') || kind === 'site_name'
    if (!isStated || stance !== 'supports' || entity === null || entityType === 'person') continue
    const key = normalizeEntityName(entity)
    const known = names.get(key)
    names.set(key, { name: known?.name ?? entity, strength: (known?.strength ?? 0) + strength })
  }
  const ranked = [...names.values()].sort(
    (a, b) => b.strength - a.strength || (a.name < b.name ? -1 : 1),
  )
  return ranked.slice(0, NAMES_MAX).map(({ name }) => name)
}

/**
 * Domains that the site mentions in email addresses, links, its canonical address, structured data
 * or its DNS records. A copy of a company's pages usually still names one of the company's domains.
 */
export function pointedDomains(
  target: Target,
  given: EvidenceSet,
  signals: readonly Signal[],
): string[] {
  const evidence = withRenderedHome(given)
  const pages = evidence.http_probe?.data?.pages ?? []
  const zone = signals.flatMap(({ kind, identifier }) =>
    GROUP_HOST.test(kind) && identifier?.startsWith('host:')
      ? [identifier.slice('host:'.length)]
      : [],
  )
  const hosts = [
    ...pages.flatMap(({ identifiers }) =>
      identifiers.flatMap(({ kind, value }) =>
        kind === 'email' ? [value.split('@')[1] ?? ''] : [],
      ),
    ),
    ...pages.flatMap(({ canonical, alternates }) => [canonical ?? '', ...alternates]),
    ...pages.flatMap(({ organizations }) =>
      organizations.flatMap(({ url, same_as }) => [url ?? '', ...same_as]),
    ),
    ...zone,
    ...pages.flatMap(({ links_out }) => links_out.map(({ domain }) => domain)),
  ]
  const landing = evidence.http_probe?.data?.final_url ?? null
  const own = new Set([target.registrableDomain, landing === null ? null : registrableOf(landing)])
  const domains = new Set(
    hosts.map((host) => registrableOf(host)).filter((domain) => domain !== null),
  )
  return [...domains].filter((domain) => !own.has(domain)).slice(0, DOMAINS_MAX)
}
