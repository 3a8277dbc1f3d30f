import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import {
  type Envelope,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'
import { projectVarsExcept } from '../structure/sample-environment.ts'

let service: Service
let owner: ServiceAccount
let other: ServiceAccount
const jobId = newIdentifier('job')

beforeAll(async () => {
  service = await startService({
    config: join(import.meta.dirname, 'proven-caller/wrangler.toml'),
    env: projectVarsExcept(
      'PUBLIC_URL',
      'IDP_URL',
      'RATE_LIMITS_PER_MINUTE',
      'ADDRESS_LIMIT_PER_MINUTE',
    ),
  })
  owner = await service.account()
  other = await service.account()
  await service.platform.pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, status)
      values ($1, $2, 'example.com', 'example.com', 'deep', false, 'queued')`,
    [jobId, owner.userId],
  )
})
afterAll(() => service.stop())

async function as(account: ServiceAccount, method: string, path: string, body?: object) {
  const sent =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${service.baseUrl}/as/${account.userId}${path}`, { method, ...sent })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Envelope }
}

describe('a caller that the Worker has authenticated', () => {
  test('an authenticated caller needs no credential on any route', async () => {
    expect((await as(owner, 'GET', `/jobs/${jobId}`)).body.data).toMatchObject({ job_id: jobId })
    expect((await as(owner, 'GET', '/jobs')).body.data?.jobs).toMatchObject([{ job_id: jobId }])
    expect((await as(owner, 'GET', '/auth/me')).body.data).toMatchObject({
      user_id: owner.userId,
      email: owner.email,
    })
    const made = await as(owner, 'POST', '/schemas/templates', {
      name: 'narrow',
      fields: ['domain'],
    })
    expect(made.status).toBe(200)
  })

  test('an authenticated caller sees no data of another account', async () => {
    expect((await as(other, 'GET', `/jobs/${jobId}`)).status).toBe(404)
    expect((await as(other, 'GET', '/jobs')).body.data?.jobs).toEqual([])
  })

  test('an authenticated caller has the usual rate limit', async () => {
    expect((await as(owner, 'GET', '/jobs')).headers.get('ratelimit-policy')).toMatch(
      /^"default";q=/,
    )
  })

  test('an authenticated caller with a closed account is refused as with a token', async () => {
    const leaving = await service.account()
    expect((await as(leaving, 'DELETE', '/auth/me')).body.data).toMatchObject({ status: 'closed' })
    expect((await as(leaving, 'GET', '/auth/me')).status).toBe(401)
    expect((await as(leaving, 'DELETE', '/auth/me')).status).toBe(410)
  })
})

describe('requests from outside', () => {
  test('no header can claim an authenticated caller, and a token is refused where a key is required', async () => {
    const claims = { proven: owner.userId, 'x-proven': owner.userId, 'x-account-id': owner.userId }
    const path = `/jobs/${jobId}`
    expect((await service.request('GET', path, undefined, claims)).status).toBe(401)
    const token = { ...claims, authorization: `Bearer ${owner.bearerToken}` }
    expect((await service.request('GET', path, undefined, token)).status).toBe(401)
    expect(
      (await service.request('GET', path, undefined, { 'x-api-key': owner.apiKey })).status,
    ).toBe(200)
  })
})
