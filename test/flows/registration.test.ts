import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ offline: true })
})
afterAll(() => service.stop())

// The registries of these domains have no RDAP server, so the service must read the registration data from WHOIS over TCP.
test.each(['brammel-orgelbau.de', 'kazamori-kogyo.co.jp', 'frantoio-valdorma.it', 'thornfield.edu'])(
  'the WHOIS of %s is read over TCP',
  async (domain) => {
    const account = await service.account()
    const job = await account.analyze(domain).untilTerminal()
    const { collectors } = job.progress as { collectors: { name: string; status: string; detail: string | null }[] }
    expect(collectors.find(({ name }) => name === 'whois')).toMatchObject({ status: 'ok' })
    // The test does not check the status of the whole job, because on a busy machine a collector that is not tested here may run out of
    // time.
    expect(collectors.filter(({ status }) => status === 'failed')).toEqual([])
    const asked = service.platform.outgoing.list().filter(({ method }) => method === 'WHOIS')
    expect(asked.some(({ url }) => url.includes(domain))).toBe(true)
  },
)

test('an unreachable WHOIS server does not prevent the rest of the result', async () => {
  await service.platform.breakPart({ target: 'tcp', mode: 'down', rate: 1 })
  const account = await service.account()
  const job = await account.analyze('stadtmuseum-ellerich.de').untilTerminal()
  await service.platform.mendAll()
  expect(job).toMatchObject({ status: 'partial', scoring_result: { outcome: 'attributed' } })
})
