import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BASES } from '../attribution/basis.ts'
import { EntitySignals } from '../attribution/scoring/scoring-result.ts'
import type { NewJob } from '../jobs/queries.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import { NameState } from './judge-reading.ts'
import type { Kind, Severity } from './kinds.ts'
import type { Cadence, ChangeDiff, ChangeEvidence, Monitor } from './monitor.ts'
import type { RegistryAnswer } from './read-name.ts'
import { changes, monitorFeeds, monitorSlots, monitors, watchedNames } from './tables.ts'

export type MonitorRow = typeof monitors.$inferSelect
export type ChangeRow = typeof changes.$inferSelect

const whole = z.coerce.number().int()

const MonitorOfFunction = rowOf(monitors)
const ChangeOfFunction = rowOf(changes)

/** Settings to store. A setting that is absent is not changed. */
export interface GivenSettings {
  status?: 'active' | 'paused'
  cadence?: Cadence
  watch?: Kind[]
  label?: string | null
  email?: boolean
  passive?: boolean
  callback_url?: string | null
  callback_origin?: string | null
  reanalyze_days?: number | null
  monthly_credit_limit?: number
}

interface SavedSecret {
  secret_sealed?: string
  secret_hint?: string
}

export interface MonitorsToSave extends SavedSecret {
  account_id: string
  at: string
  monitors: {
    monitor_id: string
    domain: string
    registrable_domain: string
    registry: string
    sandbox: boolean
    job: NewJob
  }[]
  /** Checks a day that monitors may need at most, by registry. */
  capacities: Record<string, number>
  settings: GivenSettings
  defaults: GivenSettings
  cadence_seconds: Record<Cadence, number>
  limit_count: number
  baselines_max: number
}

const Saved = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    monitors: z.array(
      z.discriminatedUnion('outcome', [
        z.object({ outcome: z.enum(['created', 'changed']), monitor_id: z.string() }),
        z.object({ outcome: z.enum(['limited', 'registry_full']) }),
      ]),
    ),
    ...Hints,
  }),
  z.object({ outcome: z.literal('closed') }),
])

/**
 * Stores monitors, charges the slots that the tier does not include, and starts baselines, in one
 * statement.
 */
export const save = (db: Database, input: MonitorsToSave): Promise<z.infer<typeof Saved>> =>
  callFunction(db, 'save_monitors', { ...input }, Saved)

const Patched = z.object({
  outcome: z.enum(['changed', 'unknown', 'limited', 'registry_full']),
})

export const patch = (
  db: Database,
  input: SavedSecret & {
    account_id: string
    monitor_id: string
    at: string
    settings: GivenSettings
    cadence_seconds: Record<Cadence, number>
    registry: string
    /** Checks a day that monitors may need at most at the registry. */
    capacity: number
    limit_count: number
  },
): Promise<z.infer<typeof Patched>> => callFunction(db, 'patch_monitor', { ...input }, Patched)

/** Registries of domains that are checked more rarely than their monitors want. */
export async function readSlowedRegistries(
  db: Database,
  cadenceSeconds: Record<Cadence, number>,
  limit: number,
): Promise<string[]> {
  const query = sql`select read_slowed_registries(${JSON.stringify(cadenceSeconds)}::jsonb, ${limit})
    as registries`
  const [row] = await rows(db, query, z.object({ registries: z.array(z.string()) }))
  return row?.registries ?? []
}

/** Gives at most `limit` domains of a registry their wanted cadence, as far as there is room. */
export async function restoreCadences(
  db: Database,
  registry: { name: string; capacity: number },
  cadenceSeconds: Record<Cadence, number>,
  { at, limit }: { at: string; limit: number },
): Promise<void> {
  await rows(
    db,
    sql`select restore_cadences(${registry.name}, ${registry.capacity}::numeric,
      ${JSON.stringify(cadenceSeconds)}::jsonb, ${at}::timestamptz, ${limit}) as planned`,
    z.object({ planned: z.number() }),
  )
}

const Deleted = z.object({ outcome: z.enum(['deleted', 'unknown']) })

export const remove = (
  db: Database,
  input: {
    account_id: string
    monitor_id: string
    at: string
    cadence_seconds: Record<Cadence, number>
  },
): Promise<z.infer<typeof Deleted>> => callFunction(db, 'delete_monitor', { ...input }, Deleted)

/**
 * A monitor with the cadence of its domain's checks and the times of the last and next one. They
 * are null for a sandbox domain, the cadence also for a paused one.
 */
