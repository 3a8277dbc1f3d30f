import { requireDomain } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { type ExternalHistoryServices, externalHistory } from './external-history.ts'
import { differenceOf } from './history-difference.ts'
import type { HistoryEntry, HistoryPoint } from './history-point.ts'
import * as domains from './queries.ts'
import { sandboxHistory } from './sandbox-history.ts'

export interface HistoryPage {
  domain: string
  entries: HistoryEntry[]
  nextCursor: string | null
}

export interface WantedHistory {
  limit: number
  before?: string | undefined
  include_external: boolean
}

/**
 * Entries of a domain's history, newest first. External WHOIS records are older than our first
 * analysis, so they are bought only if the page reaches that analysis. Throws PublicError
 * INVALID_DOMAIN, NOT_FOUND, FORBIDDEN, INSUFFICIENT_CREDITS, RATE_LIMITED or
 * REVERSE_WHOIS_UNAVAILABLE.
 */
export async function readHistory(
  services: ExternalHistoryServices,
  caller: Caller,
  input: string,
  { limit, before, include_external: wantsExternal }: WantedHistory,
): Promise<HistoryPage> {
  const { db, env } = services
  if (wantsExternal && caller.playground)
    throw new PublicError('FORBIDDEN', 'A playground key cannot buy external history.')
  const name = requireDomain(input, env.SANDBOX_DOMAIN)
  if (name.sandbox !== null)
    return pageOf(name.domain, sandboxHistory(name.sandbox, before), limit, false)
  const wanted = {
    accountId: caller.accountId,
    domain: name.domain,
    before: before ?? null,
    limit,
  }
  const local = (await runsOf(db, wanted)).map(pointOf)
  const oldest = local.at(-1)
  // Each entry shows the changes since the next older entry. The entry before our oldest analysis
  // is a WHOIS record, so the analysis and that record must be on one page. If analyses fill this
  // page, the oldest one moves to the next page.
  if (wantsExternal && local.length === limit && limit > 1)
    return pageOf(name.domain, local, limit - 1, true)
  if (local.length > limit || (oldest !== undefined && (local.length === limit || !wantsExternal)))
    return pageOf(name.domain, local, limit, wantsExternal)
  const first = oldest?.at ?? (await domains.firstAnalyzedAt(db, name.domain))
  if (first === null) throw new PublicError('NOT_FOUND', 'This domain was never analysed.')
  if (!wantsExternal) return pageOf(name.domain, local, limit, false)
  const external = await externalHistory(services, caller, name.domain, {
    before: before ?? null,
    firstAnalyzedAt: first,
  })
  return pageOf(name.domain, [...local, ...external], limit, false)
}

/** Runs of a page, and the older runs that the entries of the page are compared with. */
async function runsOf(
  db: ExternalHistoryServices['db'],
  wanted: domains.WantedRuns,
): Promise<domains.Run[]> {
  const runs = await domains.runs(db, { ...wanted, limit: wanted.limit + 1 })
  const next = runs[wanted.limit]
  if (next === undefined || runs.every(({ passive }) => passive === next.passive)) return runs
  const older = { ...wanted, before: next.analyzedAt }
  return [...runs, ...(await domains.newestRunOfKind(db, older, !next.passive))]
}

function pointOf(run: domains.Run): HistoryPoint {
  return {
    jobId: run.jobId,
    at: run.analyzedAt,
    status: run.status,
    entityId: run.entityId,
    entity: run.entity,
    confidence: run.confidence,
    basis: run.basis,
    registrar: run.registrar,
    nameservers: run.nameServers,
    source: 'local',
    passive: run.passive,
  }
}

function pageOf(
  domain: string,
  points: readonly HistoryPoint[],
  limit: number,
  mayContinue: boolean,
): HistoryPage {
  const shown = points.slice(0, limit)
  const entries = shown.map(
    (point, index): HistoryEntry => ({
      ...point,
      diff: differenceOf(point, points.slice(index + 1)),
    }),
  )
  const more = points.length > limit || (mayContinue && shown.length === limit)
  return { domain, entries, nextCursor: more ? (shown.at(-1)?.at ?? null) : null }
}
