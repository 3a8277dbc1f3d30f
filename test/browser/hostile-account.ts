import type { Dashboard } from './dashboard.ts'
import { type SeededAccount, seedAccount } from './seeded-account.ts'

/**
 * Id of an element in a hostile text. If a page has an element with this id, the page took the text
 * for markup.
 */
export const MARK = 'made-from-text'

const HUGE_CHARACTERS = 10_000
const COMBINING_MARKS = 400

/** Hostile texts. Every script in them sets `hostile` on the window, so a test sees if one ran. */
export const HOSTILE_TEXTS = {
  markup: `<img id=${MARK} src=x onerror="hostile=1"><b id=${MARK}>bold</b>`,
  script: `</script><script id=${MARK}>hostile=1</script><svg id=${MARK} onload="hostile=1">`,
  attribute: `" autofocus onfocus="hostile=1" id="${MARK}" x="' onmouseover='hostile=1`,
  address: `javascript:hostile=1//https://evil.example/<a id=${MARK} href="javascript:hostile=1">`,
  bidi: 'invoice\u202Egnp.exe\u2066\u2069\u200F Ltd',
  combining: `Z${'\u0301\u0489'.repeat(COMBINING_MARKS / 2)}algo Ltd`,
  control: 'bell\u0007 escape\u001b[31m delete\u007f next\u0085line\u2028separator',
  huge: `Long ${'W'.repeat(HUGE_CHARACTERS)}`,
  template: '{{constructor.constructor("hostile=1")()}} __proto__',
} as const

const TEXTS: readonly string[] = Object.values(HOSTILE_TEXTS)

/**
 * Only these fields of stored results contain text from outside. All other fields are numbers,
 * times, or names of kinds.
 */
const OUTSIDE_FIELDS = new Set(
  'entity aliases rationale summary observed explanation name names title text txt organization registrar url value label detail server author description observed_name legal_name alternate_names parent dmarc mname rname privacy_service company'.split(
    ' ',
  ),
)

const CHANGE_FIELDS = new Set(['from', 'to', 'source', 'before', 'after'])

/**
 * Fields with text from outside in a job's list of collectors. There, `name` is the service's own
 * name of a collector.
 */
const COLLECTOR_FIELDS = new Set(['detail'])

/**
 * Returns a copy of a value in which each text from outside is replaced by the next hostile text.
 */
function poisoned(
  value: unknown,
  next: () => string,
  fields: ReadonlySet<string>,
  field = '',
): unknown {
  if (typeof value === 'string') return fields.has(field) ? next() : value
  if (Array.isArray(value)) return value.map((item) => poisoned(item, next, fields, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, poisoned(item, next, fields, key)]),
  )
}

function hostileTexts(): () => string {
  let used = 0
  return () => {
    used += 1
    return TEXTS[used % TEXTS.length] ?? ''
  }
}

/**
 * Fills an account with hostile texts, in every field where the service stores text from outside.
 */
export async function seedHostileAccount(
  dashboard: Dashboard,
): Promise<SeededAccount & { hostileEntity: string }> {
  const seeded = await seedAccount(dashboard)
  const { pool } = dashboard.service.platform
  const id = seeded.account.userId
  const next = hostileTexts()
  const poison = async (
    table: string,
    key: string,
    columns: readonly string[],
    where: string,
    fields: ReadonlySet<string> = OUTSIDE_FIELDS,
  ) => {
    const { rows } = await pool.query(
      `select ${key} as key, ${columns.join(', ')} from ${table} where ${where}`,
      [id],
    )
    for (const row of rows) {
      const values = columns.map((column) =>
        JSON.stringify(poisoned(row[column], next, fields, column)),
      )
      const changes = columns.map((column, index) => `${column} = $${index + 2}::jsonb`)
      await pool.query(`update ${table} set ${changes.join(', ')} where ${key} = $1`, [
        row.key,
        ...values,
      ])
    }
  }
  const own = 'job_id in (select id from jobs where account_id = $1)'
  await poison('job_results', 'job_id', ['result', 'signals', 'evidence'], own)
  await poison('correlations', 'id', ['result'], 'account_id = $1')
  await poison(
    'jobs',
    'id',
    ['collectors'],
    'account_id = $1 and collectors is not null',
    COLLECTOR_FIELDS,
  )
  await poison('changes', 'id', ['diff', 'evidence'], 'account_id = $1', CHANGE_FIELDS)
  await pool.query(`update jobs set entity = $2 where account_id = $1 and entity is not null`, [
    id,
    next(),
  ])
  await pool.query(
    `update jobs set error_message = $2 where account_id = $1 and error_message is not null`,
    [id, HOSTILE_TEXTS.markup],
  )
  const { rows: runs } = await pool.query('select job_id from domain_runs where account_id = $1', [
    id,
  ])
  for (const { job_id } of runs) {
    await pool.query(
      'update domain_runs set entity = $2, registrar = $3, name_servers = $4 where job_id = $1',
      [job_id, next(), next(), [next(), next()]],
    )
  }
  await poisonNames(dashboard, id, next)
  return { ...seeded, hostileEntity: HOSTILE_TEXTS.markup }
}

/**
 * Replaces names and labels that a user, a member of the same company or a receiver of webhooks
 * chose.
 */
async function poisonNames({ service }: Dashboard, id: string, next: () => string): Promise<void> {
  const { pool } = service.platform
  const { rows: keys } = await pool.query('select id from api_keys where account_id = $1', [id])
  for (const key of keys)
    await pool.query('update api_keys set name = $2 where id = $1', [key.id, next()])
  await pool.query(
    'update accounts set name = $2, payment_method_brand = $3, recharge_last_error = $4 where id = $1',
    [id, next(), next(), next()],
  )
  await pool.query(
    `update feedback set correct_entity = $2, note = $3, resolution_note = $4, resolved_at = now(), status = 'declined',
        evidence_urls = $5 where account_id = $1`,
    [
      id,
      next(),
      HOSTILE_TEXTS.huge,
      next(),
      Object.values(HOSTILE_TEXTS).map((text) => `https://a.example/${text}`),
    ],
  )
  await pool.query(
    'update webhook_deliveries set last_error = $2, url = $3 where account_id = $1',
    [id, HOSTILE_TEXTS.script, `https://evil.example/${HOSTILE_TEXTS.markup}`],
  )
  await pool.query('update llm_keys set model = $2, key_hint = $3 where account_id = $1', [
    id,
    next(),
    'x"<i>',
  ])
  const { rows: watched } = await pool.query('select id from monitors where account_id = $1', [id])
  for (const monitor of watched) {
    await pool.query(
      'update monitors set label = $2, baseline_entity = $3, last_error = $4 where id = $1',
      [monitor.id, next(), next(), next()],
    )
  }
  await pool.query('update schema_templates set name = $2 where account_id = $1', [id, next()])
  await pool.query(
    `update bulk_items set domain = $2, error_message = $3
      where error_code is not null and bulk_job_id in (select id from bulk_jobs where account_id = $1)`,
    [id, next(), next()],
  )
  await pool.query('update bulk_jobs set name = $2 where account_id = $1', [id, next()])
  await pool.query(
    `update entities set name = $2 where id in (select entity_id from attributions where domain in
      (select domain from jobs where account_id = $1) order by entity_id limit 1)`,
    [id, HOSTILE_TEXTS.bidi],
  )
}