export interface MonitorWithChecks {
  monitor: MonitorRow
  checkedCadence: Cadence | null
  lastCheckedAt: string | null
  nextCheckAt: string | null
}

export interface WantedMonitors {
  limit: number
  offset: number
  /** Only monitors that found a change in this number of days. */
  changed_days?: number | undefined
  status?: Monitor['status'] | undefined
  label?: string | undefined
  domain?: string | undefined
}

const storedStatuses = (shown: Monitor['status']): MonitorRow['status'][] =>
  shown === 'paused' ? ['paused', 'unpaid'] : [shown]

const changedWithin = (days: number) =>
  sql`${monitors.lastChangedAt} > clock_timestamp() - make_interval(days => ${days})`

const Summary = z.object({
  baselining: whole,
  active: whole,
  paused: whole,
  unmonitorable: whole,
  changed: whole,
  slots_used: whole,
  slots_paid: whole,
  planned_analyses: whole,
  open_changes: whole,
  has_feed: z.boolean(),
})
export type MonitorSummaryRow = z.infer<typeof Summary>

/**
 * Counts of one account. `changed` are the monitors with a change in the last `changedDays`. Counts
 * open changes up to `openMax`.
 */
export async function summary(
  db: Database,
  accountId: string,
  { changedDays, openMax }: { changedDays: number; openMax: number },
): Promise<MonitorSummaryRow> {
  const isPaid = sql`not ${monitors.sandbox}`
  const analyses = sql`least(30.0 / ${monitors.reanalyzeDays}, ${monitors.monthlyCreditLimit})`
  const paidSlots = sql`select count(*) from ${monitorSlots}
    where ${monitorSlots.accountId} = ${accountId} and ${monitorSlots.paidUntil} > clock_timestamp()`
  const openChanges = sql`select count(*) from (select 1 from ${changes}
    where ${changes.accountId} = ${accountId} and ${changes.verdict} is null
      and cardinality(${changes.kinds}) > 0 limit ${openMax}) open`
  const query = sql`select
      count(*) filter (where ${monitors.status} = 'baselining') as baselining,
      count(*) filter (where ${monitors.status} = 'active') as active,
      count(*) filter (where ${monitors.status} in ('paused', 'unpaid')) as paused,
      count(*) filter (where ${monitors.status} = 'unmonitorable') as unmonitorable,
      count(*) filter (where ${changedWithin(changedDays)}) as changed,
      count(*) filter (where ${isPaid} and ${monitors.status} <> 'unpaid') as slots_used,
      (${paidSlots}) as slots_paid,
      ceil(coalesce(sum(${analyses}) filter (where ${isPaid} and is_watching(${monitors.status})
        and ${monitors.reanalyzeDays} is not null), 0)) as planned_analyses,
      (${openChanges}) as open_changes,
      exists (select 1 from ${monitorFeeds} where ${monitorFeeds.accountId} = ${accountId})
        as has_feed
    from ${monitors} where ${monitors.accountId} = ${accountId}`
  const [row] = await rows(db, query, Summary)
  return Summary.parse(row)
}

export const withChecks = (db: Pick<Database, 'select'>) =>
  db
    .select({
      monitor: monitors,
      checkedCadence: watchedNames.cadence,
      lastCheckedAt: watchedNames.lastCheckedAt,
      nextCheckAt: watchedNames.nextCheckAt,
    })
    .from(monitors)
    .leftJoin(watchedNames, eq(watchedNames.domain, monitors.domain))

/** Newest first, at most `limit` + 1 rows; the additional one shows that a next page exists. */
export async function page(
  db: Database,
  accountId: string,
  wanted: WantedMonitors,
): Promise<MonitorWithChecks[]> {
  return withChecks(db)
    .where(
      and(
        eq(monitors.accountId, accountId),
        wanted.status === undefined
          ? undefined
          : inArray(monitors.status, storedStatuses(wanted.status)),
        wanted.label === undefined ? undefined : eq(monitors.label, wanted.label),
        wanted.domain === undefined ? undefined : eq(monitors.domain, wanted.domain),
        wanted.changed_days === undefined ? undefined : changedWithin(wanted.changed_days),
      ),
    )
    .orderBy(desc(monitors.id))
    .limit(wanted.limit + 1)
    .offset(wanted.offset)
}

