import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'
import { storedEvidence } from './stored-evidence.ts'

const REGISTRY = 'rdap.verisign.com'
const OTHER_REGISTRY = 'rdap.publicinterestregistry.org'
const QUICK_DEADLINE_MS = 8_000
const SECOND_MS = 1_000
/**
 * Without turns, nearly all of the 19 questions would be refused. A busy machine can delay
 * questions, so that three of them arrive within one second.
 */
const REFUSALS_MAX = 3

let internet: SampleInternet

beforeAll(async () => {
  internet = await createInternet()
})
afterEach(() => {
  internet.registryLimits.set(null)
})

const names = (from: number, count: number, tld = 'com') =>
  Array.from({ length: count }, (_, n) => `listed-${from + n}.${tld}`)

const questionsTo = (service: Service, host: string) =>
  service.platform.outgoing.list(host).map(({ status }) => status)

describe('a registry that refuses more than two requests in a second, and gets one', () => {
  test('refuses almost none of many analyses at once; a quick one without a turn ends in time and says why', async () => {
    await using service = await startService({
      internet,
      env: {
        REGISTRY_REQUESTS_PER_SECOND: '{"default":1}',
        QUICK_DEADLINE_MS: String(QUICK_DEADLINE_MS),
      },
    })
    internet.registryLimits.set(2)
    const refusedBefore = internet.registryLimits.refusals
    const [one, other, patient] = await Promise.all(
      [1, 2, 3].map(() => service.account({ tier: 'team' })),
    )
    if (one === undefined || other === undefined || patient === undefined) throw new Error('none')
    const deep = names(100, 3).map((name) =>
      patient.analyze(name, { depth: 'deep' }).untilTerminal(),
    )
    const startedAt = performance.now()
    const analyzeNow = (by: ServiceAccount, domain: string): Promise<JobAnswer> =>
      by.analyze(domain, { depth: 'quick' }).untilTerminal()
    const quick = await Promise.all([
      ...names(200, 8).map((name) => analyzeNow(one, name)),
      ...names(300, 8).map((name) => analyzeNow(other, name)),
    ])
    expect(performance.now() - startedAt).toBeLessThan(QUICK_DEADLINE_MS + 2 * SECOND_MS)
    const ended = await Promise.all(
      quick.map(async (job) => ({
        job: job.status,
        ...(await storedEvidence(service, job, 'whois')),
      })),
    )
    const late = ended.filter(({ status }) => status === 'timeout')
    expect(late.length).toBeGreaterThan(0)
    for (const { job, detail } of late) {
      expect(job).toBe('partial')
      expect(detail).toMatch(/limits our questions, and our turn did not come in time\.$/)
    }
    expect(ended.filter(({ status }) => !['ok', 'timeout'].includes(status))).toEqual([])
    const registrations = (await Promise.all(deep)).map(async (job) => {
      expect(job.status).not.toBe('failed')
      return (await storedEvidence(service, job, 'whois')).status
    })
    expect(await Promise.all(registrations)).toEqual(Array(3).fill('ok'))
    expect(questionsTo(service, REGISTRY).length).toBeGreaterThan(3)
    expect(internet.registryLimits.refusals - refusedBefore).toBeLessThanOrEqual(REFUSALS_MAX)
  })
})

describe('when the runtime is killed', () => {
  test('the requests of the day stay counted', async () => {
    await using service = await startService({
      internet,
      env: { REGISTRY_REQUESTS_PER_DAY: JSON.stringify({ [REGISTRY]: 8 }) },
    })
    const account = await service.account({ tier: 'team' })
    for (const name of names(400, 2)) await account.analyze(name).untilTerminal()
    const asked = questionsTo(service, REGISTRY).length
    expect(asked).toBe(2)
    await service.platform.kill('runtime')
    for (const name of names(410, 2)) await account.analyze(name).untilTerminal()
    expect(questionsTo(service, REGISTRY)).toHaveLength(asked)
  })

  test('a registry that refused three times in a row stays closed', async () => {
    await using service = await startService({ internet })
    const account = await service.account({ tier: 'team' })
    internet.registryLimits.set(0)
    // A deep analysis comes back to a refused registry after the pause that it named, until the
    // registry is closed.
    const [name = ''] = names(500, 1, 'org')
    const job = await account.analyze(name, { depth: 'deep' }).untilTerminal()
    expect((await storedEvidence(service, job, 'whois')).status).toBe('failed')
    const asked = questionsTo(service, OTHER_REGISTRY)
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(new Set(asked)).toEqual(new Set([429]))
    internet.registryLimits.set(null)
    await service.platform.kill('runtime')
    const [next = ''] = names(510, 1, 'org')
    await account.analyze(next, { depth: 'deep' }).untilTerminal()
    expect(questionsTo(service, OTHER_REGISTRY)).toEqual(asked)
  })
})
