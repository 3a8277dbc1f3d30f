import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { RESEND_REQUESTS_PER_SECOND } from '../../shared/emails/resend.ts'
import * as config from '../../shared/platform/environment.ts'
import * as messages from '../../shared/platform/queue-messages.ts'
import { ROOT, sourcesOf } from './sources.ts'

const wrangler = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
const consumers = wrangler.queues.consumers ?? []

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every queue has a handler and a dead-letter queue that has a consumer', () => {
  const handled = text('workers/queues/index.ts')
  const consumed = new Set(consumers.map((consumer: { queue: string }) => consumer.queue))
  for (const { queue, dead_letter_queue: dead } of consumers) {
    expect(handled, `${queue} has a handler`).toMatch(new RegExp(`^\\s+'?${queue}'?[,:]`, 'm'))
    if (queue.endsWith('-dead')) continue
    expect(dead, `${queue} names its dead-letter queue`).toBe(`${queue}-dead`)
    expect(consumed, `${queue}-dead is consumed`).toContain(`${queue}-dead`)
  }
})

test('every queue handler parses its messages with their schema', () => {
  const handlers = sourcesOf('workers/queues').flatMap(({ path, text: source }) =>
    [...source.matchAll(/= consumer\((\w+),/g)].map(([, schema = '']) => {
      const union = new RegExp(`const ${schema} = z\\.union\\(\\[([^\\]]+)\\]`).exec(source)?.[1]
      // Only the handler of failed messages may accept messages of any version, because it needs
      // only the id of a message.
      const loose = new RegExp(
        `const ${schema} = z\\.looseObject\\(\\{ kind: z\\.literal\\('(\\w+)'\\)`,
      ).exec(source)?.[1]
      const ofKind =
        loose === undefined ? undefined : `${loose.charAt(0).toUpperCase()}${loose.slice(1)}Message`
      return { path, schemas: (union ?? ofKind ?? schema).split(',').map((name) => name.trim()) }
    }),
  )
  expect(handlers.length).toBeGreaterThan(5)
  for (const { path, schemas } of handlers)
    for (const schema of schemas)
      expect(Object.keys(messages), `${path} reads by ${schema}`).toContain(schema)
})

test('every consumer sets all options, because Cloudflare and Miniflare have different defaults', () => {
  for (const consumer of consumers) {
    for (const setting of [
      'max_batch_size',
      'max_batch_timeout',
      'max_retries',
      'retry_delay',
    ] as const) {
      expect(consumer[setting], `${consumer.queue} ${setting}`).toBeTypeOf('number')
    }
  }
})

test('the batches of emails keep the request limit of the email provider', () => {
  const consumer = consumers.find(({ queue }: { queue: string }) => queue === 'emails')
  const perSecond = (consumer?.max_batch_size ?? Infinity) * (consumer?.max_concurrency ?? Infinity)
  expect(perSecond).toBeLessThan(RESEND_REQUESTS_PER_SECOND)
})

test('every Durable Object class is exported by the Worker and uses SQLite', () => {
  const exported = text('workers/objects/index.ts')
  const onSqlite = new Set(
    wrangler.migrations.flatMap(
      (step: { new_sqlite_classes?: string[]; renamed_classes?: { to: string }[] }) => [
        ...(step.new_sqlite_classes ?? []),
        ...(step.renamed_classes ?? []).map(({ to }) => to),
      ],
    ),
  )
  for (const { class_name: name } of wrangler.durable_objects.bindings) {
    expect(exported).toContain(name)
    expect(onSqlite).toContain(name)
  }
})

test('every cron has a task', () => {
  const schedules = text('workers/crons/index.ts')
  for (const cron of wrangler.triggers.crons ?? []) expect(schedules).toContain(`'${cron}':`)
})

test('every var of wrangler.toml is parsed', () => {
  const parsed = Object.keys(config.VARS)
  expect(Object.keys(wrangler.vars).filter((name) => !parsed.includes(name))).toEqual([])
})

test('every default model has a price, and the daily tokens of an account are enough for 2,000 deep analyses', () => {
  const prices = Object.keys(config.VARS.LLM_PRICES.parse(wrangler.vars.LLM_PRICES))
  expect(prices).toEqual(
    expect.arrayContaining(Object.values(config.VARS.LLM_MODELS.parse(wrangler.vars.LLM_MODELS))),
  )
  const tokensOfAnalysis = 15_000
  expect(config.VARS.LLM_DAILY_TOKENS.parse(wrangler.vars.LLM_DAILY_TOKENS)).toBe(
    2_000 * tokensOfAnalysis,
  )
})

test('the limiter of client addresses has the limit that the Worker counts with', () => {
  const limiters = wrangler.ratelimits.map(
    ({ name, simple }: (typeof wrangler.ratelimits)[number]) => ({
      name,
      simple,
    }),
  )
  const limit = Number(wrangler.vars.ADDRESS_LIMIT_PER_MINUTE)
  expect(limiters).toEqual([{ name: 'ADDRESS_LIMITER', simple: { limit, period: 60 } }])
})

test('old versions of the Worker have no address of their own', () => {
  expect([wrangler.workers_dev, wrangler.preview_urls]).toEqual([false, false])
})

test('every var of wrangler.toml has a valid default', () => {
  for (const [name, value] of Object.entries(wrangler.vars)) {
    const schema = (
      config.VARS as Record<string, { safeParse(value: unknown): { success: boolean } }>
    )[name]
    expect(schema?.safeParse(value).success, name).toBe(true)
  }
})

test('the migrations match the tables, so generating them again adds nothing', () => {
  const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
  try {
    cpSync(join(ROOT, 'migrations'), join(copy, 'migrations'), { recursive: true })
    cpSync(join(ROOT, 'shared'), join(copy, 'shared'), { recursive: true })
    const before = readdirSync(join(copy, 'migrations')).sort()
    const said = execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
        'generate',
        '--dialect',
        'postgresql',
        '--schema',
        join(copy, 'shared/**/tables.ts'),
        '--out',
        'migrations',
      ],
      {
        cwd: copy,
        encoding: 'utf8',
        env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
      },
    )
    expect(said).toContain('No schema changes')
    expect(readdirSync(join(copy, 'migrations')).sort()).toEqual(before)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

/**
 * Columns that may have any collation. They contain ids of other systems, or have no index. All
 * other id columns need the collation "C".
 */
const OTHER_IDS =
  /^(?:request_id|payment_method_id|payment_intent_id|object_id|stripe_\w+_id|accounts subject|audit_entries (?:subject|key_id)|stripe_events subject_id)$/

test('id columns have the collation of ids, without which a comparison inside a function uses no index', () => {
  const loose = sourcesOf('shared')
    .filter(({ path }) => path.endsWith('/tables.ts'))
    .flatMap(({ text: source }) => source.split(/= pgTable\(/).slice(1))
    .flatMap((table) => {
      const name = /'(\w+)'/.exec(table)?.[1]
      return [...table.matchAll(/ text\('(\w+_id|dedupe|subject|holder|operation_key)'\)/g)].map(
        ([, column = '']) => [name, column],
      )
    })
  expect(loose.length).toBeGreaterThan(5)
  const wrong = loose.filter(
    ([name, column = '']) => !OTHER_IDS.test(column) && !OTHER_IDS.test(`${name} ${column}`),
  )
  expect(wrong).toEqual([])
})

test('deployed code has no test switches and logs only through the log module', () => {
  const deployed = [...sourcesOf('shared'), ...sourcesOf('workers')]
  expect(
    deployed
      .filter(({ text: source }) =>
        /process\.env|NODE_ENV|VITEST|import\.meta\.vitest/.test(source),
      )
      .map(({ path }) => path),
  ).toEqual([])
  const printing = deployed
    .filter(({ text: source }) => /\bconsole\./.test(source))
    .map(({ path }) => path)
  expect(printing).toEqual(['shared/platform/log.ts'])
})

test('the adapters of outside services contain no casts', () => {
  const folders = [
    ...text('docs/outside-services.md').matchAll(/`((?:shared|migrations)\/[\w/.-]+)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('test/'))
  const adapters = ['shared', 'migrations']
    .flatMap(sourcesOf)
    .filter(({ path }) =>
      folders.some(
        (folder) => path === folder || (folder.endsWith('/') && path.startsWith(folder)),
      ),
    )
  expect(adapters.length).toBeGreaterThan(15)
  const casts = adapters.flatMap(({ path, text: source }) => castsIn(path, source))
  expect(casts).toEqual([])
})

/**
 * Returns the type casts and non-null assertions (`!`) of a file. Leaves out `as const`, and names
 * after `as` in SQL texts.
 */
function castsIn(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isCast =
      ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node)
    const assertion = isCast ? node.getText(file) : ''
    if (isCast && !assertion.endsWith('as const')) found.push(`${path}: ${assertion}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