export async function listByIds(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<MonitorWithChecks[]> {
  return withChecks(db).where(
    and(eq(monitors.accountId, accountId), sql`${monitors.id} = any (${sql.param(ids)}::text[])`),
  )
}

const FoundState = z.object({ state: NameState.nullable() })

/** Known facts of a domain. Null before its first reading. */
export async function stateOf(db: Database, domain: string): Promise<NameState | null> {
  const [row] = await rows(
    db,
    sql`select state from ${watchedNames} where domain = ${domain}`,
    FoundState,
  )
  return row?.state ?? null
}

export interface WantedChanges {
  limit: number
  before?: string | undefined
  monitorId?: string | undefined
  kind?: Kind | undefined
  severity?: Severity | undefined
  label?: string | undefined
  domain?: string | undefined
  acknowledged?: boolean | undefined
}

/**
 * Changes, newest first, at most `limit` + 1 rows. A change without kinds still waits for an
 * analysis and is left out.
 */
export async function changesPage(
  db: Database,
  accountId: string,
  wanted: WantedChanges,
): Promise<ChangeRow[]> {
  const { before, monitorId, kind, severity, label, domain, acknowledged } = wanted
  const hasVerdict = sql`${changes.verdict} is not null`
  return db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.accountId, accountId),
        sql`cardinality(${changes.kinds}) > 0`,
        before === undefined ? undefined : lt(changes.id, before),
        monitorId === undefined ? undefined : eq(changes.monitorId, monitorId),
        kind === undefined ? undefined : sql`${kind} = any (${changes.kinds})`,
        severity === undefined ? undefined : eq(changes.severity, severity),
        label === undefined ? undefined : eq(changes.label, label),
        domain === undefined ? undefined : eq(changes.domain, domain),
        acknowledged === undefined ? undefined : sql`(${hasVerdict}) = ${acknowledged}`,
      ),
    )
    .orderBy(desc(changes.id))
    .limit(wanted.limit + 1)
}

export async function findChange(
  db: Database,
  accountId: string,
  id: string,
): Promise<ChangeRow | null> {
  const [row] = await db
    .select()
    .from(changes)
    .where(and(eq(changes.id, id), eq(changes.accountId, accountId)))
  return row ?? null
}

const Acknowledged = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('acknowledged'), change: ChangeOfFunction }),
  z.object({ outcome: z.literal('unknown') }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number() }),
])

/**
 * Stores the customer's verdict. The verdict `wrong` also creates feedback about the analysis of
 * the change, with the id `feedback_id`.
 */
export const acknowledge = (
  db: Database,
  input: {
    account_id: string
    change_id: string
    verdict: string
    note: string | null
    feedback_id: string
    feedback_limit: number
  },
): Promise<z.infer<typeof Acknowledged>> =>
  callFunction(db, 'acknowledge_change', { ...input }, Acknowledged)

export async function saveFeed(
  db: Database,
  accountId: string,
  tokenDigest: string,
): Promise<void> {
  await db
    .insert(monitorFeeds)
    .values({ accountId, tokenDigest })
    .onConflictDoUpdate({
      target: monitorFeeds.accountId,
      set: { tokenDigest, createdAt: sql`clock_timestamp()` },
    })
}

export async function deleteFeed(db: Database, accountId: string): Promise<void> {
  await db.delete(monitorFeeds).where(eq(monitorFeeds.accountId, accountId))
}

export async function accountOfFeed(db: Database, tokenDigest: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: monitorFeeds.accountId })
    .from(monitorFeeds)
    .where(eq(monitorFeeds.tokenDigest, tokenDigest))
  return row?.accountId ?? null
}

/**
 * Registers an analysis of a monitor. When the job ends, its result is compared with the baseline.
 */
export async function awaitCheck(
  db: Database,
  accountId: string,
  monitorId: string,
  jobId: string,
): Promise<void> {
  await rows(
    db,
    sql`insert into monitor_jobs (job_id, monitor_id, account_id, purpose)
      values (${jobId}, ${monitorId}, ${accountId}, 'check') on conflict do nothing returning 1 as
      done`,
    z.object({ done: z.number() }),
  )
}

export async function checkSoon(
  db: Database,
  { domain, passive }: Pick<MonitorRow, 'domain' | 'passive'>,
  at: string,
): Promise<void> {
  const isActive = sql`exists (select 1 from ${monitors} where ${monitors.domain} =
    ${watchedNames.domain} and is_watching(${monitors.status}) and not ${monitors.passive})`
  await db
    .update(watchedNames)
    .set({ nextCheckAt: sql`least(${watchedNames.nextCheckAt}, ${at}::timestamptz)` })
    .where(
      and(
        eq(watchedNames.domain, domain),
        ne(watchedNames.status, 'paused'),
        passive ? sql`not ${isActive}` : undefined,
      ),
    )
}

