import { afterAll, beforeAll, expect, test } from 'vitest'
import { tlsCertificates } from '../../../../shared/attribution/collectors/tls-certificates.ts'
import { targetOf, toolsIn } from '../../../eval/collect.ts'
import { createInternet, type SampleInternet } from '../../../internet/internet.ts'

const AT_ONCE = 8
const SHARE_MAX = 0.5
const LOGS = new Set(['crt.sh', 'api.certspotter.com'])

let internet: SampleInternet
let requests = 0
beforeAll(async () => {
  internet = await createInternet({
    log: ({ url }) => {
      if (LOGS.has(new URL(url).hostname)) requests += 1
    },
  })
})
afterAll(() => internet.close())

async function isSkipped(domain: string): Promise<boolean> {
  const toolsFor = await toolsIn(internet, 'deep', new Date())
  const tools = toolsFor(AbortSignal.timeout(30_000), {})
  return (await tlsCertificates.collect(targetOf(domain), tools)).status === 'skipped'
}

test('at most half of the deep analyses of the sample domains ask a certificate log', async () => {
  const domains = internet.domains()
  const skipped: string[] = []
  for (let start = 0; start < domains.length; start += AT_ONCE) {
    const batch = domains.slice(start, start + AT_ONCE)
    const outcomes = await Promise.all(batch.map(isSkipped))
    skipped.push(...batch.filter((_, index) => outcomes[index] === true))
  }

  const asking = domains.filter((domain) => !skipped.includes(domain))
  console.info(
    `${asking.length} of ${domains.length} sample domains ask a log: ${asking.join(' ')}`,
  )
  expect(asking.length / domains.length).toBeLessThanOrEqual(SHARE_MAX)
  expect(requests).toBeGreaterThanOrEqual(asking.length)
})
