import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES, eventMismatches } from '../contract/event-mismatches.ts'
import { changesOf, check, watchOne } from '../http/monitor-caller.ts'
import type { ServiceAccount } from '../platform/service.ts'
import { type Callbacks, startCallbacks } from './callbacks.ts'

const LIMIT_MS = 60_000
const CORPORATION = 'test-corp.sandbox.example'
const CHANGING = 'test-changing.sandbox.example'
/** The DNS of this domain answers nothing, so its analyses fail. */
const WITHOUT_DNS = 'lame-lantern.org'
const WHOIS_OVER_TCP = 'stadtmuseum-ellerich.de'

let world: Callbacks

beforeAll(async () => {
  world = await startCallbacks()
}, LIMIT_MS)
afterAll(() => world.stop())

const run = (statement: string, values: unknown[]) =>
  world.service.platform.pool.query(statement, values)

async function submit(
  account: ServiceAccount,
  path: string,
  body: object,
  id: string,
): Promise<string> {
  const answer = await account.request('POST', path, body)
  return String({ ...answer.body.data, ...answer.body }[id])
}

/** Each starts something whose event goes to the address. Returns the id of the subject. */
const EVENTS: Record<string, (account: ServiceAccount, callback_url: string) => Promise<string>> = {
  'analysis.completed': (account, url) => world.submit(account, url),
  async 'analysis.partial'(account, callback_url) {
    await world.service.platform.breakPart({ target: 'tcp', mode: 'down', rate: 1 })
    const job = await account.analyze(WHOIS_OVER_TCP, { callback_url }).untilTerminal()
    await world.service.platform.mendAll()
    return job.job_id
  },
  async 'analysis.failed'(account, callback_url) {
    return (await account.analyze(WITHOUT_DNS, { callback_url }).untilTerminal()).job_id
  },
  'correlation.completed': (account, callback_url) =>
    submit(
      account,
      '/correlate',
      { domains: [CORPORATION, CHANGING], callback_url },
      'correlation_id',
    ),
  async 'correlation.failed'(account, callback_url) {
    const domains = [WITHOUT_DNS, CORPORATION]
    return submit(account, '/correlate', { domains, callback_url }, 'correlation_id')
  },
  'bulk.completed': (account, callback_url) =>
    submit(account, '/analyze/bulk', { domains: [CORPORATION], callback_url }, 'bulk_job_id'),
  async 'bulk.failed'(account, callback_url) {
    await world.service.platform.breakPart({ target: 'bucket', mode: 'down', rate: 1 })
    const id = await submit(
      account,
      '/analyze/bulk',
      { domains: [CORPORATION], callback_url },
      'bulk_job_id',
    )
    await expect
      .poll(
        async () => {
          await run(
            `select finish_bulk_job(b, 'failed', 1) from bulk_jobs b
              where id = $1 and status = 'exporting'`,
            [id],
          )
          return (await run('select status from bulk_jobs where id = $1', [id])).rows[0].status
        },
        { timeout: LIMIT_MS },
      )
      .toBe('failed')
    await world.service.platform.mendAll()
    return id
  },
  async 'monitor.changed'(account, callback_url) {
    const monitor = await watchOne(account, CHANGING, { callback_url })
    await check(account, monitor)
    const [change] = await changesOf(account)
    return String(change?.change_id)
  },
  async 'monitor.unmonitorable'(account, callback_url) {
    const monitor = await watchOne(account, 'listed-71.com', { callback_url })
    await run('select report_unmonitorable($1)', [['listed-71.com']])
    return monitor
  },
  async 'feedback.resolved'(account, callback_url) {
    const job = await world.submit(account, callback_url)
    const report = { verdict: 'wrong', note: 'Sold.' }
    const id = await submit(account, `/jobs/${job}/feedback`, report, 'feedback_id')
    await run('select resolve_feedback($1)', [{ feedback_id: id, status: 'declined', note: 'No.' }])
    return id
  },
}

test('this file has an event of each type of the document', () => {
  expect(Object.keys(EVENTS).sort()).toEqual([...EVENT_TYPES].sort())
})

test.each(Object.entries(EVENTS))(
  'a real delivery of %s is what the document describes',
  async (type, start) => {
    const account = await world.service.account({ tier: 'team', credits: 100 })
    const receiver = `events-${type.replace('.', '-')}`
    world.receivers.set(receiver, () => new Response(null, { status: 204 }))

    const subject = await start(account, world.receivers.url(receiver))
    await world.moveClock()
    await world.until(subject, ({ state }) => state === 'delivered')

    const [event] = world.receivers.of(receiver).filter(({ body }) => body.includes(`"${type}"`))
    if (event === undefined) throw new Error(`no event ${type} was received`)
    expect(eventMismatches(event.headers, event.body)).toEqual([])
    expect(await world.verified(account, [event])).toHaveLength(1)
  },
  LIMIT_MS,
)
