import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentOf } from '../http/mcp-caller.ts'
import { createInternet, type DomainFile, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

type Shown = Record<string, unknown>

const TIMEOUT_MS = 60_000
const LEFT_OUT = ['http_probe', 'live_certificate', 'rendered_page', 'vision']

let internet: SampleInternet
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({
    internet,
    env: {
      MONITOR_CONFIRM_SECONDS: '[0,600]',
      MONITOR_CADENCE_SECONDS: '{"hourly":1,"daily":1,"weekly":1}',
      REGISTRY_REQUESTS_PER_SECOND: '{"default":10000}',
    },
  })
  account = await service.account({ tier: 'team', credits: 40 })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})
beforeEach(() => service.platform.outgoing.clear())

const certificate = (names: string[]) => ({
  id: 9_950_000_001,
  issuer_name: "C=US, O=Let's Encrypt, CN=R12",
  common_name: names[0] ?? '',
  name_value: names.join('\n'),
  entry_timestamp: '2026-01-01T00:00:00',
  not_before: '2026-01-01T00:00:00',
  not_after: '2027-03-01T00:00:00',
})

type Privacy = 'shown' | 'redacted'

function company(label: string, privacy: Privacy = 'shown'): string {
  const domain = `${label}-quietlark.com`
  internet.add(fileOf(domain, privacy))
  return domain
}

/** A company whose web server and name servers are hosts of its own domain. */
function fileOf(domain: string, privacy: Privacy): DomainFile {
  return {
    domain,
    registration: {
      registrar: 'namecheap',
      privacy,
      created: '2015-01-01',
      registrant: { organization: 'Quietlark Trading Ltd', country: 'GB' },
    },
    dns: {
      [domain]: { NS: [`ns1.${domain}`, `ns2.${domain}`], A: ['52.51.20.41'] },
      [`www.${domain}`]: { CNAME: [domain] },
      [`ns1.${domain}`]: { A: ['52.51.20.42'] },
      [`ns2.${domain}`]: { A: ['52.51.20.43'] },
      [`mail.${domain}`]: { A: ['52.51.20.44'] },
      [`shop-4c1.${domain}`]: { A: ['52.51.20.45'] },
    },
    ct: [certificate([domain, `shop-4c1.${domain}`])],
    site: {
      home: `https://${domain}/`,
      pages: {
        '/': [
          '<!doctype html><html lang="en"><title>Quietlark</title><h1>Quietlark</h1>',
          '<footer>&copy; 2026 Quietlark Trading Ltd. All rights reserved.</footer></html>',
        ],
      },
    },
  }
}

const sentTo = (domain: string): string[] =>
  service.platform.outgoing
    .list()
    .map(({ url }) => url)
    .filter((url) => {
      const host = new URL(url).hostname
      return host === domain || host.endsWith(`.${domain}`)
    })

const data = (answer: { body: { data: unknown } }) => answer.body.data as Shown
const sweep = () => service.platform.runtime().runSchedule('* * * * *')

