import type { Target } from '../attribution/collector.ts'
import type { CollectedEvidence, EvidenceSet } from '../attribution/evidence.ts'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import { score } from '../attribution/scoring/score.ts'
import type { Scoring } from '../attribution/scoring/scoring-result.ts'
import { registrantLinks } from '../attribution/signals/registrant-links.ts'
import { DAY_MS } from '../platform/clock.ts'
import { controlledLinks } from './controlled-links.ts'
import type { JobEnd } from './queries.ts'
import type { StoredCollector } from './stored-collectors.ts'

const isAnswer = ({ status }: CollectedEvidence) => status === 'ok' || status === 'empty'
const isMissing = ({ status }: CollectedEvidence) => status === 'failed' || status === 'timeout'

/**
 * Returns the final status and the result of a job from the evidence of its collectors (functions
 * that gather evidence). A job without DNS evidence or without a successful collector fails; if
 * some collectors failed or timed out, the job is partial. The evidence that the domain does not
 * exist counts as success.
 */
export function conclude(
  target: Target,
  depth: 'quick' | 'deep',
  evidence: CollectedEvidence[],
  now: Date,
): Omit<JobEnd, 'job_id' | 'run_token'> {
  const collectors = evidence.map(
    ({ collector, status, duration_ms, detail }): StoredCollector => [
      collector,
      status,
      duration_ms,
      detail,
    ],
  )
  if (!evidence.some(isAnswer)) {
    const message = `None of the ${depth} collectors could answer: ${evidence.map(({ collector }) => collector).join(', ')}.`
    return { status: 'failed', error: { code: 'ANALYSIS_FAILED', message }, collectors, evidence }
  }
  const set = Object.fromEntries(evidence.map((one) => [one.collector, one])) as EvidenceSet
  // Without the DNS it is unknown if the domain exists and where its site is, so no answer about
  // its operator would be reliable.
  if (set.dns === undefined || isMissing(set.dns)) {
    const message =
      'The DNS gave no answer about the domain. Its name servers or our DNS services did not respond.'
    return { status: 'failed', error: { code: 'ANALYSIS_FAILED', message }, collectors, evidence }
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
    name_servers: nameServersOf(set),
    ...attributedEntity(scoring, registeredAt(set, now)),
  }
}

function nameServersOf(set: EvidenceSet): string[] {
  const fromDns = set.dns?.data?.ns ?? []
  return [...(fromDns.length > 0 ? fromDns : (set.whois?.data?.record.name_servers ?? []))].sort()
}

const EARLIEST_REGISTRATION_MS = Date.UTC(1980, 0, 1)

/**
 * Registration date of the domain, ISO 8601. Null if it is unknown, impossible or in the future.
 */
function registeredAt(set: EvidenceSet, now: Date): string | null {
  const at = Date.parse(set.whois?.data?.record.created_at ?? '')
  // A registry's clock can be ahead of ours.
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
