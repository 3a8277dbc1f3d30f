import { parseDomain } from '../platform/domain-name.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { monitorLimits } from '../platform/tier.ts'
import { USUAL_BATCH } from './check-names.ts'
import { concludeAnalyses } from './conclude-analyses.ts'
import { baselinesMax, monitorJob, ownerOf } from './monitor-settings.ts'
import { notifyMonitors } from './notify-monitors.ts'
import * as monitors from './queries.ts'

const BATCH_NAMES_MAX = 200
// An account with at most this number of due domains is small. Its domains are in batches of their
// own, which run first, so that a small account never waits for a large one.
const SMALL_NAMES_MAX = 20
// Highest number of domains of large accounts that are checked at the same time. Even if all of
// them need the same registry, which gets one request in a second, their checks take about a
// minute.
const LARGE_NAMES_MAX = 72
// Highest number of domains in a batch of those that take long. The share of such a batch in all
// requests allows them in about a minute and a half.
const LONG_NAMES_MAX = 24
// Average number of outgoing requests for one domain.
const REQUESTS_PER_NAME = 7
// A batch takes at most two and a half minutes. If it has not ended after this time, another batch
// checks its domains.
const LEASE_SECONDS = 300
// If the number of due domains is from HALF_FULL_NAMES to below FULL_NAMES, the checks wait for
// more due domains, so that one statement to Postgres serves many.
const HALF_FULL_NAMES = 50
const FULL_NAMES = 100
const FILL_SECONDS_MAX = 60
const DUE_ANALYSES_MAX = 100
const ACCOUNTS_MAX = 100

type SweepServices = Pick<
  Services,
  'db' | 'env' | 'now' | 'requestId' | 'newIdentifier' | 'sendHints' | 'enqueue'
>

/** Does all monitor work that is due. A minute without such work costs one statement. */
export async function sweepMonitors(services: SweepServices): Promise<void> {
  const { db, env } = services
  const work = await sendDueChecks(services)
  if (work.has_ended_analyses) await concludeAnalyses(services, null)
  if (work.has_changes) await notifyMonitors(services)
  if (work.has_due_analyses) await startAnalyses(services)
  if (work.has_due_slots)
    await services.sendHints(
      (await monitors.renewSlots(db, monitorLimits(env), ACCOUNTS_MAX)).hints,
    )
  if (work.has_due_emails)
    await services.sendHints((await monitors.createEmails(db, ACCOUNTS_MAX)).hints)
}

export async function sendDueChecks(
  services: SweepServices,
): Promise<Awaited<ReturnType<typeof monitors.takeWork>>> {
  const perMinute = services.env.MONITOR_CHECKS_PER_SECOND * 60 * USUAL_BATCH.share
  const work = await monitors.takeWork(services.db, {
    at: services.now().toISOString(),
    names_max: Math.max(1, Math.floor(perMinute / REQUESTS_PER_NAME)),
    batch_max: BATCH_NAMES_MAX,
    small_max: SMALL_NAMES_MAX,
    large_max: LARGE_NAMES_MAX,
    long_max: LONG_NAMES_MAX,
    lease_seconds: LEASE_SECONDS,
    half_full: HALF_FULL_NAMES,
    full_names: FULL_NAMES,
    wait_seconds: FILL_SECONDS_MAX,
  })
  await services.enqueue('checks', work.batches)
  await services.enqueue('long-checks', work.long_batches)
  return work
}

async function startAnalyses(services: SweepServices): Promise<void> {
  const { db, env } = services
  const due = await monitors.readDueAnalyses(db, DUE_ANALYSES_MAX)
  const wanted = due.flatMap(({ id, account_id: accountId, domain, tier, purpose }) => {
    const parsed = parseDomain(domain, env.SANDBOX_DOMAIN)
    if (!parsed.ok) return []
    const job = monitorJob(services, ownerOf(accountId, tier), parsed.name, newIdentifier('job'))
    return [
      {
        monitor_id: id,
        account_id: accountId,
        purpose,
        baselines_max: baselinesMax(tier, env),
        job,
      },
    ]
  })
  if (wanted.length === 0) return
  const { hints } = await monitors.startDueAnalyses(db, wanted)
  await services.sendHints(hints)
}