describe('a passive analysis', () => {
  test('sends nothing to the hosts of the domain, and says which sources are left out', async () => {
    const domain = company('deep')
    const job = await account.analyze(domain, { passive: true }).untilTerminal()
    expect(sentTo(domain)).toEqual([])
    expect(job).toMatchObject({
      passive: true,
      status: 'completed',
      scoring_result: { entity: 'Quietlark Trading Ltd' },
    })
    const { collectors } = job.progress as { collectors: Shown[] }
    expect(collectors.filter(({ detail }) => detail === 'The analysis is passive.')).toEqual(
      LEFT_OUT.map((name) => expect.objectContaining({ name, status: 'skipped' })),
    )
    const { warnings } = job.scoring_result as unknown as { warnings: Shown[] }
    expect(warnings.map(({ kind }) => kind)).not.toContain('unreadable_site')
    const { jobs } = data(await account.request('GET', `/jobs?domain=${domain}`))
    expect(jobs).toMatchObject([{ passive: true }])

    const active = await account.analyze(domain).untilTerminal()
    expect(active.passive).toBe(false)
    expect(sentTo(domain)).not.toEqual([])
  })

  test('can be quick', async () => {
    const domain = company('quick')
    const { body } = await account.analyze(domain, { depth: 'quick', passive: true }).answer
    expect(body.data).toMatchObject({ passive: true, status: 'completed' })
    expect(sentTo(domain)).toEqual([])
  })

  test('never stands for an active one of the same domain, or the reverse', async () => {
    const domain = company('both')
    const ask = async (passive: boolean) =>
      data(await account.request('POST', '/analyze', { domain, passive }))
    const wanted = [true, false, true, false, true, false]
    const asked = await Promise.all(wanted.map(ask))
    const jobs = await Promise.all(asked.map(({ job_id: id }) => account.untilTerminal(String(id))))
    expect(jobs.map(({ passive }) => passive)).toEqual(wanted)
    const touched = jobs.filter(({ progress }) => {
      const { collectors } = progress as { collectors: Shown[] }
      return collectors.some(({ name, status }) => name === 'http_probe' && status !== 'skipped')
    })
    expect(new Set(touched.map(({ passive }) => passive))).toEqual(new Set([false]))
  })

  test('keeps what an earlier active analysis found', async () => {
    const domain = company('kept')
    await account.analyze(domain).untilTerminal()
    const links = async () => {
      const { rows } = await service.platform.pool.query<{ kind: string; value: string }>(
        'select kind, value from domain_links where domain = $1 order by 1, 2',
        [domain],
      )
      return rows
    }
    const before = await links()
    await account.analyze(domain, { passive: true }).untilTerminal()
    expect(await links()).toEqual(expect.arrayContaining(before))
  })

  test('of a batch and of lists sends nothing, too', async () => {
    const [batched, listed, inCsv] = [company('batched'), company('listed'), company('csv')]
    const batch = await account.request('POST', '/analyze/batch', {
      domains: [batched],
      passive: true,
    })
    const [{ job_id: id } = { job_id: '' }] = JSON.parse(batch.text).jobs as { job_id: string }[]
    expect(await account.untilTerminal(id)).toMatchObject({ passive: true, status: 'completed' })
    const json = { domains: [listed], passive: true }
    const lists = [
      await account.request('POST', '/analyze/bulk', json),
      await fetch(`${service.baseUrl}/analyze/bulk?passive=true`, {
        method: 'POST',
        headers: { 'x-api-key': account.apiKey, 'content-type': 'text/csv' },
        body: inCsv,
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() })),
    ]
    for (const { status, text } of lists) {
      expect([status, text]).toEqual([202, text])
      const { bulk_job_id: list } = JSON.parse(text) as { bulk_job_id: string }
      const ended = async () =>
        data(await account.request('GET', `/analyze/bulk/${list}`)).completed
      await expect.poll(ended, { timeout: TIMEOUT_MS }).toBe(1)
    }
    const { jobs } = data(await account.request('GET', '/jobs?limit=3'))
    expect((jobs as Shown[]).map(({ passive }) => passive)).toEqual([true, true, true])
    expect([batched, listed, inCsv].flatMap(sentTo)).toEqual([])
  }, 120_000)

  test('finds only the subdomains of certificate logs, and stores them apart', async () => {
    const domain = company('below')
    const job = await account.analyze(domain, { passive: true }).untilTerminal()
    const subdomainsOf = async (id: string) => {
      const found = data(await account.request('GET', `/jobs/${id}/subdomains`))
      const listed = found.subdomains as { name: string; sources: string[] }[]
      return { cached: found.cached, names: listed.map(({ name, sources }) => [name, sources]) }
    }
    const logged = [[`shop-4c1.${domain}`, ['ct']]]
    expect(await subdomainsOf(job.job_id)).toEqual({ cached: false, names: logged })
    expect(await subdomainsOf(job.job_id)).toEqual({ cached: true, names: logged })
    expect(sentTo(domain)).toEqual([])

    const active = await account.analyze(domain).untilTerminal()
    const { cached, names } = await subdomainsOf(active.job_id)
    expect(cached).toBe(false)
    expect(names).toContainEqual([`mail.${domain}`, ['brute_force']])
    expect(await subdomainsOf(job.job_id)).toEqual({ cached: true, names: logged })
  })
})

