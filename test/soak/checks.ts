import type pg from 'pg'
import type { Kind, Part } from './plan.ts'

/** Numbers of problems. All must be 0, except `failed` and `deadLettered`. */
export interface Findings {
  lost: number
  hanging: number
  doubled: number
  uncharged: number
  deliveriesLost: number
  deliveriesDoubled: number
  orphans: number
  broken: number
  /** Changes that a monitor reported although its domain did not change. */
  falseChanges: number
  failed: number
  deadLettered: number
}

export interface Judged {
  findings: Findings
  /** One line for each problem, at most `DETAILS_MAX` lines. */
  details: string[]
  /** Seconds from the submission of a job to its end. */
  latencies: Map<Kind, number[]>
  errors: Map<string, number>
}

/** Webhooks that arrived. Keys are their ids. */
export type ReceivedWebhooks = Map<string, { answeredOk: number }>

const DETAILS_MAX = 20

interface JobRow {
  id: string
  domain: string
  status: string
  error: string | null
  in_correlation: boolean
  charge: string | null
  seconds: number | null
}

interface DeliveryRow {
  id: string
  subject_id: string
  url: string
  state: string
}

/**
 * References between tables that no foreign key protects. The row that a reference names must
 * exist.
 */
const REFERENCES: readonly [table: string, column: string, parent: string][] = [
  ['jobs', 'bulk_job_id', 'bulk_jobs'],
  ['jobs', 'correlation_id', 'correlations'],
  ['bulk_items', 'job_id', 'jobs'],
  ['correlation_items', 'job_id', 'jobs'],
  ['changes', 'monitor_id', 'monitors'],
  ['monitor_jobs', 'monitor_id', 'monitors'],
  ['charges', 'charge_entry', 'ledger_entries'],
  ['charges', 'refund_entry', 'ledger_entries'],
  ['ledger_entries', 'reverses', 'ledger_entries'],
  ['audit_entries', 'account_id', 'accounts'],
  ['domain_runs', 'account_id', 'accounts'],
  ['domain_runs', 'entity_id', 'entities'],
]
/**
 * After JOB_RETENTION_DAYS, the job that these columns name may be deleted before the row with the
 * column.
 */
const HISTORY_REFERENCES: readonly [table: string, column: string, parent: string][] = [
  ['domain_runs', 'job_id', 'jobs'],
  ['certificates', 'job_id', 'jobs'],
  ['monitor_jobs', 'job_id', 'jobs'],
  ['monitors', 'baseline_job_id', 'jobs'],
]
const NO_PARENT = [
  `select 'webhook_deliveries.subject_id' as place, d.id from webhook_deliveries d
    where not exists (select 1 from jobs where id = d.subject_id) and not exists (select 1 from bulk_jobs where id = d.subject_id)
      and not exists (select 1 from correlations where id = d.subject_id) and not exists (select 1 from changes where id = d.subject_id)
      and not exists (select 1 from feedback where id = d.subject_id)`,
  `select 'watched_names.domain' as place, w.domain from watched_names w
    where not exists (select 1 from monitors m where m.domain = w.domain)`,
  `select 'entity_aliases.entity_id' as place, a.entity_id from entity_aliases a
    where not exists (select 1 from entities e where e.id = a.entity_id)`,
]
/**
 * Queries for rows whose job or correlation is missing, and for jobs whose result or history is
 * missing.
 */
const NO_CHILD = [
  `select 'ledger_entries.subject_id' as place, l.subject_id from ledger_entries l
    where l.subject_id like any ('{job%,cor%}') and not exists (select 1 from jobs where id = l.subject_id)
      and not exists (select 1 from correlations where id = l.subject_id)`,
  `select 'charges.subject' as place, c.subject from charges c
    where (c.subject like 'job:%' and not exists (select 1 from jobs where id = substr(c.subject, 5)))
      or (c.subject like 'correlation:%' and not exists (select 1 from correlations where id = substr(c.subject, 13)))`,
  `select 'jobs without result' as place, j.id from jobs j
    where j.status in ('completed', 'partial') and not exists (select 1 from job_results r where r.job_id = j.id)`,
  `select 'finished analyses without history' as place, j.id from jobs j
    where j.status = 'completed' and not j.sandbox and not exists (select 1 from domain_runs r where r.job_id = j.id)`,
]

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/**
 * Returns rows with a missing partner. With `deleted`, old jobs have been deleted while their
 * history is kept, so references from the history are not checked.
 */
