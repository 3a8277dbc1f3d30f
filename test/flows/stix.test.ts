import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { bundleFaults, objectsIn, ofType, operatorsIn } from '../contract/stix.ts'
import { forceRows } from '../platform/force-rows.ts'
import {
  type Service,
  type ServiceAccount,
  type ServiceAnswer,
  sharedService,
} from '../platform/service.ts'

const MEDIA_TYPE = 'application/stix+json;version=2.1'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ credits: 500 })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const stixOf = (id: string, by = account, headers: Record<string, string> = {}) =>
  by.request('GET', `/jobs/${id}/stix`, undefined, headers)

const SAMPLES = readdirSync(path.join(import.meta.dirname, '../internet/domains'))
  .filter((name) => !name.startsWith('_'))
  .map((name) => name.replace(/\.json$/, ''))
const SANDBOX = ['test-corp.sandbox.example', 'test-unknown.sandbox.example']
const ENDED_LIMIT_MS = 120_000

async function untilEnded(address: string, by: ServiceAccount): Promise<Record<string, unknown>> {
  const deadline = Date.now() + ENDED_LIMIT_MS
  for (;;) {
    const { body, text } = await by.request('GET', address)
    if (body.data?.status === 'completed') return body.data
    if (body.data?.status === 'failed' || Date.now() > deadline)
      throw new Error(`${address}: ${text}`)
    await delay(100)
  }
}

