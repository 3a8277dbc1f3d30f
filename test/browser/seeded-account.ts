import { setTimeout as delay } from 'node:timers/promises'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import type { ServiceAccount, ServiceAnswer } from '../platform/service.ts'
import type { Dashboard } from './dashboard.ts'

/** An account with data for every screen of the dashboard. */
export interface SeededAccount {
  readonly account: ServiceAccount
  readonly quickJobId: string
  readonly deepJobId: string
  readonly failedJobId: string
  /** Analysis of a site that imitates a company. */
  readonly imitationJobId: string
  /** Path of a public page that shows this analysis. */
  readonly sharePath: string
  /** Path of the page of its certificate. */
  readonly certificatePath: string
  readonly deadJobId: string
  readonly bulkJobId: string
  readonly correlationId: string
  readonly monitorId: string
  /** Domain of the deep analysis. Its history has several operators. */
  readonly domain: string
  readonly entity: string
}

const ENDED_LIMIT_MS = 45_000
const POLL_MS = 100

const DOMAIN = 'thorncastle-group.com'
const ENTITY = 'Thorncastle Group plc'
const IMITATION = 'morrowdalefoods-refund.top'
/**
 * Domains of quick analyses: companies, a person, a school, and a domain without a clear operator.
 */
const QUICK = [
  'pellworth-ceramics.com',
  'otterbrookdental.com',
  'thornfield.edu',
  'kazamori-kogyo.co.jp',
  'mistlegrovecafe.com',
  'fennandoakbakery.com',
  'zephyrine.com',
  'nordlyskraft.no',
]
const RELATED = [
  'vintara.com',
  'vintaraplay.com',
  'thorncastle-group.com',
  'morrowdalefoods.com',
  IMITATION,
  'pellworth-ceramics.com',
  'lumenquay.com',
]
const LISTED = [
  IMITATION,
  'haldensee.ch',
  'quillonharbor.com',
  'not a domain',
  'lumenquay.com',
  'tallowbyfoods.com',
]

/** Creates the data of the account with the API, as the owner of the account would. */
export async function seedAccount(
  { service, receivers }: Dashboard,
  email?: string,
): Promise<SeededAccount> {
  const account = await service.account({
    tier: 'team',
    subscription: 'plain',
    credits: 500,
    purchased: true,
    ...(email === undefined ? {} : { email }),
  })
  await call(account, 'POST', '/auth/keys', { name: 'Nightly import' })
  await call(account, 'POST', '/auth/keys', { name: 'Security team' })
  await call(account, 'POST', '/webhooks/secret')
  await call(account, 'POST', '/account/llm-keys', {
    provider: 'anthropic',
    api_key: 'sk-ant-honest-1234',
  })
  await call(account, 'POST', '/schemas/templates', {
    name: 'Operator only',
    fields: ['scoring_result.entity'],
  })

  const quick = await Promise.all(
    QUICK.map((domain) => account.analyze(domain, { depth: 'quick' }).untilTerminal()),
  )
  const imitation = await account.analyze(IMITATION, { depth: 'quick' }).untilTerminal()
  const deep = await account.analyze(DOMAIN).untilTerminal()
  await call(account, 'GET', `/jobs/${deep.job_id}/subdomains`)
  await addHistory(service, account)

  const { data: dead } = await call(account, 'POST', '/analyze', {
    domain: 'test-corp.sandbox.example',
    callback_url: receivers.url('gone'),
  })
  const deadJobId = String(dead?.job_id)
  await until(
    account,
    `/webhooks/${deadJobId}/status`,
    ({ data }) => data?.status === 'dead-lettered',
  )

  const bulk = JSON.parse(
    (await answerOf(account, 'POST', '/analyze/bulk', { domains: LISTED, depth: 'quick' })).text,
  )
  await until(
    account,
    `/analyze/bulk/${bulk.bulk_job_id}`,
    ({ data }) => data?.status === 'completed',
    () => service.platform.runtime().runSchedule('* * * * *'),
  )
  const { data: correlation } = await call(account, 'POST', '/correlate', { domains: RELATED })
  await until(
    account,
    `/correlate/${correlation?.correlation_id}`,
    ({ data }) => data?.status === 'completed',
  )

  const monitorId = await watchedDomain(account)
  await call(account, 'POST', `/jobs/${deep.job_id}/feedback`, {
    verdict: 'outdated',
    correct_entity: 'Kork Trading Ltd',
    relation: 'former_operator',
    evidence_urls: ['https://www.example.com/news/sold'],
    note: 'The site was sold in May.',
  })

  const share = await call(account, 'POST', `/jobs/${imitation.job_id}/share`)
  const { text } = await answerOf(account, 'GET', `/jobs/${imitation.job_id}/certificate`)
  const { certificate } = JSON.parse(text)

  return {
    account,
    quickJobId: quick[0]?.job_id ?? '',
    deepJobId: deep.job_id,
    failedJobId: await failedJob(service, account),
    imitationJobId: imitation.job_id,
    sharePath: new URL(String(share.data?.url)).pathname,
    certificatePath: `/certificates/${certificate.certificate_id}`,
    deadJobId,
    bulkJobId: bulk.bulk_job_id,
    correlationId: String(correlation?.correlation_id),
    monitorId,
    domain: DOMAIN,
    entity: ENTITY,
  }
}

