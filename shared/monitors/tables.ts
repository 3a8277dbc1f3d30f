import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant, isOneOf, json } from '../platform/db/columns.ts'
import { NameState } from './judge-reading.ts'
import { KINDS, SEVERITIES } from './kinds.ts'
import {
  ANALYSIS_STATES,
  CADENCES,
  ChangeDiff,
  ChangeEvidence,
  STORED_MONITOR_STATUSES,
  VERDICTS,
} from './monitor.ts'

const NAME_STATUSES = ['paused', 'waiting', 'suspected', 'leased'] as const

/**
 * Domains that monitors watch. A row contains only public facts, so that all accounts that watch
 * the domain share its checks.
 */
export const watchedNames = pgTable(
  'watched_names',
  {
    domain: text('domain').primaryKey(),
    registrableDomain: text('registrable_domain').notNull(),
    // Account to which a check of the domain counts, because checks are taken from one account
    // after the other. Of all accounts that watch the domain, it is the one that had the fewest
    // monitors.
    turnAccountId: identifier('turn_account_id').notNull(),
    // - paused: no monitor of the domain is active.
    // - waiting: the next check is planned.
    // - suspected: the next check is the second reading of a suspected change, so it has priority.
    // - leased: a batch reads the domain.
    status: text('status', { enum: NAME_STATUSES }).notNull().default('paused'),
    // RDAP or WHOIS server that each check asks. If it is not known, the top-level domain. Null
    // before the first save or reading by a version of the service that knows this column.
    registry: text('registry'),
    // Of all active monitors the shortest cadence, or the next longer one that the registry can
    // carry. Null without an active monitor.
    cadence: text('cadence', { enum: CADENCES }),
    /** Time between two checks of this cadence. */
    cadenceSeconds: integer('cadence_seconds'),
    /** Null before the first reading. */
    state: json('state', NameState),
    nextCheckAt: instant('next_check_at'),
    /** Batch of checks that has leased the domain. Null without a lease. */
    batchId: identifier('batch_id'),
    leasedUntil: instant('leased_until'),
    lastCheckedAt: instant('last_checked_at'),
    // Since this time all checks have failed to read the domain. Null after a successful reading.
    unreadSince: instant('unread_since'),
    // Time of the last weekly reading, which also reads the facts that are read only once a week.
    slowReadAt: instant('slow_read_at'),
    // True if the last reading took long. Such domains have batches of their own.
    takesLong: boolean('takes_long').notNull().default(false),
    // True if the next reading must ask the registry, even if a zone file covers the domain: the
    // zone file has changed, or the registry did not answer.
    asksRegistry: boolean('asks_registry').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('watched_names_due_idx')
      .on(table.turnAccountId, table.takesLong, table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    // A zone file names registrable domains.
    index('watched_names_registrable_domain_idx').on(table.registrableDomain),
    index('watched_names_registry_idx')
      .on(table.registry, table.cadenceSeconds)
      .where(sql`${table.cadenceSeconds} is not null`),
    index('watched_names_batch_id_idx').on(table.batchId).where(sql`${table.batchId} is not null`),
    check('watched_names_status_check', isOneOf(table.status, NAME_STATUSES)),
    check('watched_names_cadence_check', isOneOf(table.cadence, CADENCES)),
    check(
      'watched_names_paused_check',
      sql`(${table.status} = 'paused') = (${table.cadenceSeconds} is null)
        and (${table.status} = 'paused') = (${table.nextCheckAt} is null)`,
    ),
    check(
      'watched_names_leased_check',
      sql`(${table.status} = 'leased') = (${table.batchId} is not null)
        and (${table.status} = 'leased') = (${table.leasedUntil} is not null)`,
    ),
  ],
)

export const monitors = pgTable(
  'monitors',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    domain: text('domain').notNull(),
    sandbox: boolean('sandbox').notNull().default(false),
    status: text('status', { enum: STORED_MONITOR_STATUSES }).notNull().default('baselining'),
    cadence: text('cadence', { enum: CADENCES }).notNull(),
    watch: text('watch', { enum: KINDS }).array().notNull(),
    label: text('label'),
    email: boolean('email').notNull().default(true),
    // True if its checks and analyses send nothing to the domain's own hosts.
    passive: boolean('passive').notNull().default(false),
    callbackUrl: text('callback_url'),
    callbackOrigin: text('callback_origin'),
    reanalyzeDays: integer('reanalyze_days'),
    monthlyCreditLimit: integer('monthly_credit_limit').notNull().default(5),
    // Calendar month (UTC) to which `creditsThisMonth` belongs. That column is the number of
    // analyses that the monitor has started itself in this month.
    creditsMonth: date('credits_month'),
    creditsThisMonth: integer('credits_this_month').notNull().default(0),
    baselineJobId: identifier('baseline_job_id'),
    baselineAccountId: identifier('baseline_account_id'),
    baselineEntity: text('baseline_entity'),
    baselineConfidence: real('baseline_confidence'),
    baselineOutcome: text('baseline_outcome', {
      enum: ['attributed', 'ambiguous', 'no_clear_entity'],
    }),
    baselineAt: instant('baseline_at'),
    baselineAliases: text('baseline_aliases').array().notNull().default(sql`'{}'`),
    baselineParent: text('baseline_parent'),
    // Time of the next analysis that the monitor starts itself. The reason can be a missing
    // baseline, `reanalyzeDays`, or a sandbox domain.
    nextAnalysisAt: instant('next_analysis_at'),
    lastAnalyzedAt: instant('last_analyzed_at'),
    lastChangedAt: instant('last_changed_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('monitors_account_id_domain_key').on(table.accountId, table.domain),
    index('monitors_account_id_id_idx').on(table.accountId, table.id),
    index('monitors_domain_idx').on(table.domain, table.id),
    index('monitors_next_analysis_at_idx')
      .on(table.nextAnalysisAt)
      .where(sql`${table.nextAnalysisAt} is not null`),
    check('monitors_status_check', isOneOf(table.status, STORED_MONITOR_STATUSES)),
    check('monitors_cadence_check', isOneOf(table.cadence, CADENCES)),
  ],
)

const PURPOSES = ['baseline', 'change', 'reanalyze', 'check'] as const

export const monitorJobs = pgTable(
  'monitor_jobs',
  {
    jobId: identifier('job_id').notNull(),
    monitorId: identifier('monitor_id').notNull(),
    accountId: identifier('account_id').notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    changeId: identifier('change_id'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({
      name: 'monitor_jobs_pkey',
      columns: [table.jobId, table.monitorId, table.purpose],
    }),
    index('monitor_jobs_open_idx').on(table.createdAt).where(sql`${table.settledAt} is null`),
    index('monitor_jobs_settled_at_idx').on(table.settledAt),
    index('monitor_jobs_monitor_id_idx').on(table.monitorId),
  ],
)

/** Each change becomes one row of `changes` for each monitor that watches one of its kinds. */
export const nameChanges = pgTable(
  'name_changes',
  {
    id: identifier('id').primaryKey(),
    domain: text('domain').notNull(),
    change: jsonb('change').notNull(),
    /** Id of the last notified monitor. Monitors are notified in the order of their ids. */
    notifiedUntil: identifier('notified_until').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('name_changes_open_idx').on(table.id).where(sql`${table.doneAt} is null`),
    index('name_changes_done_at_idx').on(table.doneAt),
  ],
)

/** Changes that a monitor has found. They stay when the monitor is deleted. */
export const changes = pgTable(
  'changes',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    monitorId: identifier('monitor_id').notNull(),
    nameChangeId: identifier('name_change_id'),
    domain: text('domain').notNull(),
    label: text('label'),
    severity: text('severity', { enum: SEVERITIES }).notNull(),
    // Kinds of the change that the monitor watches. Empty while an analysis decides if there is a
    // change at all. The customer does not see such a row.
    kinds: text('kinds', { enum: KINDS }).array().notNull(),
    detectedAt: instant('detected_at').notNull(),
    confirmedAt: instant('confirmed_at').notNull(),
    diff: json('diff', ChangeDiff).notNull(),
    evidence: json('evidence', z.array(ChangeEvidence)).notNull(),
    jobId: identifier('job_id'),
    jobIdBefore: identifier('job_id_before'),
    analysis: text('analysis', { enum: ANALYSIS_STATES }).notNull(),
    // Kinds with their new values, as "kind=value". If the customer calls the change expected,
    // later changes with the same texts are silenced.
    silenceKeys: text('silence_keys').array().notNull(),
    verdict: text('verdict', { enum: VERDICTS }),
    note: text('note'),
    acknowledgedAt: instant('acknowledged_at'),
    mail: text('mail', { enum: ['none', 'due', 'created'] })
      .notNull()
      .default('none'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('changes_account_id_id_idx').on(table.accountId, table.id),
    index('changes_monitor_id_id_idx').on(table.monitorId, table.id),
    uniqueIndex('changes_name_change_id_key').on(table.nameChangeId, table.monitorId),
    index('changes_mail_due_idx').on(table.accountId).where(sql`${table.mail} = 'due'`),
    index('changes_expected_idx')
      .on(table.monitorId, table.acknowledgedAt)
      .where(sql`${table.verdict} = 'expected'`),
    index('changes_created_at_idx').on(table.createdAt),
  ],
)

/** Place for one monitor, paid for 30 days at a time. It belongs to the account. */
export const monitorSlots = pgTable(
  'monitor_slots',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    paidUntil: instant('paid_until').notNull(),
    renewals: integer('renewals').notNull().default(0),
  },
  (table) => [
    index('monitor_slots_account_id_idx').on(table.accountId, table.paidUntil),
    index('monitor_slots_paid_until_idx').on(table.paidUntil),
  ],
)

/** Address of an account's feed of changes. Only the digest of its secret token is stored. */
export const monitorFeeds = pgTable(
  'monitor_feeds',
  {
    accountId: identifier('account_id')
      .primaryKey()
      .references(() => accounts.id),
    tokenDigest: identifier('token_digest').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [uniqueIndex('monitor_feeds_token_digest_key').on(table.tokenDigest)],
)

/**
 * Zones whose files `npm run zones` compares. While the last comparison is recent, most checks do
 * not ask the registry of the zone.
 */
export const zoneComparisons = pgTable('zone_comparisons', {
  zone: text('zone').primaryKey(),
  comparedAt: instant('compared_at').notNull(),
})