const MonitorWork = z.object({
  batches: z.array(z.string()),
  long_batches: z.array(z.string()),
  has_ended_analyses: z.boolean(),
  has_changes: z.boolean(),
  has_due_analyses: z.boolean(),
  has_due_slots: z.boolean(),
  has_due_emails: z.boolean(),
})

export interface CheckLimits {
  at: string
  names_max: number
  batch_max: number
  small_max: number
  large_max: number
  long_max: number
  lease_seconds: number
  half_full: number
  full_names: number
  wait_seconds: number
}

/** Due checks come in the order in which they should run. */
export const takeWork = (db: Database, limits: CheckLimits): Promise<z.infer<typeof MonitorWork>> =>
  callFunction(db, 'take_monitor_work', { ...limits }, MonitorWork)

const NameToCheck = z.object({
  domain: z.string(),
  registrable_domain: z.string(),
  cadence_seconds: z.number().int().nullable(),
  state: NameState.nullable(),
  is_suspected: z.boolean(),
  slow_read_at: z.string().nullable(),
  unread_since: z.string().nullable(),
  /** True if a recent zone file says that the name servers of the domain are still the same. */
  is_zone_covered: z.boolean(),
  wants_certificate: z.boolean(),
  /** True if only passive monitors watch the domain. */
  is_passive: z.boolean(),
})
export type NameToCheck = z.infer<typeof NameToCheck>

export async function readBatch(db: Database, batchId: string, at: string): Promise<NameToCheck[]> {
  const query = sql`select read_check_batch(${batchId}, ${at}::timestamptz) as names`
  const [row] = await rows(db, query, z.object({ names: z.array(NameToCheck) }))
  return row?.names ?? []
}

export interface StoredReading {
  domain: string
  /** New known facts. Null if nothing was read; the earlier facts then stay. */
  state: NameState | null
  is_read: boolean
  is_slow_read: boolean
  takes_long: boolean
  /** Null if it could not be determined; the known registry then stays. */
  registry: string | null
  next_check_at: string
  is_suspected: boolean
  /** Null if nothing was read. */
  registry_answer: RegistryAnswer | null
  change: object | null
}

/**
 * Stores readings of a batch. `left_domains` took too long and are left to a batch of such domains;
 * with `is_end`, the batch has ended. Returns the number of new changes.
 */
export async function recordReadings(
  db: Database,
  input: {
    batch_id: string
    at: string
    readings: StoredReading[]
    left_domains: string[]
    is_end: boolean
  },
): Promise<number> {
  const { changes: count } = await callFunction(
    db,
    'record_readings',
    { ...input },
    z.object({ changes: z.number().int() }),
  )
  return count
}

const Silenced = z.array(z.string())
const NotifiedMonitor = z
  .looseObject({ tier: Tier, silenced: Silenced })
  .transform(({ tier, silenced, ...row }) => ({
    tier,
    silenced,
    monitor: MonitorOfFunction.parse(row),
  }))

const UntoldChange = z.object({
  id: z.string(),
  domain: z.string(),
  change: z.unknown(),
  monitors: z.array(NotifiedMonitor),
})
export type UntoldChange = z.infer<typeof UntoldChange>

/**
 * The oldest change of a domain that some monitors were not told about, with the next of these
 * monitors. Null if there is none.
 */
export async function readUntold(db: Database, limit: number): Promise<UntoldChange | null> {
  const query = sql`select read_untold_change(${limit}) as untold`
  const [row] = await rows(db, query, z.object({ untold: UntoldChange.nullable() }))
  return row?.untold ?? null
}

interface ChangeContent {
  change_id: string
  severity: Severity
  kinds: Kind[]
  detected_at: string
  confirmed_at: string
  diff: ChangeDiff
  evidence: ChangeEvidence[]
  silence_keys: string[]
}

export interface ChangeToRecord extends ChangeContent {
  monitor_id: string
  account_id: string
  domain: string
  job: NewJob | null
}

const OnlyHints = z.object(Hints)

/** Stores the changes of the monitors. A repeated call changes nothing. */
export const recordChanges = (
  db: Database,
  input: {
    name_change_id: string
    notified_until: string
    done: boolean
    changes: ChangeToRecord[]
  },
): Promise<z.infer<typeof OnlyHints>> => callFunction(db, 'record_changes', { ...input }, OnlyHints)

