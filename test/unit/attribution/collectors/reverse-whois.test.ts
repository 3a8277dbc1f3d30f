import { expect, test } from 'vitest'
import { reverseWhois } from '../../../../shared/attribution/collectors/reverse-whois.ts'
import type { DeepTools } from '../../../../shared/attribution/deep-tools.ts'
import { evidence, registeredTo, whois } from '../scoring/sample-evidence.ts'
import { deepTools } from './sample-deep-tools.ts'
import { toolsOn } from './sample-tools.ts'

const COMPANY = 'Kork Paper Goods Inc.'

function collectWith(
  answer: Awaited<ReturnType<DeepTools['countDomains']>>,
  registrant = registeredTo(COMPANY),
) {
  const deep = deepTools({ countDomains: async () => answer })
  const tools = toolsOn({ depth: 'deep', earlier: evidence(whois('kork.example', registrant)) })
  return reverseWhois.collect(
    { domain: 'kork.example', registrableDomain: 'kork.example' },
    { ...tools, deep },
  )
}

const counted = (count: number) => ({ ok: true, count, host: 'reverse-whois.example' }) as const

test('the evidence contains the free count of the registrant, and no list that was never asked for', async () => {
  expect(await collectWith(counted(7))).toEqual({
    status: 'ok',
    evidence: { registrant: COMPANY, domains_count: 7 },
    source: 'reverse-whois.example',
  })
})

test.each([0, 1])(
  '%d found domains mean that no other domain shares the registrant',
  async (count) => {
    expect(await collectWith(counted(count))).toMatchObject({
      status: 'empty',
      detail: 'No other domain shares the registrant.',
      evidence: { registrant: COMPANY, domains_count: count },
    })
  },
)

test('a failure stays a failure, and without a key or a registrant nothing is asked', async () => {
  const detail = 'as the test wants it'
  expect(await collectWith({ ok: false, status: 'failed', detail })).toMatchObject({
    status: 'failed',
    detail,
  })
  expect(await collectWith({ ok: false, status: 'skipped', detail })).toEqual({
    status: 'skipped',
    detail,
  })
  expect((await collectWith(counted(7), {})).status).toBe('skipped')
})
