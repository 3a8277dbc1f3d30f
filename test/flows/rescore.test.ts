import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALIBRATION } from '../../shared/attribution/scoring/calibration.ts'
import { rescore } from '../eval/rescore.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const DOMAINS = [
  'brammel-orgelbau.de',
  'kazamori-kogyo.co.jp',
  'thornfield.edu',
  'thorncastle-group.com',
]

let service: Service
let account: ServiceAccount
beforeAll(async () => {
  service = await startService()
  account = await service.account({ tier: 'team' })
  const analyses = DOMAINS.flatMap((domain) => [
    account.analyze(domain),
    account.analyze(domain, { depth: 'quick' }),
  ])
  await Promise.all(analyses.map((each) => each.untilTerminal()))
  await account.analyze('test-corp.sandbox.example').untilTerminal()
})
afterAll(() => service.stop())

async function rescored(calibration: Parameters<typeof rescore>[1]) {
  const lines: string[] = []
  const totals = await rescore(
    service.platform.databaseUrl,
    calibration,
    (line) => void lines.push(line),
  )
  return { totals, text: lines.join('\n') }
}

test('the same parameters give every stored result of the service again, and sandbox jobs are skipped', async () => {
  const { totals } = await rescored(null)
  const scored = DOMAINS.length * 2
  expect(totals).toMatchObject({ scored, identical: scored, changed: 0, unreadable: 0, sandbox: 1 })
})

test('other parameters show each changed job with its causes, and never an account', async () => {
  const { totals, text } = await rescored({ ...CALIBRATION, none_base: CALIBRATION.none_base + 12 })
  expect(totals.changed).toBeGreaterThan(0)
  expect(text).toMatch(/^job_\w+ [\w.-]+: attributed .+ -> no_clear_entity - \(0\.\d\d\)$/mu)
  expect(text).toMatch(/no operator at all -12\.00 log-odds/u)
  const { rows } = await service.platform.pool.query<{ id: string }>('select id from accounts')
  expect(rows.filter(({ id }) => text.includes(id))).toEqual([])
  expect(text).not.toContain(account.userId)
})