test.each([
  ['POST', '/analyze', { domain: 'example.com', passive: 'yes' }],
  ['POST', '/analyze/batch', { domains: ['example.com'], passive: 1 }],
  ['POST', '/analyze/bulk', { domains: ['example.com'], passive: null }],
  ['POST', '/correlate', { domains: ['example.com', 'example.org'], passive: 'true' }],
  ['POST', '/monitors', { domains: ['example.com'], passive: 'true' }],
])('%s %s refuses %o', async (method, path, body) => {
  const answer = await account.request(method, path, body)
  expect([answer.status, answer.text.includes('passive')]).toEqual([422, true])
})

describe('stored analyses', () => {
  test('a passive correlation uses active ones, an active correlation never passive ones', async () => {
    const [active, passive, unseen] = [company('seen'), company('passive'), company('unseen')]
    await account.analyze(active).untilTerminal()
    await account.analyze(passive, { passive: true }).untilTerminal()
    service.platform.outgoing.clear()
    const correlate = async (body: object) => {
      const started = data(await account.request('POST', '/correlate', body))
      const state = async () =>
        data(await account.request('GET', `/correlate/${started.correlation_id}`)).status
      await expect.poll(state, { timeout: TIMEOUT_MS }).toBe('completed')
      return started.uncached_domains
    }
    const domains = [active, passive, unseen]
    expect(await correlate({ domains, passive: true })).toEqual([unseen])
    expect(domains.flatMap(sentTo)).toEqual([])
    expect(await correlate({ domains })).toEqual([passive, unseen])
    expect(sentTo(unseen)).not.toEqual([])
  }, 120_000)

  test('an agent gets a stored active answer for a passive question, never the reverse', async () => {
    const domain = company('agents')
    const use = agentOf(service, account.apiKey)
    const ask = async (passive?: boolean) =>
      (await use('attribute_domain', { domain, passive })).data
    expect(await ask(true)).toMatchObject({ from_cache: false, passive: true })
    expect(await ask(true)).toMatchObject({ from_cache: true, passive: true })
    expect(sentTo(domain)).toEqual([])
    expect(await ask()).toMatchObject({ from_cache: false, passive: false })
    service.platform.outgoing.clear()
    expect(await ask(true)).toMatchObject({ from_cache: true, passive: false })
    expect(sentTo(domain)).toEqual([])
  })
})

