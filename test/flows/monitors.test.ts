import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({})
  account = await service.account({ tier: 'team', credits: 20 })
})
afterAll(() => service.stop())

type Shown = Record<string, unknown>

const data = (answer: { body: { data: unknown } }) => answer.body.data as Shown

describe('the sandbox', () => {
  test('finds another operator at each check of test-changing', async () => {
    const added = await account.request('POST', '/monitors', {
      domains: ['test-changing.sandbox.example'],
    })
    expect([added.status, added.text]).toEqual([200, added.text])
    const [monitor] = data(added).monitors as Shown[]
    expect(monitor).toMatchObject({
      status: 'active',
      cadence: 'daily',
      last_error: null,
      credits_this_month: 0,
    })
    const first = monitor?.baseline as Shown
    expect(first.entity).toMatch(/^Test Operator/)
    const operators = new Set([first.entity])
    for (const _ of [1, 2, 3]) {
      const checked = await account.request('POST', `/monitors/${monitor?.monitor_id}/check`)
      expect([checked.status, checked.text]).toEqual([202, checked.text])
      const { changes } = data(
        await account.request('GET', `/monitors/${monitor?.monitor_id}/changes`),
      )
      const [newest] = changes as Shown[]
      expect(newest).toMatchObject({
        kinds: ['operator_changed'],
        severity: 'high',
        analysis: 'done',
      })
      operators.add((newest?.diff as { operator: Shown } | undefined)?.operator.to)
    }
    expect(operators.size).toBe(4)
    expect(await account.ledger()).toHaveLength(1)
  })

  test('never changes test-corp', async () => {
    const added = await account.request('POST', '/monitors', {
      domains: ['test-corp.sandbox.example'],
    })
    const [monitor] = data(added).monitors as Shown[]
    await account.request('POST', `/monitors/${monitor?.monitor_id}/check`)
    const { changes } = data(
      await account.request('GET', `/monitors/${monitor?.monitor_id}/changes`),
    )
    expect(changes).toEqual([])
  })
})

describe('a watched domain', () => {
  const DOMAIN = 'larkspur-supplies.com'
  const site = (nameServer: string, company: string) => ({
    domain: DOMAIN,
    registration: {
      registrar: 'namecheap' as const,
      privacy: 'shown' as const,
      created: '2015-01-01',
      registrant: { organization: company, country: 'GB' },
    },
    dns: { [DOMAIN]: { NS: [`ns1.${nameServer}`, `ns2.${nameServer}`], A: ['52.51.20.31'] } },
    site: {
      home: `https://${DOMAIN}/`,
      pages: {
        '/': [
          `<!doctype html><html lang="en"><title>${company}</title><h1>${company}</h1>`,
          `<script type="application/ld+json">{"@type":"Organization","name":"${company}","legalName":"${company}"}</script>`,
          `<footer>&copy; 2026 ${company}. All rights reserved.</footer></html>`,
        ],
      },
    },
  })

  test('tells of a new operator after two readings and an analysis', async () => {
    const internet = await createInternet()
    internet.add(site('first-dns.net', 'Larkspur Supplies Ltd'))
    await using watched = await startService({
      internet,
      env: {
        MONITOR_CONFIRM_SECONDS: '[0,600]',
        MONITOR_CADENCE_SECONDS: '{"hourly":1,"daily":1,"weekly":1}',
        REGISTRY_REQUESTS_PER_SECOND: '{"default":10000}',
      },
    })
    const owner = await watched.account({ tier: 'team', credits: 20 })
    const sweep = () => watched.platform.runtime().runSchedule('* * * * *')
    const added = await owner.request('POST', '/monitors', {
      domains: [DOMAIN],
      label: 'suppliers',
    })
    expect([added.status, added.text]).toEqual([200, added.text])
    const [{ monitor_id: id }] = data(added).monitors as [{ monitor_id: string }]
    const monitor = async () => data(await owner.request('GET', `/monitors/${id}`))
    await expect
      .poll(
        async () => {
          await sweep()
          const { status, baseline, fingerprint } = await monitor()
          return {
            status,
            entity: (baseline as Shown | null)?.entity,
            nameservers: (fingerprint as Shown | null)?.nameservers,
          }
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toEqual({
        status: 'active',
        entity: 'Larkspur Supplies Ltd',
        nameservers: ['first-dns.net'],
      })
    internet.replace(site('second-dns.org', 'Quillon Trading GmbH'))
    // A registry that answers late makes two changes of it: what the DNS shows, then the rest.
    await expect
      .poll(
        async () => {
          await sweep()
          const { changes } = data(await owner.request('GET', '/changes'))
          const done = (changes as Shown[]).filter(({ analysis }) => analysis === 'done')
          return new Set(done.flatMap(({ kinds }) => kinds))
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toEqual(new Set(['registrant_changed', 'nameservers_changed', 'operator_changed']))
    expect(await watched.audit()).toEqual([])
  }, 200_000)
})
