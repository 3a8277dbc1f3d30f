import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ offline: true })
})
afterAll(() => service.stop())

// Their registries keep no RDAP: what is known of them came over a socket of the runtime.
test.each(['brammel-orgelbau.de', 'kazamori-kogyo.co.jp', 'frantoio-valdorma.it', 'thornfield.edu'])(
  'the WHOIS of %s is read over TCP',
  async (domain) => {
    const account = await service.account()
    const job = await account.analyze(domain).untilTerminal()
    const { collectors } = job.progress as { collectors: { name: string; status: string; detail: string | null }[] }
    expect(collectors.find(({ name }) => name === 'whois')).toMatchObject({ status: 'ok' })
    // Not the job's status: on a busy machine another collector may run out of its time.
    expect(collectors.filter(({ status }) => status === 'failed')).toEqual([])
    const asked = service.platform.outgoing.list().filter(({ method }) => method === 'WHOIS')
    expect(asked.some(({ url }) => url.includes(domain))).toBe(true)
  },
)

test('a WHOIS that cannot be reached leaves the rest of the answer', async () => {
  await service.platform.breakPart({ target: 'tcp', mode: 'down', rate: 1 })
  const account = await service.account()
  const job = await account.analyze('stadtmuseum-ellerich.de').untilTerminal()
  await service.platform.mendAll()
  expect(job).toMatchObject({ status: 'partial', scoring_result: { outcome: 'attributed' } })
})