describe('a passive monitor', () => {
  const monitorOf = async (by: ServiceAccount, body: object) => {
    const answer = await by.request('POST', '/monitors', body)
    const [monitor] = data(answer).monitors as (Shown & { monitor_id: string })[]
    if (monitor === undefined) throw new Error(answer.text)
    return monitor
  }
  const shown = async (by: ServiceAccount, id: string) =>
    data(await by.request('GET', `/monitors/${id}`))
  const untilRead = (by: ServiceAccount, id: string) =>
    expect
      .poll(
        async () => {
          await sweep()
          const { status, fingerprint, baseline } = await shown(by, id)
          return [status, (fingerprint as Shown | null)?.networks != null, baseline !== null]
        },
        { timeout: TIMEOUT_MS, interval: 300 },
      )
      .toEqual(['active', true, true])

  test('reads and analyzes without a request to the domain, and shows no fact of the site', async () => {
    const domain = company('watched')
    const { monitor_id: id } = await monitorOf(account, { domains: [domain], passive: true })
    await untilRead(account, id)
    const check = await account.request('POST', `/monitors/${id}/check`)
    const job = await account.untilTerminal(String(data(check).job_id))
    expect(job.passive).toBe(true)
    for (let round = 0; round < 3; round += 1) await sweep()
    expect(sentTo(domain)).toEqual([])
    const monitor = await shown(account, id)
    expect(monitor).toMatchObject({ passive: true, fingerprint: { redirect: null, parked: null } })

    const other = await service.account({ tier: 'team', credits: 5 })
    const { monitor_id: active } = await monitorOf(other, { domains: [domain] })
    await expect
      .poll(
        async () => {
          await sweep()
          return ((await shown(other, active)).fingerprint as Shown | null)?.parked
        },
        { timeout: TIMEOUT_MS, interval: 300 },
      )
      .toBe(false)
    expect((await shown(account, id)).fingerprint).toMatchObject({ parked: null })
    await other.request('DELETE', `/monitors/${active}`)
  }, 120_000)

  test('can become active, and an active one passive', async () => {
    const domain = company('patched')
    const { monitor_id: id } = await monitorOf(account, { domains: [domain], passive: true })
    const patch = async (body: object) =>
      data(await account.request('PATCH', `/monitors/${id}`, body)).passive
    expect(await patch({ email: false })).toBe(true)
    expect(await patch({ passive: false })).toBe(false)
    expect((await monitorOf(account, { domains: [domain], email: true })).passive).toBe(false)
    expect((await monitorOf(account, { domains: [domain], passive: true })).passive).toBe(true)
  })

  test('is compared with no active analysis, and an active one with no passive analysis', async () => {
    const domain = company('turned', 'redacted')
    const { monitor_id: id } = await monitorOf(account, { domains: [domain], passive: true })
    await untilRead(account, id)
    const checked = async (passive: boolean) => {
      await account.request('PATCH', `/monitors/${id}`, { passive })
      const { job_id } = data(await account.request('POST', `/monitors/${id}/check`))
      const job = await account.untilTerminal(String(job_id))
      expect(job.passive).toBe(passive)
      await sweep()
      return { job, baseline: (await shown(account, id)).baseline as Shown }
    }
    const first = await checked(true)
    expect(first.baseline).toMatchObject({ entity: null })
    const active = await checked(false)
    expect(active.baseline).toMatchObject({
      job_id: active.job.job_id,
      entity: 'Quietlark Trading Ltd.',
    })
    const passive = await checked(true)
    expect(passive.baseline).toMatchObject({ job_id: passive.job.job_id, entity: null })
    const changes = async () =>
      data(await account.request('GET', `/monitors/${id}/changes`)).changes as Shown[]
    expect(await changes()).toEqual([])

    internet.replace(fileOf(domain, 'shown'))
    const found = await checked(true)
    expect(found.baseline).toMatchObject({ job_id: found.job.job_id })
    expect((await changes()).map(({ kinds }) => kinds)).toEqual([['operator_found']])
  }, 120_000)

  test('takes a passive baseline in the place of an active one, and keeps the one of its own kind', async () => {
    const domain = company('switched')
    const { monitor_id: id } = await monitorOf(account, { domains: [domain] })
    await untilRead(account, id)
    const patch = (passive: boolean) => account.request('PATCH', `/monitors/${id}`, { passive })
    const baselineOf = async () => (await shown(account, id)).baseline
    const baseline = await baselineOf()
    const check = async () => {
      const { job_id } = data(await account.request('POST', `/monitors/${id}/check`))
      return (await account.untilTerminal(String(job_id))).job_id
    }
    await patch(true)
    await check()
    await patch(false)
    await sweep()
    expect(await baselineOf()).toEqual(baseline)
    await patch(true)
    const passive = await check()
    await sweep()
    expect(await baselineOf()).toMatchObject({ job_id: passive, entity: 'Quietlark Trading Ltd' })
    await patch(false)
    await check()
    await patch(true)
    await sweep()
    expect(await baselineOf()).toMatchObject({ job_id: passive })
  }, 120_000)

  test('is made from a CSV list, too', async () => {
    const answer = await fetch(`${service.baseUrl}/monitors?passive=true`, {
      method: 'POST',
      headers: { 'x-api-key': account.apiKey, 'content-type': 'text/csv' },
      body: company('rows'),
    })
    const { data: saved } = (await answer.json()) as { data: Shown }
    expect(saved.monitors).toMatchObject([{ passive: true }])
  })

  test('takes an active analysis as its baseline; an active monitor never takes a passive one', async () => {
    const [seen, unseen] = [company('baseline'), company('no-baseline')]
    const active = await account.analyze(seen).untilTerminal()
    await account.analyze(unseen, { passive: true }).untilTerminal()
    expect(await monitorOf(account, { domains: [seen], passive: true })).toMatchObject({
      status: 'active',
      baseline: { job_id: active.job_id },
    })
    expect(await monitorOf(account, { domains: [unseen] })).toMatchObject({ baseline: null })
  })
})

test('names of the sandbox take passive and answer the same', async () => {
  const domain = 'test-corp.sandbox.example'
  const answers = [
    await account.analyze(domain, { passive: true }).untilTerminal(),
    await account.analyze(domain).untilTerminal(),
  ]
  const [first, second] = answers.map(({ scoring_result: result }) => result)
  expect(first).toEqual(second)
})