export async function findOrphans(
  pool: pg.Pool,
  { deleted }: { deleted: boolean },
): Promise<string[]> {
  const { rows: keys } = await pool.query<{
    child: string
    parent: string
    child_column: string
    parent_column: string
  }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as child_column,
        (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as parent_column
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1`,
  )
  const named = deleted ? REFERENCES : [...REFERENCES, ...HISTORY_REFERENCES]
  const references = [
    ...keys.map((key) => [key.child, key.child_column, key.parent, key.parent_column]),
    ...named.map(([table, column, parent]) => [table, column, parent, 'id']),
  ]
  const statements = [
    ...references.map(
      ([child, column, parent, key]) =>
        `select '${child}.${column}' as place, c.${column}::text as id from ${child} c
          where c.${column} is not null and not exists (select 1 from ${parent} p where p.${key} = c.${column})`,
    ),
    ...NO_PARENT,
    ...(deleted ? [] : NO_CHILD),
  ]
  const found: string[] = []
  for (const statement of statements) {
    const { rows } = await pool.query<{ place: string; id: string }>(statement)
    found.push(...rows.map((row) => `orphan ${row.place} ${Object.values(row)[1]}`))
  }
  return found
}

/**
 * Checks a part of the run after its work has ended. Work that has not ended counts as hanging.
 * `startedAt` is a time of the database's clock.
 */
export async function judgePart(
  pool: pg.Pool,
  part: Part,
  startedAt: Date,
  received: ReceivedWebhooks,
): Promise<Judged> {
  const details: string[] = []
  const latencies = new Map<Kind, number[]>()
  const errors = new Map<string, number>()
  const findings: Findings = {
    lost: 0,
    hanging: 0,
    doubled: 0,
    uncharged: 0,
    deliveriesLost: 0,
    deliveriesDoubled: 0,
    orphans: 0,
    broken: 0,
    falseChanges: 0,
    failed: 0,
    deadLettered: 0,
  }
  const note = (count: Exclude<keyof Findings, 'failed' | 'deadLettered'>, detail: string) => {
    findings[count] += 1
    details.push(`${count}: ${detail}`)
  }

  const { rows: jobs } = await pool.query<JobRow>(
    `select j.id, j.domain, j.status, j.error_code || ': ' || coalesce(j.error_message, '') as error,
        j.correlation_id is not null as in_correlation, c.state as charge,
        extract(epoch from j.completed_at - coalesce(b.created_at, k.created_at, j.created_at))::double precision as seconds
      from jobs j left join bulk_jobs b on b.id = j.bulk_job_id left join correlations k on k.id = j.correlation_id
        left join charges c on c.subject = 'job:' || j.id
      where j.created_at >= $1`,
    [startedAt],
  )
  const byDomain = groupBy(jobs, ({ domain }) => domain)
  for (const { kind, domains, number } of part.submissions) {
    const samples = latencies.get(kind) ?? []
    latencies.set(kind, samples)
    for (const domain of domains) {
      const own = byDomain.get(domain) ?? []
      const open = own.filter(({ status }) => status === 'queued' || status === 'running')
      const live = own.filter(({ status }) => status === 'completed' || status === 'partial')
      const failed = own.filter(({ status }) => status === 'failed')
      if (own.length === 0) note('lost', `${kind} ${number} ${domain} has no job`)
      if (open.length > 0)
        note(
          'hanging',
          `${kind} ${number} ${domain} ${open.map(({ id, status }) => `${id} ${status}`)}`,
        )
      if (live.length > 1)
        note('doubled', `${kind} ${number} ${domain} ${live.map(({ id }) => id)}`)
      if (live.length === 0 && failed.length > 0) findings.failed += 1
      for (const job of failed)
        errors.set(`${kind} ${job.error}`, (errors.get(`${kind} ${job.error}`) ?? 0) + 1)
      for (const job of live)
        if (!job.in_correlation && job.charge !== 'charged')
          note('uncharged', `${kind} ${number} ${job.id} ${job.charge}`)
      for (const job of own)
        if (job.seconds !== null && job.status !== 'failed') samples.push(job.seconds)
    }
  }
  await judgeGroups(pool, part, note)
  await judgeDeliveries(pool, startedAt, received, findings, note)
  const { rows: changes } = await pool.query<{ domain: string }>(
    `select domain from changes where created_at >= $1`,
    [startedAt],
  )
  for (const { domain } of changes) note('falseChanges', domain)
  for (const orphan of await findOrphans(pool, { deleted: false })) note('orphans', orphan)
  for (const { broken, who } of await auditMoney(pool)) note('broken', `${broken}: ${who}`)
  return { findings, details: details.slice(0, DETAILS_MAX), latencies, errors }
}

/** Returns the rows of the view money_audit, which must be empty at every moment. */
export async function auditMoney(pool: pg.Pool): Promise<{ broken: string; who: string }[]> {
  return (await pool.query<{ broken: string; who: string }>('select broken, who from money_audit'))
    .rows
}

/**
 * Each submission must have created exactly one list, correlation or monitor that was not refunded,
 * and it must have ended.
 */
async function judgeGroups(
  pool: pg.Pool,
  part: Part,
  note: (count: 'lost' | 'hanging' | 'doubled', detail: string) => void,
): Promise<void> {
  const of = (kind: Kind) => part.submissions.filter((submission) => submission.kind === kind)
  const groups = [
    {
      submissions: of('bulk'),
      statement: `select i.domain, b.id, b.status in ('completed', 'failed') as ended, b.status as state
        from bulk_items i join bulk_jobs b on b.id = i.bulk_job_id where i.domain = any ($1)`,
    },
    {
      submissions: of('correlation'),
      statement: `select i.domain, k.id, k.status = 'completed' as ended, k.status as state
        from correlation_items i join correlations k on k.id = i.correlation_id
        where i.domain = any ($1) and k.status <> 'failed'`,
    },
    {
      submissions: of('monitor').flatMap((submission) =>
        submission.domains.map((domain) => ({ ...submission, domains: [domain] })),
      ),
      statement: `select m.domain, m.id, m.status <> 'baselining' as ended, m.status as state
        from monitors m where m.domain = any ($1)`,
    },
  ]
  for (const { submissions, statement } of groups) {
    const { rows } = await pool.query<{
      domain: string
      id: string
      ended: boolean
      state: string
    }>(statement, [submissions.map(({ domains }) => domains[0])])
    const found = groupBy(rows, ({ domain }) => domain)
    for (const { kind, number, domains } of submissions) {
      const own = found.get(domains[0] ?? '') ?? []
      const shown = own.map(({ id, state }) => `${id} ${state}`)
      if (own.length === 0) note('lost', `${kind} ${number}`)
      if (own.length > 1) note('doubled', `${kind} ${number} ${shown}`)
      if (own.some(({ ended }) => !ended)) note('hanging', `${kind} ${number} ${shown}`)
    }
  }
}

async function judgeDeliveries(
  pool: pg.Pool,
  startedAt: Date,
  received: ReceivedWebhooks,
  findings: Findings,
  note: (count: 'deliveriesLost' | 'deliveriesDoubled', detail: string) => void,
): Promise<void> {
  const { rows: deliveries } = await pool.query<DeliveryRow>(
    `select id, subject_id, url, state from webhook_deliveries where created_at >= $1`,
    [startedAt],
  )
  const { rows: without } = await pool.query<{ id: string }>(
    `select s.id from (
        select id from jobs where created_at >= $1 and callback_url is not null and status in ('completed', 'partial')
        union all select id from bulk_jobs where created_at >= $1 and callback_url is not null
        union all select id from correlations where created_at >= $1 and callback_url is not null and status = 'completed'
      ) s where not exists (select 1 from webhook_deliveries d where d.subject_id = s.id)`,
    [startedAt],
  )
  for (const { id } of without) note('deliveriesLost', `${id} has no delivery`)
  const { rows: unknown } = await pool.query<{ id: string }>(
    `select seen.id from unnest($1::text[]) as seen(id)
      where not exists (select 1 from webhook_deliveries d where d.id = seen.id)`,
    [[...received.keys()]],
  )
  for (const { id, state, url } of deliveries) {
    const { answeredOk } = received.get(id) ?? { answeredOk: 0 }
    if (state === 'dead_lettered') findings.deadLettered += 1
    else if (state !== 'delivered') note('deliveriesLost', `${id} to ${url} is ${state}`)
    else if (answeredOk === 0)
      note('deliveriesLost', `${id} to ${url} is delivered, but never arrived`)
  }
  for (const { id } of unknown) note('deliveriesDoubled', `${id} arrived, but has no row`)
  for (const [subject, own] of groupBy(deliveries, (row) => `${row.subject_id} ${row.url}`))
    if (own.length > 1) note('deliveriesDoubled', `${subject}: ${own.map(({ id }) => id)}`)
}