const EndedAnalysis = z.object({
  job: z.object({
    id: z.string(),
    status: z.enum(['completed', 'partial', 'failed']),
    outcome: z.enum(['attributed', 'ambiguous', 'no_clear_entity']).nullable(),
    entity: z.string().nullable(),
    confidence: z.number().nullable(),
    completed_at: z.string(),
    passive: z.boolean(),
  }),
  purpose: z.enum(['baseline', 'change', 'reanalyze', 'check']),
  monitor: MonitorOfFunction,
  change: ChangeOfFunction.nullable(),
  aliases: z.array(z.string()).nullable(),
  signals: EntitySignals.shape.signals.nullable(),
  site: z.string().nullable(),
  /** Null also for an analysis that was stored before this field existed. */
  basis: z.enum(BASES).nullable(),
  baseline_basis: z.enum(BASES).nullable(),
  is_baseline_passive: z.boolean(),
  parent: z.string().nullable(),
  registered: z
    .array(z.object({ legal_name: z.string(), parent: z.string().nullable() }))
    .nullable(),
  silenced: Silenced,
})
export type EndedAnalysis = z.infer<typeof EndedAnalysis>

/** Ended analyses of monitors, oldest first. If `monitorId` is set, only those of this monitor. */
export async function readEnded(
  db: Database,
  limit: number,
  monitorId: string | null,
): Promise<EndedAnalysis[]> {
  const query = sql`select read_ended_monitor_jobs(${limit}, ${monitorId}::text) as ended`
  const [row] = await rows(db, query, z.object({ ended: z.array(EndedAnalysis) }))
  return row?.ended ?? []
}

export interface SettledAnalysis {
  job_id: string
  monitor_id: string
  account_id: string
  purpose: EndedAnalysis['purpose']
  /** Job of the baseline with which the analysis was compared. Null without a baseline. */
  compared_with: string | null
  is_failed: boolean
  analyzed_at: string | null
  baseline: {
    entity: string | null
    confidence: number
    outcome: string
    taken_at: string
    aliases: readonly string[]
    parent: string | null
  } | null
  change: ChangeContent | null
  cadence_seconds: Record<Cadence, number>
}

const Settled = z.object({ outcome: z.enum(['settled', 'already', 'stale']), ...Hints })

/** Stores the verdict once. `stale`: another analysis has replaced the baseline in the meantime. */
export const conclude = (db: Database, input: SettledAnalysis): Promise<z.infer<typeof Settled>> =>
  callFunction(db, 'settle_monitor_job', { ...input }, Settled)

const DueAnalysis = z.object({
  id: z.string(),
  account_id: z.string(),
  domain: z.string(),
  registrable_domain: z.string().nullable(),
  sandbox: z.boolean(),
  tier: Tier,
  purpose: z.enum(['baseline', 'reanalyze']),
})
export type DueAnalysis = z.infer<typeof DueAnalysis>

export async function readDueAnalyses(db: Database, limit: number): Promise<DueAnalysis[]> {
  const query = sql`select read_due_analyses(${limit}) as due`
  const [row] = await rows(db, query, z.object({ due: z.array(DueAnalysis) }))
  return row?.due ?? []
}

export const startDueAnalyses = (
  db: Database,
  due: {
    monitor_id: string
    account_id: string
    purpose: string
    baselines_max: number
    job: NewJob
  }[],
): Promise<z.infer<typeof OnlyHints>> =>
  callFunction(db, 'start_due_analyses', { monitors: due }, OnlyHints)

/**
 * Pauses monitors whose slot is not paid. `limits` is the number of monitors that each tier
 * includes.
 */
export async function renewSlots(
  db: Database,
  limits: Record<Tier, number>,
  limit: number,
): Promise<z.infer<typeof OnlyHints>> {
  const query = sql`select renew_monitor_slots(${JSON.stringify(limits)}::jsonb, ${limit}) as
    answer`
  const [row] = await rows(db, query, z.object({ answer: OnlyHints }))
  return row?.answer ?? { hints: [] }
}

export async function createEmails(
  db: Database,
  limit: number,
): Promise<z.infer<typeof OnlyHints>> {
  const [row] = await rows(
    db,
    sql`select create_change_emails(${limit}) as answer`,
    z.object({ answer: OnlyHints }),
  )
  return row?.answer ?? { hints: [] }
}
