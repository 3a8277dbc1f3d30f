import { parseDomain } from '../platform/domain-name.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { diffOf, evidenceOf, silenceKeysOf } from './describe-change.ts'
import { changeFor } from './facts-for-monitor.ts'
import type { ConfirmedChange } from './judge-reading.ts'
import { needsAnalysis, severityOf, watchedKinds } from './kinds.ts'
import { monitorJob, ownerOf } from './monitor-settings.ts'
import * as monitors from './queries.ts'

const MONITORS_PER_STATEMENT = 50
const STATEMENTS_MAX = 100

type NotifyServices = Pick<Services, 'db' | 'env' | 'requestId' | 'newIdentifier' | 'sendHints'>

/**
 * Creates the changes of all monitors that watch a changed domain. Returns the number of changes.
 */
export async function notifyMonitors(services: NotifyServices): Promise<number> {
  let notified = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement += 1) {
    const untold = await monitors.readUntold(services.db, MONITORS_PER_STATEMENT)
    if (untold === null) break
    notified += untold.monitors.length
    const { hints } = await monitors.recordChanges(services.db, {
      name_change_id: untold.id,
      notified_until: untold.monitors.at(-1)?.monitor.id ?? '',
      done: untold.monitors.length < MONITORS_PER_STATEMENT,
      changes: changesOf(services, untold),
    })
    await services.sendHints(hints)
  }
  return notified
}

function changesOf(
  services: NotifyServices,
  untold: monitors.UntoldChange,
): monitors.ChangeToRecord[] {
  const confirmed = untold.change as ConfirmedChange
  const name = parseDomain(untold.domain, services.env.SANDBOX_DOMAIN)
  if (!name.ok) return []
  return untold.monitors.flatMap(({ monitor, tier, silenced }): monitors.ChangeToRecord[] => {
    const change = changeFor(monitor, confirmed)
    const keys = silenceKeysOf(change.kinds, change.after)
    const audible = change.kinds.filter((_, index) => !silenced.includes(keys[index] ?? ''))
    const kinds = watchedKinds(audible, monitor.watch)
    const isAnalyzed = needsAnalysis(audible, change.isUnparked, monitor.watch)
    if (kinds.length === 0 && !isAnalyzed) return []
    return [
      {
        change_id: newIdentifier('chg'),
        monitor_id: monitor.id,
        account_id: monitor.accountId,
        domain: untold.domain,
        severity: severityOf(kinds),
        kinds,
        detected_at: new Date(change.detectedAt).toISOString(),
        confirmed_at: new Date(change.confirmedAt).toISOString(),
        diff: diffOf(change),
        evidence: evidenceOf(change),
        silence_keys: silenceKeysOf(kinds, change.after),
        job: isAnalyzed
          ? monitorJob(services, ownerOf(monitor.accountId, tier), name.name, newIdentifier('job'))
          : null,
      },
    ]
  })
}
