import { afterAll, beforeAll, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

/**
 * A resource that all accounts share. The test has a list of all such resources.
 * An attacker uses the resource up or writes into it, and the victim must observe the same as
 * before.
 * Larger attacks have their own files, for example test/faults/dead-names.test.ts.
 */
interface SharedResource {
  resource: string
  /** Creates the victim's data before the attack. */
  before?(): Promise<unknown>
  /** Attacks the resource. Returns when the attack has had its effect. */
  attack(): Promise<unknown>
  observe(): Promise<unknown>
  expected: unknown
}

const REVERSE_WHOIS = 'reverse-whois.whoisxmlapi.com'
const VICTIM_DOMAIN = 'fennandoakbakery.com'
const STORED_OPERATOR = 'Shared List Ltd'

let service: Service
let attacker: ServiceAccount
let victim: ServiceAccount
let purchases = 0

beforeAll(async () => {
  const internet = await createInternet()
  for (let n = 0; n < 6; n++) {
    const domain = `silent-${n}-harbour.com`
    internet.add({ domain, silent: true, dns: { [domain]: { _rcode: 'SILENT' } } })
  }
  internet.serve(REVERSE_WHOIS, async (request) => {
    if ((await request.text()).includes('purchase')) purchases += 1
    return Response.json({ domainsCount: 1, domainsList: ['bought-domain.com'] })
  })
  service = await startService({
    internet,
    env: {
      RATE_LIMITS_PER_MINUTE: '{"free":60,"pro":300,"team":1200,"enterprise":6000}',
      SANDBOX_JOBS_PER_DAY: '3',
      REVERSE_WHOIS_PURCHASES_PER_DAY: '{"free":1,"pro":1,"team":1}',
      SUBDOMAIN_RUNS_PER_DAY: '{"free":1,"pro":1,"team":1}',
    },
  })
  attacker = await service.account({ email: 'attacker@tests.example' })
  victim = await service.account({ tier: 'team', email: 'victim@tests.example' })
  await victim.analyze(VICTIM_DOMAIN).untilTerminal()
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const statusOf = async (account: ServiceAccount, domain: string) =>
  (await account.analyze(domain, { depth: 'quick' }).untilTerminal()).status
const portfolio = (account: ServiceAccount, name: string) =>
  account.request('GET', `/entities/${encodeURIComponent(name)}/portfolio`)
const operatorOf = async (domain: string) =>
  (await victim.request('GET', `/domains/${domain}/history`)).body.data?.entries as {
    entity: string | null
  }[]
const sandboxJob = (account: ServiceAccount) =>
  account.request('POST', '/analyze', { domain: 'test-corp.sandbox.example', force_refresh: true })

const rows: SharedResource[] = [
  {
    resource: 'the circuit breaker of the DNS resolvers',
    attack: () =>
      Promise.all(
        Array.from({ length: 6 }, (_, n) => statusOf(attacker, `silent-${n}-harbour.com`)),
      ),
    observe: () => statusOf(victim, 'listed-801.com'),
    expected: 'completed',
  },
  {
    resource: 'the history and the operator of a domain',
    async attack() {
      for (const target of DNS_SERVICES)
        await service.platform.breakPart({ target, mode: 'down', rate: 1 })
      expect(await statusOf(attacker, VICTIM_DOMAIN)).toBe('failed')
      await service.platform.mendAll()
    },
    observe: async () => (await operatorOf(VICTIM_DOMAIN)).map(({ entity }) => entity === null),
    expected: [false],
  },
  {
    resource: 'a stored list of domains',
    attack: () => portfolio(attacker, STORED_OPERATOR),
    observe: async () => {
      const { status, body } = await portfolio(victim, STORED_OPERATOR)
      return [status, body.data?.cached, purchases]
    },
    expected: [200, true, 1],
  },
  {
    resource: 'the purchases of a day',
    attack: async () => expect((await portfolio(attacker, 'Second List Ltd')).status).toBe(429),
    observe: async () => (await portfolio(victim, 'Third List Ltd')).status,
    expected: 200,
  },
  {
    resource: 'the free sandbox analyses of a day',
    attack: async () => {
      const statuses: number[] = []
      for (let n = 0; n < 4; n++) statuses.push((await sandboxJob(attacker)).status)
      expect(statuses.at(-1)).toBe(429)
    },
    observe: async () => (await sandboxJob(victim)).status,
    expected: 202,
  },
  {
    resource: 'the entity search',
    attack: async () =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          attacker.request('GET', '/entities/search?q=lt&limit=20&offset=1000'),
        ),
      ),
    observe: async () => (await victim.request('GET', '/entities/search?q=fenn')).status,
    expected: 200,
  },
  {
    resource: 'an Idempotency-Key',
    before: () =>
      victim.request(
        'POST',
        '/analyze',
        { domain: 'listed-802.com' },
        { 'idempotency-key': 'same-key' },
      ),
    attack: () =>
      attacker.request(
        'POST',
        '/analyze',
        { domain: 'listed-803.com' },
        { 'idempotency-key': 'same-key' },
      ),
    observe: async () => {
      const again = await victim.request(
        'POST',
        '/analyze',
        { domain: 'listed-802.com' },
        { 'idempotency-key': 'same-key' },
      )
      return [again.status, again.headers.get('idempotency-replayed')]
    },
    expected: [202, 'true'],
  },
  {
    resource: 'the free quota of a mailbox',
    before: async () => {
      victim = await service.account({ email: 'mailbox-victim@tests.example' })
    },
    attack: async () => {
      const claims = { sub: 'thief-of-quota', email_verified: false }
      const token = service.platform.identity.token('mailbox-victim+1@tests.example', claims)
      const headers = { authorization: `Bearer ${token}` }
      expect((await service.request('GET', '/auth/me', undefined, headers)).status).toBe(200)
    },
    observe: async () => {
      const { rows: shared } = await service.platform.pool.query(
        `select count(distinct account_id)::integer as accounts from account_mailboxes
          where mailbox_digest in (select mailbox_digest from account_mailboxes where account_id = $1)`,
        [victim.userId],
      )
      return shared[0]
    },
    expected: { accounts: 1 },
  },
  {
    resource: 'the requests of a minute',
    attack: async () => {
      const answers = await Promise.all(
        Array.from({ length: 90 }, () => attacker.request('GET', '/jobs')),
      )
      expect(answers.map(({ status }) => status)).toContain(429)
    },
    observe: async () => (await victim.request('GET', '/jobs')).status,
    expected: 200,
  },
]

test.each(rows)(
  'an attacker who uses $resource changes nothing for a victim',
  async (row) => {
    await row.before?.()
    await row.attack()
    expect(await row.observe()).toEqual(row.expected)
  },
  60_000,
)
