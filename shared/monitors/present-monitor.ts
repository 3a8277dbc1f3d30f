import { isoTime } from '../platform/db/client.ts'
import { CADENCES, type Cadence, type Change, type Monitor } from './monitor.ts'
import type { ChangeRow, MonitorRow, MonitorWithChecks } from './queries.ts'

/** The monitor in the API. An unpaid monitor is shown as paused, with the reason as its error. */
export function presentMonitor(
  { monitor, checkedCadence, lastCheckedAt, nextCheckAt }: MonitorWithChecks,
  now: Date,
): Monitor {
  const isSandbox = monitor.sandbox
  const status = monitor.status === 'unpaid' ? 'paused' : monitor.status
  return {
    monitor_id: monitor.id,
    domain: monitor.domain,
    status,
    cadence: monitor.cadence,
    cadence_effective: slower(monitor.cadence, checkedCadence ?? monitor.cadence),
    watch: monitor.watch,
    label: monitor.label,
    email: monitor.email,
    passive: monitor.passive,
    callback_url: monitor.callbackUrl,
    reanalyze_days: monitor.reanalyzeDays as Monitor['reanalyze_days'],
    monthly_credit_limit: monitor.monthlyCreditLimit,
    credits_this_month: monitor.creditsMonth === monthOf(now) ? monitor.creditsThisMonth : 0,
    baseline: baselineOf(monitor),
    last_checked_at: isoTime(isSandbox ? monitor.lastAnalyzedAt : lastCheckedAt),
    next_check_at:
      status === 'paused' ? null : isoTime(isSandbox ? monitor.nextAnalysisAt : nextCheckAt),
    last_changed_at: isoTime(monitor.lastChangedAt),
    last_error: monitor.status === 'unpaid' ? 'MONITOR_LIMIT_REACHED' : monitor.lastError,
    created_at: isoTime(monitor.createdAt),
  }
}

// The domain may also be checked more often, for the monitor of another account.
const slower = (one: Cadence, other: Cadence): Cadence =>
  CADENCES.indexOf(one) > CADENCES.indexOf(other) ? one : other

const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

function baselineOf(monitor: MonitorRow): Monitor['baseline'] {
  const { baselineAt, baselineOutcome, baselineConfidence } = monitor
  if (baselineAt === null || baselineOutcome === null) return null
  return {
    job_id: monitor.baselineAccountId === monitor.accountId ? monitor.baselineJobId : null,
    entity: monitor.baselineEntity,
    confidence: baselineConfidence ?? 0,
    outcome: baselineOutcome,
    taken_at: isoTime(baselineAt),
  }
}

export function presentChange(change: ChangeRow): Change {
  const { verdict, acknowledgedAt } = change
  return {
    change_id: change.id,
    monitor_id: change.monitorId,
    domain: change.domain,
    severity: change.severity,
    kinds: change.kinds,
    detected_at: isoTime(change.detectedAt),
    confirmed_at: isoTime(change.confirmedAt),
    diff: change.diff,
    evidence: change.evidence,
    job_id: change.jobId,
    job_id_before: change.jobIdBefore,
    analysis: change.analysis,
    acknowledged:
      verdict === null || acknowledgedAt === null ? null : { verdict, at: isoTime(acknowledgedAt) },
  }
}
