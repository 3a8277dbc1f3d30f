import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainFile } from '../internet/domain-file.ts'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const LIMIT_MS = 60_000
const FIRST = 'harrowgate-mills.com'
const SECOND = 'pennacre-optics.com'
const ATTACKER = 'quarrel-bait.com'
const COPIES = Array.from({ length: 8 }, (_, n) => `harrowgate-orders-${n}.com`)
const DAY_MS = 86_400_000
const SUPPLIER = `<script>load('https://www.googletagmanager.com/gtm.js?id=GTM-SHARED1')</script>`

let service: Service
let victims: ServiceAccount
let attacker: ServiceAccount

/** A test site. `markup` is added to its home page. */
function site(domain: string, name: string, markup = '', created = '2011-04-02'): DomainFile {
  const imprint = `<h1>Imprint</h1><p>This website is operated by ${name}.</p>`
  return DomainFile.parse({
    domain,
    registration: { registrar: 'godaddy', privacy: 'redacted', created },
    dns: { [domain]: { NS: ['ns1.domaincontrol.com'], A: ['160.153.33.10'] } },
    site: {
      home: `https://${domain}/`,
      charset: 'utf-8',
      pages: {
        '/': [
          `<title>${name}</title>${SUPPLIER}${markup}`,
          `<a href="/imprint">Imprint</a><footer>&copy; 2026 ${name}</footer>`,
        ],
        '/imprint': [imprint],
      },
    },
  })
}

const organization = (name: string, parent: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    legalName: name,
    parentOrganization: { '@type': 'Organization', name: parent },
  })}</script>`

beforeAll(async () => {
  const internet = await createInternet()
  internet.add(site(FIRST, 'Harrowgate Mills Ltd'))
  internet.add(site(SECOND, 'Pennacre Optics Ltd'))
  internet.add(
    site(
      ATTACKER,
      'Harrowgate Mills Ltd',
      organization('Harrowgate Mills Ltd', 'Pennacre Optics Ltd'),
    ),
  )
  const young = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10)
  for (const domain of COPIES)
    internet.add(
      site(
        domain,
        'Harrowgate Mills Ltd',
        '<meta property="og:site_name" content="Fresh Dumps Exchange">',
        young,
      ),
    )
  service = await startService({ internet })
  victims = await service.account({ tier: 'team', credits: 100 })
  attacker = await service.account()
})
afterAll(() => service.stop())

async function compare(domains: string[]): Promise<{ a: string; b: string; score: number }[]> {
  const { body } = await victims.request('POST', '/correlate', { domains })
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const answer = await victims.request('GET', `/correlate/${body.data?.correlation_id}`)
    const result = answer.body.data?.result as
      | { pairs: { a: string; b: string; score: number }[] }
      | undefined
    if (result !== undefined) return result.pairs
    if (Date.now() > deadline) throw new Error(answer.text)
    await delay(100)
  }
}

const strangers = (pairs: Awaited<ReturnType<typeof compare>>) =>
  pairs.find(({ a, b }) => [a, b].includes(FIRST) && [a, b].includes(SECOND)) ?? null

test('a page that names a company and a parent for it does not bring two strangers closer', async () => {
  for (const domain of [FIRST, SECOND]) await victims.analyze(domain).untilTerminal()
  const before = strangers(await compare([FIRST, SECOND]))

  const attack = await attacker.analyze(ATTACKER).untilTerminal()
  expect(attack.scoring_result).toMatchObject({
    entity: expect.stringContaining('Harrowgate Mills Ltd'),
  })

  expect(strangers(await compare([FIRST, SECOND]))).toEqual(before)
  // Now three sites share the value, so the value is less rare. That may change the score only a
  // little.
  const together = strangers(await compare([FIRST, SECOND, ATTACKER]))
  expect(Math.abs((together?.score ?? 0) - (before?.score ?? 0))).toBeLessThan(0.02)
  const { rows } = await service.platform.pool.query(
    'select parent from attributions where domain = $1',
    [ATTACKER],
  )
  expect(rows).toEqual([{ parent: null }])
}, 120_000)

interface Found {
  name: string
  domains: { domain: string; basis: string | null }[]
  domain_count: number
  stated_count: number
}

test('another account finds the company without the impostors of one account, and without their alias', async () => {
  await victims.analyze(FIRST).untilTerminal()
  // The simulated internet has no certificate for this domain. So the stored answer is set to
  // verified, as if a certificate had confirmed it.
  await service.platform.pool.query(
    `update attributions set basis = 'verified' where domain = $1`,
    [FIRST],
  )
  for (const domain of COPIES) {
    const { scoring_result: result } = await attacker.analyze(domain).untilTerminal()
    // The confidence is limited, because the service knows the company's own domain, and that
    // domain is older and does not mention this site.
    expect(result).toMatchObject({
      entity: expect.stringContaining('Harrowgate Mills Ltd'),
      basis: 'stated',
      warnings: expect.arrayContaining([
        expect.objectContaining({ kind: 'unconfirmed_claim', severity: 'high' }),
      ]),
    })
    expect(result?.confidence).toBeLessThanOrEqual(0.85)
  }
  // The attacker starts a later analysis of the company's own domain that finds less. It must not
  // lower the stored answer.
  await attacker.analyze(FIRST, { depth: 'quick' }).untilTerminal()

  const search = async (q: string) =>
    (await victims.request('GET', `/entities/search?q=${encodeURIComponent(q)}`)).body.data
      ?.entities as Found[]
  const [found] = await search('Harrowgate Mills')
  expect(found?.domains[0]).toMatchObject({ domain: FIRST, basis: 'verified' })
  const listed = found?.domains.map(({ domain }) => domain) ?? []
  expect(listed.filter((domain) => COPIES.includes(domain))).toEqual([])
  expect(found?.stated_count).toBeGreaterThanOrEqual(COPIES.length)
  expect(found?.domain_count).toBeGreaterThan(found?.stated_count ?? 0)
  expect((await search('Fresh Dumps Exchange')).map(({ name }) => name)).not.toContain(found?.name)
}, 120_000)
