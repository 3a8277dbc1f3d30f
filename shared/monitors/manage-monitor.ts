import { requireDomain, type SubmitServices, submitJob } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { registrableDomain } from '../platform/public-suffix.ts'
import type { Services } from '../platform/services/index.ts'
import { monitorLimits } from '../platform/tier.ts'
import { concludeAnalyses } from './conclude-analyses.ts'
import { factsFor } from './facts-for-monitor.ts'
import { type Monitor, OPEN_CHANGES_MAX, type ShownFingerprint } from './monitor.ts'
import { checkSettings, type RequestedSettings } from './monitor-settings.ts'
import { presentMonitor } from './present-monitor.ts'
import * as monitors from './queries.ts'
import { capacityOf, fullMessage, registriesOf } from './registry-capacity.ts'
import { limitMessage } from './save-monitors.ts'
import { showFingerprint } from './show-fingerprint.ts'

const CHANGED_DAYS = 7

type ReadServices = Pick<Services, 'db' | 'env' | 'now'>

const unknown = (): PublicError => new PublicError('NOT_FOUND', 'There is no such monitor.')

async function requireMonitor(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  id: string,
): Promise<monitors.MonitorWithChecks> {
  const [found] = isIdentifier('mon', id)
    ? await monitors.listByIds(db, caller.accountId, [id])
    : []
  if (found === undefined) throw unknown()
  return found
}

/** A page of monitors. Throws PublicError INVALID_DOMAIN. */
export async function listMonitors(
  services: ReadServices,
  caller: Caller,
  query: monitors.WantedMonitors,
): Promise<{ monitors: Monitor[]; meta: PageMeta }> {
  const { limit, offset, domain } = query
  const wanted =
    domain === undefined
      ? query
      : { ...query, domain: requireDomain(domain, services.env.SANDBOX_DOMAIN).domain }
  const found = await monitors.page(services.db, caller.accountId, wanted)
  const shown = found.slice(0, limit).map((row) => presentMonitor(row, services.now()))
  return { monitors: shown, meta: { limit, offset, has_more: found.length > limit } }
}

/** Counts of the monitors, the open changes and the places of the account. */
export async function readSummary({ db, env }: ReadServices, caller: Caller) {
  const found = await monitors.summary(db, caller.accountId, {
    changedDays: CHANGED_DAYS,
    openMax: OPEN_CHANGES_MAX,
  })
  const { baselining, active, paused, unmonitorable } = found
  return {
    monitors: {
      total: baselining + active + paused + unmonitorable,
      baselining,
      active,
      paused,
      unmonitorable,
      changed_this_week: found.changed,
    },
    open_changes: found.open_changes,
    places: {
      included: monitorLimits(env)[caller.tier],
      used: found.slots_used,
      paid: found.slots_paid,
    },
    planned_analyses: found.planned_analyses,
    has_feed: found.has_feed,
  }
}

/** Throws PublicError NOT_FOUND. */
export async function readMonitor(
  services: ReadServices,
  caller: Caller,
  id: string,
): Promise<Monitor & { fingerprint: ShownFingerprint | null }> {
  const found = await requireMonitor(services, caller, id)
  const state = await monitors.stateOf(services.db, found.monitor.domain)
  const fingerprint =
    state === null ? null : await showFingerprint(factsFor(found.monitor, state.facts))
  return { ...presentMonitor(found, services.now()), fingerprint }
}

/**
 * Throws PublicError NOT_FOUND, CADENCE_NOT_ALLOWED, MONITOR_LIMIT_REACHED, REGISTRY_FULL or
 * VALIDATION_ERROR.
 */
export async function changeMonitor(
  services: ReadServices & Pick<Services, 'connections'>,
  caller: Caller,
  id: string,
  requested: RequestedSettings,
): Promise<Monitor> {
  const { monitor } = await requireMonitor(services, caller, id)
  const { settings, secret } = await checkSettings(services, caller, requested)
  const limit = monitorLimits(services.env)[caller.tier]
  const { domain } = monitor
  const [registry = ''] = await registriesOf(services, [registrableDomain(domain) ?? domain])
  const capacity = capacityOf(registry, services.env)
  const { outcome } = await monitors.patch(services.db, {
    account_id: caller.accountId,
    monitor_id: id,
    at: services.now().toISOString(),
    settings,
    cadence_seconds: services.env.MONITOR_CADENCE_SECONDS,
    registry,
    capacity,
    limit_count: limit,
    ...secret,
  })
  if (outcome === 'unknown') throw unknown()
  if (outcome === 'limited') throw new PublicError('MONITOR_LIMIT_REACHED', limitMessage(limit))
  if (outcome === 'registry_full')
    throw new PublicError('REGISTRY_FULL', fullMessage(registry, capacity))
  return presentMonitor(await requireMonitor(services, caller, id), services.now())
}

/** Deletes a monitor. The changes that it found stay. Throws PublicError NOT_FOUND. */
export async function deleteMonitor(
  services: ReadServices,
  caller: Caller,
  id: string,
): Promise<void> {
  const { outcome } = await monitors.remove(services.db, {
    account_id: caller.accountId,
    monitor_id: id,
    at: services.now().toISOString(),
    cadence_seconds: services.env.MONITOR_CADENCE_SECONDS,
  })
  if (outcome === 'unknown') throw unknown()
}

/**
 * Starts a full analysis, whose operator is then compared with the baseline, and makes a reading of
 * the facts due. Throws PublicError NOT_FOUND and the errors of `submitJob`.
 */
export async function checkMonitor(
  services: SubmitServices & ReadServices,
  caller: Caller,
  id: string,
): Promise<string> {
  const { monitor } = await requireMonitor(services, caller, id)
  const { job } = await submitJob(services, caller, {
    domain: monitor.domain,
    depth: 'deep',
    force_refresh: false,
    passive: monitor.passive,
  })
  await monitors.awaitCheck(services.db, caller.accountId, monitor.id, job.id)
  if (monitor.sandbox) await concludeAnalyses(services, monitor.id)
  else await monitors.checkSoon(services.db, monitor, services.now().toISOString())
  return job.id
}