/** Creates a monitor of a domain whose operator has changed. Returns the id of the monitor. */
async function watchedDomain(account: ServiceAccount): Promise<string> {
  const settings = { domains: ['test-changing.sandbox.example'], label: 'Customer A' }
  const { data } = JSON.parse((await answerOf(account, 'POST', '/monitors', settings)).text)
  const id = data.monitors[0].monitor_id
  await until(account, `/monitors/${id}`, ({ data: monitor }) => monitor?.status === 'active')
  await call(account, 'POST', `/monitors/${id}/check`)
  await until(account, `/monitors/${id}`, ({ data: monitor }) => monitor?.last_changed_at !== null)
  return id
}

/** Adds earlier analyses of the domain, with other operators, registrars and name servers. */
async function addHistory(
  { platform }: Dashboard['service'],
  { userId }: ServiceAccount,
): Promise<void> {
  const runs = [
    {
      days: 40,
      entity: ENTITY,
      confidence: 0.94,
      registrar: 'CSC Corporate Domains, Inc.',
      servers: ['ns1.csc.com'],
    },
    {
      days: 110,
      entity: 'Cray Glass Ltd',
      confidence: 0.81,
      registrar: 'GoDaddy.com, LLC',
      servers: ['ns1.csc.com'],
    },
    {
      days: 200,
      entity: 'Cray Glass Ltd',
      confidence: 0.77,
      registrar: 'GoDaddy.com, LLC',
      servers: ['ns7.gd.com'],
    },
    {
      days: 320,
      entity: null,
      confidence: 0.31,
      registrar: 'Tucows Domains Inc.',
      servers: ['ns7.gd.com'],
    },
  ]
  for (const { days, entity, confidence, registrar, servers } of runs) {
    await platform.pool.query(
      `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity, confidence, registrar, name_servers)
        values ($1, clock_timestamp() - make_interval(days => $2), new_id('job'), $3, 'completed', $4, $5, $6, $7)`,
      [DOMAIN, days, userId, entity, confidence, registrar, servers],
    )
  }
}

/** Creates a job whose DNS lookups all fail. */
async function failedJob(
  { platform }: Dashboard['service'],
  account: ServiceAccount,
): Promise<string> {
  for (const target of DNS_SERVICES)
    await platform.breakPart({ target, mode: 'down', rate: 1, ms: undefined })
  const job = await account.analyze('harrowmead-vets.co.uk', { depth: 'quick' }).untilTerminal()
  await platform.mendAll()
  if (job.status !== 'failed') throw new Error(`the job without DNS has the status ${job.status}`)
  return job.job_id
}

async function answerOf(
  account: ServiceAccount,
  method: string,
  path: string,
  body?: unknown,
): Promise<ServiceAnswer> {
  const bearer = /^\/(auth|account)\//.test(path)
    ? { authorization: `Bearer ${account.bearerToken}` }
    : {}
  const answer = await account.request(method, path, body, bearer)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
  return answer
}

const call = async (account: ServiceAccount, method: string, path: string, body?: unknown) =>
  (await answerOf(account, method, path, body)).body

async function until(
  account: ServiceAccount,
  path: string,
  isReached: (body: ServiceAnswer['body']) => boolean,
  between: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const deadline = Date.now() + ENDED_LIMIT_MS
  for (;;) {
    const body = await call(account, 'GET', path)
    if (isReached(body)) return
    if (Date.now() > deadline) throw new Error(`${path} has not ended: ${JSON.stringify(body)}`)
    await between()
    await delay(POLL_MS)
  }
}
