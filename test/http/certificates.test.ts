import { createHash } from 'node:crypto'
import { decode } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { canonicalJson, isGenuine, type KnownKeys } from '../unit/certificates/independent.ts'
import { candidatesNamed, certificateOf, newKeys } from '../unit/certificates/samples.ts'

const COMPANY = 'fennandoakbakery.com'
const CANDIDATES = 12

const first = newKeys('2026')
const second = newKeys('2027')
const hmacText = (...rings: (typeof first)[]) =>
  JSON.stringify(
    Object.fromEntries(
      rings.flatMap(({ CERTIFICATE_HMAC_KEYS: hmac }) =>
        hmac.map(({ keyId, secret }) => [keyId, Buffer.from(secret).toString('base64')]),
      ),
    ),
  )
const environment = (...rings: (typeof first)[]) => ({
  API_KEY_PEPPER: JSON.stringify({ v1: 'a pepper for this test only' }),
  CERTIFICATE_HMAC_KEYS: hmacText(...rings),
  CERTIFICATE_SIGNING_KEYS: JSON.stringify(rings.flatMap((ring) => ring.CERTIFICATE_SIGNING_KEYS)),
})

let service: Service
let account: ServiceAccount
let jobId: string

beforeAll(async () => {
  service = await startService({ env: environment(first) })
  account = await service.account()
  jobId = (await account.analyze(COMPANY).untilTerminal()).job_id
  await addCandidates(jobId)
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

/** Adds so many candidates to the result that only the largest plan may see all of them. */
async function addCandidates(id: string): Promise<void> {
  await service.platform.pool.query(
    `update job_results set result = jsonb_set(result, '{candidates}', (result->'candidates') || (
       select jsonb_agg(jsonb_build_object('rank', n, 'entity', 'Other ' || n, 'aliases', '[]'::jsonb, 'entity_type', 'organization', 'confidence', 0.001,
         'signal_count', 1, 'rationale', 'A page title shows it.')) from generate_series(jsonb_array_length(result->'candidates') + 1, $2) n))
     where job_id = $1`,
    [id, CANDIDATES],
  )
}

/** Inserts a job with the given status by SQL. A real job would leave this status too soon. */
async function jobIn(
  status: 'queued' | 'running' | 'failed',
  owner: ServiceAccount,
): Promise<string> {
  const id = newIdentifier('job')
  await service.platform.pool.query(
    `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, completed_at)
       values ($1, $2, 'example.com', 'example.com', 'deep', $3, true, case when $3 = 'failed' then now() end)`,
    [id, owner.userId, status],
  )
  return id
}

const certificate = (id: string, query = '', headers: Record<string, string> = {}) =>
  account.request('GET', `/jobs/${id}/certificate${query}`, undefined, headers)

async function bytesOf(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const response = await fetch(service.baseUrl + path, {
    headers: { 'x-api-key': account.apiKey, ...headers },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function knownKeys(): Promise<KnownKeys> {
  const { text } = await service.request('GET', '/.well-known/attribution-keys.json')
  const hmac = [first, second].flatMap((ring) =>
    ring.CERTIFICATE_HMAC_KEYS.map(({ keyId, secret }) => [keyId, secret]),
  )
  return { hmac: Object.fromEntries(hmac), jwks: JSON.parse(text).keys }
}

test('ten simultaneous first requests return the same bytes as every later request, even after a restart', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => certificate(jobId)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const pdf = await bytesOf(`/jobs/${jobId}/certificate?format=pdf`)
  await service.platform.kill('runtime')
  expect((await certificate(jobId)).text).toBe(answers[0]?.text)
  expect((await bytesOf(`/jobs/${jobId}/certificate?format=pdf`)).bytes.equals(pdf.bytes)).toBe(
    true,
  )
  const { rows } = await service.platform.pool.query(
    'select count(*)::integer as n from certificates where job_id = $1',
    [jobId],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a certificate contains the result, digests of its evidence, and two signatures that anyone can verify', async () => {
  const { text, headers } = await certificate(jobId)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(isGenuine(text, await knownKeys())).toBe(true)
  const document = JSON.parse(text)
  const { rows } = await service.platform.pool.query(
    'select j.completed_at, r.evidence, r.result from jobs j join job_results r on r.job_id = j.id where j.id = $1',
    [jobId],
  )
  expect(document.certificate).toMatchObject({
    format_version: '1',
    certificate_id: jobId.replace('job_', 'crt_'),
    issuer: service.baseUrl,
    job_id: jobId,
    domain: COMPANY,
    domain_unicode: COMPANY,
    issued_at: rows[0].completed_at.toISOString(),
    result: { entity: rows[0].result.entity, confidence: rows[0].result.confidence },
    scorer_version: rows[0].result.scorer_version,
  })
  const digests = document.certificate.evidence.map(({ digest }: { digest: string }) => digest)
  expect(digests.length).toBeGreaterThan(3)
  expect(digests).toEqual(
    rows[0].evidence.map((piece: never) =>
      createHash('sha256').update(canonicalJson(piece)).digest('hex'),
    ),
  )
  expect(
    document.signatures.map(({ alg, key_id: id }: Record<string, string>) => [alg, id]),
  ).toEqual([
    ['HMAC-SHA256', 'mac-2026'],
    ['EdDSA', 'sign-2026'],
  ])
})

test('job, list of jobs and certificate show an international domain also in Unicode', async () => {
  const [domain, domain_unicode] = ['xn----7sbebpcb2cf1blm1l.xn--p1ai', 'верста-мебель.рф']
  const job = await account.analyze(domain_unicode, { depth: 'quick' }).untilTerminal()
  expect(job).toMatchObject({ domain, domain_unicode })
  const { body } = await account.request(
    'GET',
    `/jobs?domain=${encodeURIComponent(domain_unicode)}`,
  )
  expect(body.data?.jobs).toMatchObject([{ job_id: job.job_id, domain, domain_unicode }])
  const { text } = await certificate(job.job_id)
  expect(JSON.parse(text).certificate).toMatchObject({ domain, domain_unicode })
  expect(isGenuine(text, await knownKeys())).toBe(true)
  expect((await certificate(job.job_id)).text).toBe(text)
})

test('a certificate contains all candidates and signals, whatever the tier of its first reader', async () => {
  const results = await service.platform.pool.query(
    'select result, signals from job_results where job_id = $1',
    [jobId],
  )
  const [{ result, signals }] = results.rows
  const shown = (await account.request('GET', `/jobs/${jobId}`)).body.data as {
    scoring_result: { candidates: object[] }
  }
  expect([result.candidates.length, shown.scoring_result.candidates.length]).toEqual([
    CANDIDATES,
    3,
  ])
  const { text } = await certificate(jobId)
  expect(JSON.parse(text).certificate.result).toEqual({ ...result, entities: signals })
  expect(signals[0].signals.length).toBeGreaterThan(2)
  // Deletes the certificate and changes the plan of the account, so that the certificate is issued
  // again.
  await service.platform.pool.query('delete from certificates where job_id = $1', [jobId])
  await service.platform.pool.query(`update accounts set tier = 'team' where id = $1`, [
    account.userId,
  ])
  const again = await certificate(jobId)
  await service.platform.pool.query(`update accounts set tier = 'free' where id = $1`, [
    account.userId,
  ])
  expect(again.text).toBe(text)
})

test('a certificate that an older version stored without signals stays unchanged and valid', async () => {
  const { job_id: id } = await account.analyze('otterbrookdental.com').untilTerminal()
  const { candidates: _, ...issued } = JSON.parse((await certificate(jobId)).text).certificate
    .result
  const old = await certificateOf(first, candidatesNamed(issued.entity))
  await service.platform.pool.query(
    'insert into certificates (job_id, id, body) values ($1, $2, $3)',
    [id, id.replace('job_', 'crt_'), old.body],
  )
  expect((await certificate(id)).text).toBe(old.body)
  const verified = await service.request('POST', '/certificates/verify', JSON.parse(old.body))
  expect(verified.body.data?.valid).toBe(true)
  for (const format of ['csv', 'pdf'])
    expect((await bytesOf(`/jobs/${id}/certificate?format=${format}`)).status).toBe(200)
})

test.each([
  ['', 'text/csv', 'text/csv; charset=utf-8; header=present', 'section,rank,entity'],
  [
    '?format=csv',
    'application/pdf',
    'text/csv; charset=utf-8; header=present',
    'section,rank,entity',
  ],
  ['', 'application/pdf', 'application/pdf', '%PDF-'],
  ['?format=pdf', 'application/json', 'application/pdf', '%PDF-'],
  ['?format=json', 'text/csv', 'application/json; charset=utf-8', '{"certificate":'],
])('certificate%s with Accept: %s answers %s', async (query, accept, type, start) => {
  const answer = await bytesOf(`/jobs/${jobId}/certificate${query}`, { accept })
  expect([answer.status, answer.type]).toEqual([200, type])
  expect(answer.bytes.subarray(0, start.length).toString()).toBe(start)
})

test('the JSON certificate is available as TOON with the same content', async () => {
  const { text, headers } = await certificate(jobId, '', { accept: 'application/toon' })
  expect(headers.get('content-type')).toBe('application/toon')
  expect(decode(text)).toEqual(JSON.parse((await certificate(jobId)).text))
})

test('a sandbox job gets a valid certificate without evidence', async () => {
  const { job_id: id } = await account.analyze('test-corp.sandbox.example').untilTerminal()
  const { text } = await certificate(id)
  expect(isGenuine(text, await knownKeys())).toBe(true)
  expect(JSON.parse(text).certificate).toMatchObject({
    evidence: [],
    evidence_root: '0'.repeat(64),
    result: { entity: 'Test Corporation', confidence: 0.95 },
  })
  expect((await bytesOf(`/jobs/${id}/certificate?format=pdf`)).status).toBe(200)
})

describe('the evidence of a job', () => {
  interface EvidencePage {
    job_id: string
    evidence: ({
      seq: number
      digest: string
      collector: string
      source: string
      collected_at: string
    } & Record<string, never>)[]
  }
  const evidenceOf = async (id: string, query = '') => {
    const { status, body } = await account.request('GET', `/jobs/${id}/evidence${query}`)
    expect(status).toBe(200)
    return { ...(body.data as unknown as EvidencePage), meta: body.meta }
  }

  test('every digest of the certificate can be computed from the evidence', async () => {
    const { evidence, ...rest } = await evidenceOf(jobId)
    expect(rest).toEqual({ job_id: jobId, meta: { limit: 20, offset: 0, has_more: false } })
    const computed = evidence.map(({ seq: _, digest: __, ...stored }) =>
      createHash('sha256').update(canonicalJson(stored)).digest('hex'),
    )
    expect(evidence.map(({ digest }) => digest)).toEqual(computed)
    const certified = JSON.parse((await certificate(jobId)).text).certificate.evidence
    expect(
      evidence.map(({ seq, collector, source, collected_at, digest }) => ({
        seq,
        collector,
        source,
        collected_at,
        digest,
      })),
    ).toEqual(certified.map(({ prev_digest: _, ...entry }: Record<string, string>) => entry))
    expect(evidence.find(({ collector }) => collector === 'dns')).toMatchObject({
      status: 'ok',
      data: { rcode: 'NOERROR' },
    })
  })

  test('pages contain the same entries and numbers', async () => {
    const { evidence } = await evidenceOf(jobId)
    const pages = await Promise.all(
      evidence.map((_, offset) => evidenceOf(jobId, `?limit=1&offset=${offset}`)),
    )
    expect(pages.flatMap((page) => page.evidence)).toEqual(evidence)
    expect(pages.map(({ meta }) => (meta as { has_more: boolean }).has_more)).toEqual(
      evidence.map((_, index) => index < evidence.length - 1),
    )
  })

  test('a sandbox job and a failed job have no evidence', async () => {
    const { job_id: sandbox } = await account.analyze('test-corp.sandbox.example').untilTerminal()
    for (const id of [sandbox, await jobIn('failed', account)])
      expect((await evidenceOf(id)).evidence).toEqual([])
  })

  test('an unfinished job answers 409, and one of another account 404', async () => {
    const running = `/jobs/${await jobIn('running', account)}/evidence`
    const answer = await account.request('GET', running)
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'JOB_IN_PROGRESS'])
    expect((await (await service.account()).request('GET', running)).status).toBe(404)
  })
})

describe('refusals', () => {
  test('a certificate of a failed, foreign or unknown job answers 404, of a running job 409', async () => {
    const stranger = await service.account()
    const cases: [string, number, string][] = [
      [await jobIn('failed', account), 404, 'NOT_FOUND'],
      [await jobIn('queued', account), 409, 'JOB_IN_PROGRESS'],
      [await jobIn('running', account), 409, 'JOB_IN_PROGRESS'],
      [await jobIn('running', stranger), 404, 'NOT_FOUND'],
      [newIdentifier('job'), 404, 'NOT_FOUND'],
      ['nonsense', 404, 'NOT_FOUND'],
    ]
    for (const [id, status, code] of cases) {
      const { status: answered, body } = await certificate(id)
      expect([id, answered, body.error?.code]).toEqual([id, status, code])
    }
  })

  test('an unknown format answers 422', async () => {
    expect((await certificate(jobId, '?format=docx')).status).toBe(422)
  })
})

describe('public routes of certificates', () => {
  test('the public keys contain no secret', async () => {
    const { status, text, headers } = await service.request(
      'GET',
      '/.well-known/attribution-keys.json',
    )
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
    const [{ x } = { x: '' }] = first.CERTIFICATE_SIGNING_KEYS
    expect(JSON.parse(text)).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'sign-2026', x, alg: 'EdDSA', use: 'sig' }],
    })
  })

  test('a valid certificate is verified, and a changed certificate is not', async () => {
    const document = JSON.parse((await certificate(jobId)).text)
    const verified = await service.request('POST', '/certificates/verify', document)
    expect([verified.status, verified.body.data?.valid]).toEqual([200, true])
    document.certificate.result.confidence = 0.5
    const changed = await service.request('POST', '/certificates/verify', document)
    expect([changed.status, changed.body.data?.valid]).toEqual([200, false])
    const checks = (changed.body.data?.checks ?? []) as { ok: boolean }[]
    expect(checks.map(({ ok }) => ok)).toEqual([true, true, true, false, false])
  })

  test.each([
    ['{', 400, 'MALFORMED_JSON'],
    ['[]', 422, 'VALIDATION_ERROR'],
    ['{"certificate":{}}', 422, 'VALIDATION_ERROR'],
    ['{"certificate":{},"signatures":[],"more":1}', 422, 'VALIDATION_ERROR'],
    [
      `{"certificate":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)},"signatures":[]}`,
      422,
      'VALIDATION_ERROR',
    ],
    [
      `{"certificate":{"a":"${'x'.repeat(1024 * 1024)}"},"signatures":[]}`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])(
    'a body that is not a certificate is refused or not verified: %#',
    async (text, status, code) => {
      const answer = await service.request('POST', '/certificates/verify', text)
      expect([answer.status, answer.body.error?.code]).toEqual([status, code])
      if (status === 200) expect(answer.body.data?.valid).toBe(false)
    },
  )

  test('the address in the QR code shows that a certificate was issued, and nothing of its result', async () => {
    const { certificate: issued, signatures } = JSON.parse((await certificate(jobId)).text)
    const { status, body } = await service.request('GET', `/certificates/${issued.certificate_id}`)
    const { certificate_id, issued_at, evidence_root } = issued
    expect([status, body.data]).toEqual([
      200,
      { certificate_id, issued_at, evidence_root, signatures },
    ])
    for (const unknown of [newIdentifier('crt'), 'crt_x', jobId]) {
      expect((await service.request('GET', `/certificates/${unknown}`)).status).toBe(404)
    }
  })
})

