import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentOf, ask, bytesOf } from '../http/mcp-caller.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Largest number of waits for one long task. Each wait takes up to 20 seconds. */
const WAITS_MAX = 6

interface Budget {
  calls: number
  /** Size of all results as JSON. So much text enters the context of a model. */
  bytes: number
}

async function work(
  task: (use: Use, account: ServiceAccount) => Promise<void>,
  credits = 0,
): Promise<Budget> {
  const account = await service.account({ tier: 'team', credits })
  const agent = agentOf(service, account.apiKey)
  const used = { calls: 0, bytes: 0 }
  await task(async (tool, input) => {
    const answer = await agent(tool, input)
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`)
    used.calls += 1
    used.bytes += answer.bytes
    return answer.data
  }, account)
  return used
}

type Use = (tool: string, input: object) => Promise<Record<string, unknown>>

async function untilEnded(
  use: Use,
  started: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  let state = started
  for (let waits = 0; state.next === 'get_result'; waits++) {
    if (waits === WAITS_MAX) throw new Error(`not ended: ${JSON.stringify(state)}`)
    state = await use('get_result', { id: state.job_id ?? state.correlation_id, wait_seconds: 20 })
  }
  return state
}

const within = (used: Budget, budget: Budget) => {
  expect(used.calls).toBeLessThanOrEqual(budget.calls)
  expect(used.bytes).toBeLessThanOrEqual(budget.bytes)
}

const LISTED = Array.from({ length: 20 }, (_, n) => `listed-${n + 300}.com`)

describe('tasks of agents stay within their budgets', () => {
  test('due diligence of one domain', async () => {
    const used = await work(async (use) => {
      const started = await use('attribute_domain', { domain: 'vintara.com', depth: 'deep' })
      const answer = await untilEnded(use, started)
      expect(answer).toMatchObject({
        scoring_result: { outcome: 'attributed', entity: expect.stringContaining('Vintara') },
      })
      const why = await use('explain_attribution', { job_id: answer.job_id })
      expect(why.entities).not.toEqual([])
      const history = await use('domain_history', { domain: 'vintara.com', limit: 5 })
      expect(history.entries).toHaveLength(1)
    })
    within(used, { calls: 5, bytes: 9_000 })
  })

  test('a list of 20 domains', async () => {
    const used = await work(async (use) => {
      expect((await use('get_usage', {})).cost).toMatch(/^analysis: monthly quota/)
      const lists = [LISTED.slice(0, 10), LISTED.slice(10)]
      for (const domains of lists) {
        const { jobs } = (await use('attribute_domains', { domains })) as {
          jobs: { result?: object }[]
        }
        expect(jobs.filter(({ result }) => result !== undefined)).toHaveLength(10)
      }
    })
    within(used, { calls: 3, bytes: 12_600 })
  })

  test('a cluster of 10 domains', async () => {
    const used = await work(async (use) => {
      const domains = [
        'vintara.com',
        'vintaraplay.com',
        'lakeside-rowing.org',
        ...LISTED.slice(0, 7),
      ]
      const started = await use('correlate_domains', { domains, max_credits: 11 })
      const { result } = (await untilEnded(use, started)) as {
        result: { clusters: { domains: string[] }[] }
      }
      expect(result.clusters.map((cluster) => cluster.domains)).toContainEqual([
        'vintara.com',
        'vintaraplay.com',
      ])
    }, 20)
    within(used, { calls: 4, bytes: 6_000 })
  })

  test('a domain that is watched, and its changes', async () => {
    const used = await work(async (use, account) => {
      const { monitors } = await use('watch_domain', { domain: 'test-changing.sandbox.example' })
      const [{ monitor_id: id, baseline }] = monitors as [
        { monitor_id: string; baseline: { entity: string } },
      ]
      expect((await use('list_changes', {})).changes).toEqual([])
      await account.request('POST', `/monitors/${id}/check`)
      const { changes } = await use('list_changes', { limit: 5 })
      const operator = { from: baseline.entity, to: expect.stringMatching(/^Test Operator/) }
      expect(changes).toMatchObject([
        { kinds: ['operator_changed'], severity: 'high', diff: { operator } },
      ])
    })
    within(used, { calls: 3, bytes: 4_000 })
  })

  test('an agent learns the tools with fewer bytes than one page of results', async () => {
    const account = await service.account()
    const { result } = await ask(service, { 'x-api-key': account.apiKey }, 'tools/list')
    expect(bytesOf(result)).toBeLessThanOrEqual(8_192)
  })
})
