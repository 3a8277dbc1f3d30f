import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { bundleFaults, objectsIn, ofType, operatorsIn } from '../contract/stix.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'

/** The identity of the service and the marking of its objects. */
const PROVENANCE = ['identity', 'marking-definition']
const MEDIA_TYPE = 'application/stix+json;version=2.1'

let service: Service
let account: ServiceAccount
let jobId: string

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ credits: 500 })
  jobId = (await account.analyze('fennandoakbakery.com').untilTerminal()).job_id
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const stixOf = (id: string, by = account, headers: Record<string, string> = {}) =>
  by.request('GET', `/jobs/${id}/stix`, undefined, headers)

/** Inserts a job with the given status by SQL. A real job would leave this status too soon. */
async function jobIn(status: 'queued' | 'running' | 'failed'): Promise<string> {
  const id = newIdentifier('job')
  await service.platform.pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, completed_at)
       values ($1, $2, 'example.com', 'example.com', 'deep', $3, true, case when $3 = 'failed' then now() end)`,
    [id, account.userId, status],
  )
  return id
}

describe('the bundle of a job', () => {
  test('has the operator, the confidence and the observed data of the result', async () => {
    const answer = await stixOf(jobId)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, MEDIA_TYPE])
    const objects = objectsIn(answer.text)
    const job = (await account.request('GET', `/jobs/${jobId}`)).body.data as {
      completed_at: string
      scoring_result: { candidates: { entity: string; confidence: number; rationale: string }[] }
    }
    const { candidates } = job.scoring_result
    expect(operatorsIn(objects).map(({ name }) => name)).toEqual(
      candidates.map(({ entity }) => entity),
    )
    expect(ofType(objects, 'relationship')).toEqual(
      candidates.map(({ confidence, rationale }, index) =>
        expect.objectContaining({
          source_ref: objects[0]?.id,
          target_ref: operatorsIn(objects)[index]?.id,
          confidence: Math.round(confidence * 100),
          description: rationale,
          created: job.completed_at,
          modified: job.completed_at,
        }),
      ),
    )
    expect(objects[0]).toMatchObject({ type: 'domain-name', value: 'fennandoakbakery.com' })
    expect(ofType(objects, 'observed-data')).toHaveLength(2)
    expect(ofType(objects, 'autonomous-system').length).toBeGreaterThan(0)
    expect(ofType(objects, 'note')).toHaveLength(1)
  })

  test('refers to the addresses of the job and its certificate, which answer', async () => {
    const objects = objectsIn((await stixOf(jobId)).text)
    const [note] = ofType(objects, 'note')
    const references = note?.external_references as { url: string; external_id: string }[]
    expect(references.map(({ external_id }) => external_id)).toEqual([
      jobId,
      jobId.replace('job_', 'crt_'),
    ])
    for (const { url } of references) {
      const answer = await fetch(url, { headers: { 'x-api-key': account.apiKey } })
      expect([url, answer.status]).toEqual([url, 200])
    }
  })

  test('has the same bytes at every request, whatever the Accept header', async () => {
    const first = await stixOf(jobId)
    for (const accept of ['application/toon', 'text/csv', 'application/stix+json;version=2.0']) {
      const again = await stixOf(jobId, account, { accept })
      expect([again.status, again.headers.get('content-type')]).toEqual([200, MEDIA_TYPE])
      expect(again.text).toBe(first.text)
    }
  })

  test.each([
    ['test-corp', ['domain-name', 'identity', 'relationship', 'note', ...PROVENANCE]],
    ['test-unknown', ['domain-name', 'note', ...PROVENANCE]],
    ['test-imitation', ['domain-name', 'note', ...PROVENANCE]],
  ])('%s of the sandbox has the objects %j', async (label, types) => {
    const { job_id: id } = await account.analyze(`${label}.sandbox.example`).untilTerminal()
    expect(objectsIn((await stixOf(id)).text).map(({ type }) => type)).toEqual(types)
  })

  test('has as many candidates as the tier may see', async () => {
    const wide = (await account.analyze('morrowdalefoods.com').untilTerminal()).job_id
    await service.platform.pool.query(
      `update job_results set result = jsonb_set(result, '{candidates}', (
         select jsonb_agg(jsonb_build_object('rank', n, 'entity', 'Other ' || n, 'aliases', '[]'::jsonb, 'entity_type', 'person', 'confidence', 0.01,
           'signal_count', 1, 'rationale', 'A page title shows it.')) from generate_series(1, 12) n)),
         signals = (select jsonb_agg(jsonb_build_object('entity', 'Other ' || n, 'confidence', 0.01, 'signals', '[]'::jsonb, 'correlations', '[]'::jsonb))
           from generate_series(1, 12) n)
       where job_id = $1`,
      [wide],
    )
    for (const [tier, shown] of [
      ['free', 3],
      ['pro', 10],
      ['team', 12],
    ] as const) {
      await service.platform.pool.query('update accounts set tier = $1 where id = $2', [
        tier,
        account.userId,
      ])
      const objects = objectsIn((await stixOf(wide)).text)
      expect(operatorsIn(objects)).toHaveLength(shown)
      expect(ofType(objects, 'relationship')).toHaveLength(shown)
      expect(operatorsIn(objects)[0]).toMatchObject({
        name: 'Other 1',
        identity_class: 'individual',
      })
      expect(
        String(ofType(objects, 'note')[0]?.content).match(/^Other \d+ \(1%\)$/gm),
      ).toHaveLength(shown)
    }
    await service.platform.pool.query(`update accounts set tier = 'free' where id = $1`, [
      account.userId,
    ])
  })
})

describe('refusals', () => {
  test.each([
    ['queued', 409, 'JOB_IN_PROGRESS'],
    ['running', 409, 'JOB_IN_PROGRESS'],
    ['failed', 404, 'NOT_FOUND'],
  ] as const)('a %s job answers %i', async (status, code, error) => {
    const answer = await stixOf(await jobIn(status))
    expect([answer.status, answer.body.error?.code]).toEqual([code, error])
  })

  test('a playground key may read the bundle of a job', async () => {
    const minted = await service.request('POST', '/auth/session-key', undefined, {
      authorization: `Bearer ${account.bearerToken}`,
    })
    const answer = await service.request('GET', `/jobs/${jobId}/stix`, undefined, {
      'x-api-key': String(minted.body.data?.key),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, MEDIA_TYPE])
  })
})
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

test('sandbox domains have a correlation bundle without observed data', async () => {
  const { body } = await account.request('POST', '/correlate', {
    domains: SANDBOX,
  })
  const id = body.data?.correlation_id
  await untilEnded(`/correlate/${id}`, account)
  const { text } = await account.request('GET', `/correlate/${id}/stix`)
  expect(bundleFaults(text)).toEqual([])
  expect(objectsIn(text).map(({ type }) => type)).toEqual([
    'domain-name',
    'domain-name',
    'identity',
    'relationship',
    'note',
    ...PROVENANCE,
    'note',
  ])
})