test('a stored certificate cannot be changed in the database', async () => {
  const change = service.platform.pool.query(
    `update certificates set body = '{}' where job_id = $1`,
    [jobId],
  )
  await expect(change).rejects.toThrow('a certificate never changes')
})

test('after a key rotation new certificates use the new keys, and old certificates stay unchanged and valid', async () => {
  const before = await certificate(jobId)
  const rotated = await startService({
    env: environment(second, first),
    databaseUrl: service.platform.databaseUrl,
  })
  try {
    const request = async (method: string, path: string, body?: unknown) =>
      rotated.request(method, path, body, { 'x-api-key': account.apiKey })
    expect((await request('GET', `/jobs/${jobId}/certificate`)).text).toBe(before.text)
    const verified = await request('POST', '/certificates/verify', JSON.parse(before.text))
    expect(verified.body.data?.valid).toBe(true)
    const submitted = await request('POST', '/analyze', { domain: 'test-unknown.sandbox.example' })
    const next = await request('GET', `/jobs/${submitted.body.data?.job_id}/certificate`)
    expect(JSON.parse(next.text).signatures.map((one: { key_id: string }) => one.key_id)).toEqual([
      'mac-2027',
      'sign-2027',
    ])
    const { keys } = JSON.parse((await request('GET', '/.well-known/attribution-keys.json')).text)
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(['sign-2027', 'sign-2026'])
  } finally {
    await rotated.stop()
  }
})
