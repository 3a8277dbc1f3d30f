import type { Target } from '../attribution/collector.ts'
import type { CollectedEvidence, EvidenceSet } from '../attribution/evidence.ts'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import { score } from '../attribution/scoring/score.ts'
import type { Scoring } from '../attribution/scoring/scoring-result.ts'
import { registrantLinks } from '../attribution/signals/registration-signals.ts'
import type { LinkingIdentifier } from '../attribution/signals/signal.ts'
import { DAY_MS } from '../platform/clock.ts'
import { registrableOf } from '../platform/net/url.ts'
import type { StoredCollector } from './job.ts'
import type { JobEnd } from './queries.ts'

export const isMissing = ({ status }: CollectedEvidence) =>
  status === 'failed' || status === 'timeout'

function noDnsError(dns: CollectedEvidence<'dns'> | undefined): { code: string; message: string } {
  const reason =
    dns?.again_after_ms !== undefined
      ? 'Our DNS services did not answer'
      : dns?.status === 'failed'
        ? 'The name servers of the domain did not answer'
        : 'The DNS did not answer in time'
  return {
    code: 'ANALYSIS_FAILED',
    message: `${reason}, so nothing can be said about the domain.`,
  }
}

/** If the evidence shows that the domain does not exist, the job counts as successful. */
export function conclude(
  target: Target,
  collected: CollectedEvidence[],
  now: Date,
): Omit<JobEnd, 'job_id' | 'run_token'> {
  const evidence = collected.map(({ again_after_ms: _, ...stored }) => stored)
  const collectors = evidence.map(
    ({ collector, status, duration_ms, detail }): StoredCollector => [
      collector,
      status,
      duration_ms,
      detail,
    ],
  )
  const set = Object.fromEntries(collected.map((one) => [one.collector, one])) as EvidenceSet
  // Without an answer from the DNS it is unknown if the domain exists and where its site is. An
  // answer about its operator would not be reliable.
  if (set.dns === undefined || isMissing(set.dns)) {
    return { status: 'failed', error: noDnsError(set.dns), collectors, evidence }
  }
  const scoring = score(target, set, now)
  return {
    status: evidence.some(isMissing) ? 'partial' : 'completed',
    result: scoring.result,
    signals: scoring.entities,
    links: [...scoring.links, ...registrantLinks(set), ...controlledLinks(target, set)],
    evidence,
    collectors,
    registrar: set.whois?.data?.record.registrar.name ?? null,
    name_servers: readNameServers(set),
    ...attributedEntity(scoring, registeredAt(set, now)),
  }
}

const CONTROLLED_DOMAINS_MAX = 60

/**
 * Domains that the site says it controls, in its trust.txt or as the primary site of a related
 * website set. The claim alone proves nothing: each of those domains must also name this site.
 */
export function controlledLinks(
  { registrableDomain: own }: Target,
  { http_probe: probe }: EvidenceSet,
) {
  const data = probe?.data ?? null
  // If the site redirects to another domain, the files belong to that domain's site, so they are
  // not used.
  if (data?.final_url == null || registrableOf(data.final_url) !== own) return []
  const set = data.related_website_set
  const members = set !== null && registrableOf(set.primary) === own ? set.members : []
  const hosts = [...(data.trust_txt?.control ?? []), ...members]
  const domains = new Set(hosts.flatMap((host) => registrableOf(host) ?? []))
  domains.delete(own)
  return [...domains]
    .slice(0, CONTROLLED_DOMAINS_MAX)
    .map((value): LinkingIdentifier => ({ kind: 'controls', value }))
}

function readNameServers(set: EvidenceSet): string[] {
  const fromDns = set.dns?.data?.ns ?? []
  return [...(fromDns.length > 0 ? fromDns : (set.whois?.data?.record.name_servers ?? []))].sort()
}

const EARLIEST_REGISTRATION_MS = Date.UTC(1980, 0, 1)

/** Registration date in ISO 8601. Null if it is unknown, impossible or in the future. */
function registeredAt(set: EvidenceSet, now: Date): string | null {
  const at = Date.parse(set.whois?.data?.record.created_at ?? '')
  // A date up to one day ahead is accepted, because the clock of a registry can be ahead of ours.
  return at >= EARLIEST_REGISTRATION_MS && at <= now.getTime() + DAY_MS
    ? new Date(at).toISOString()
    : null
}

function attributedEntity(
  { result, aliases, parent }: Scoring,
  registered_at: string | null,
): Pick<JobEnd, 'entity'> {
  if (result.outcome !== 'attributed' || result.entity === null) return {}
  const normalized = normalizeEntityName(result.entity)
  const others = new Map(aliases.map((name) => [normalizeEntityName(name), name]))
  others.delete(normalized)
  others.delete('')
  return {
    entity: {
      name: result.entity,
      normalized,
      parent,
      aliases: [...others].map(([key, name]) => ({ name, normalized: key })),
      basis: result.basis,
      registered_at,
    },
  }
}