describe('all sample domains', () => {
  let owner: ServiceAccount
  let bulk: Record<string, unknown>
  let jobs: { domain: string; job_id: string; status: string }[]

  beforeAll(async () => {
    owner = await service.account({ tier: 'team', credits: 500 })
    const submitted = await owner.request('POST', '/analyze/bulk', {
      domains: [...SAMPLES, SAMPLES[0], 'no domain'],
      depth: 'quick',
    })
    const id = JSON.parse(submitted.text).bulk_job_id
    bulk = await untilEnded(`/analyze/bulk/${id}`, owner)
    const { body } = await owner.request('GET', `/analyze/bulk/${id}/items?limit=1000`)
    jobs = ((body.data?.items ?? []) as typeof jobs).filter(
      ({ status }) => status === 'completed' || status === 'partial',
    )
  }, ENDED_LIMIT_MS)

  test('each has a valid bundle with the same bytes twice', async () => {
    const wrong: Record<string, string[]> = {}
    const domains = new Set(jobs.map(({ domain }) => domain))
    for (const { domain, job_id: id } of jobs) {
      const [first, second] = [await stixOf(id, owner), await stixOf(id, owner)]
      const faults = [
        ...bundleFaults(first.text),
        ...(first.text === second.text ? [] : ['other bytes']),
      ]
      if (first.status !== 200 || faults.length > 0) wrong[domain] = faults
    }
    console.info(
      'without a result',
      SAMPLES.filter((name) => !domains.has(name)),
    )
    const valid = domains.size - Object.keys(wrong).length
    console.info(
      `valid and equal STIX bundles: ${valid} of ${domains.size} sample domains with a result`,
    )
    expect(wrong).toEqual({})
    // Only this domain may be missing: none of its name servers answers, so its analysis fails.
    expect(SAMPLES.filter((name) => !domains.has(name))).toEqual(['lame-lantern.org'])
  })

  test('their list has one valid bundle, with the objects of the bundles of its jobs, each once', async () => {
    const { stix_url: address } = bulk.exports as { stix_url: string }
    const response = await fetch(address)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, MEDIA_TYPE])
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="list_\d{4}-\d\d-\d\d_answers\.stix\.json"$/,
    )
    const text = await response.text()
    expect(bundleFaults(text)).toEqual([])
    const own = await Promise.all(
      jobs.map(async ({ job_id: id }) => objectsIn((await stixOf(id, owner)).text)),
    )
    expect(objectsIn(text).map(({ id }) => id)).toEqual([
      ...new Set(own.flat().map(({ id }) => id)),
    ])
  })

  test('the link of the bundle is for this file only', async () => {
    const { stix_url: address } = bulk.exports as { stix_url: string }
    const answer = await fetch(address.replace('.stix?', '.json?'))
    expect(answer.status).toBe(403)
  })

  describe('in one correlation', () => {
    let correlation: Record<string, unknown>
    const correlationStix = (by: ServiceAccount, id = correlation.correlation_id) =>
      by.request('GET', `/correlate/${id}/stix`)

    async function correlated(by: ServiceAccount): Promise<Record<string, unknown>> {
      const { body } = await by.request('POST', '/correlate', {
        domains: [...new Set(jobs.map(({ domain }) => domain))],
      })
      return untilEnded(`/correlate/${body.data?.correlation_id}`, by)
    }

    beforeAll(async () => {
      correlation = await correlated(owner)
    }, ENDED_LIMIT_MS)

    test('have a valid bundle with the same bytes twice, and a grouping for each cluster', async () => {
      const [first, second] = [await correlationStix(owner), await correlationStix(owner)]
      expect([first.status, first.headers.get('content-type')]).toEqual([200, MEDIA_TYPE])
      expect(bundleFaults(first.text)).toEqual([])
      expect(second.text).toBe(first.text)
      const objects = objectsIn(first.text)
      const { clusters, pairs } = correlation.result as {
        clusters: {
          domains: string[]
          entity: string | null
          confidence: number
          summary: string
        }[]
        pairs: { a: string; b: string; score: number }[]
      }
      const domainOf = (id: unknown) => objects.find((object) => object.id === id)?.value
      const groupings = ofType(objects, 'grouping')
      expect(clusters.length).toBeGreaterThan(2)
      console.info(
        `valid and equal STIX bundles: ${groupings.length} of ${clusters.length} sample clusters`,
      )
      expect(groupings.map(({ description, confidence }) => [description, confidence])).toEqual(
        clusters.map(({ summary, confidence }) => [summary, Math.round(confidence * 100)]),
      )
      for (const [index, { domains, entity }] of clusters.entries()) {
        const refs = groupings[index]?.object_refs as string[]
        expect(refs.map(domainOf).filter((value) => value !== undefined)).toEqual(domains)
        const names = operatorsIn(objects)
          .filter(({ id }) => refs.includes(id))
          .map(({ name }) => name)
        expect(new Set(names)).toEqual(new Set(entity === null ? [] : [entity]))
      }
      const links = ofType(objects, 'relationship').filter(
        ({ labels }) => String(labels) === 'same-operator',
      )
      expect(
        links.map(({ source_ref: a, target_ref: b, confidence }) => [
          domainOf(a),
          domainOf(b),
          confidence,
        ]),
      ).toEqual(pairs.map(({ a, b, score }) => [a, b, Math.round(score * 100)]))
    })

    test('contain the objects of the bundles of the jobs', async () => {
      const ids = objectsIn((await correlationStix(owner)).text).map(({ id }) => id)
      const own = await Promise.all(
        jobs.map(async ({ job_id: id }) => objectsIn((await stixOf(id, owner)).text)),
      )
      expect(own.flat().filter(({ id }) => !ids.includes(id))).toEqual([])
    })

    test('show another account only the names of domains that it did not analyse itself', async () => {
      const other = await service.account({ tier: 'team', credits: 500 })
      const others = await correlated(other)
      const { text } = await correlationStix(other, others.correlation_id)
      expect(bundleFaults(text)).toEqual([])
      const objects = objectsIn(text)
      expect(ofType(objects, 'domain-name')).toHaveLength(
        new Set(jobs.map(({ domain }) => domain)).size,
      )
      expect([
        ...ofType(objects, 'note'),
        ...ofType(objects, 'observed-data'),
        ...ofType(objects, 'ipv4-addr'),
      ]).toEqual([])
      expect(
        ofType(objects, 'relationship').filter(({ labels }) => String(labels) === 'operated-by'),
      ).toEqual([])
    })

    test('are not there for another account, before the end, and after a failure', async () => {
      const { body } = await owner.request('POST', '/correlate', { domains: SANDBOX })
      const id = String(body.data?.correlation_id)
      const { result } = await untilEnded(`/correlate/${id}`, owner)
      const states: ServiceAnswer[] = []
      for (const status of ['running', 'failed']) {
        await forceRows(
          service.platform.pool,
          'update correlations set status = $2, result = null where id = $1',
          [id, status],
        )
        states.push(await correlationStix(owner, id))
      }
      await forceRows(
        service.platform.pool,
        `update correlations set status = 'completed', result = $2 where id = $1`,
        [id, result],
      )
      expect(states.map(({ status, body }) => [status, body.error?.code])).toEqual([
        [409, 'JOB_IN_PROGRESS'],
        [404, 'NOT_FOUND'],
      ])
      const answers = [
        await correlationStix(account),
        await correlationStix(account, newIdentifier('cor')),
        await correlationStix(account, 'cor_x'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    })
  })
})
