import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainFile } from '../internet/domain-file.ts'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const LIMIT_MS = 60_000
const FIRST = 'harrowgate-mills.com'
const SECOND = 'pennacre-optics.com'
const ATTACKER = 'quarrel-bait.com'
const SUPPLIER = `<script>load('https://www.googletagmanager.com/gtm.js?id=GTM-SHARED1')</script>`

let service: Service
let victims: ServiceAccount
let attacker: ServiceAccount

/** Returns a site whose operator is `name`. `markup` is added to its home page. */
function site(domain: string, name: string, markup = ''): DomainFile {
  const imprint = `<h1>Imprint</h1><p>This website is operated by ${name}.</p>`
  return DomainFile.parse({
    domain,
    registration: { registrar: 'godaddy', privacy: 'redacted', created: '2011-04-02' },
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
  internet.add(site(ATTACKER, 'Harrowgate Mills Ltd', organization('Harrowgate Mills Ltd', 'Pennacre Optics Ltd')))
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
    const result = answer.body.data?.result as { pairs: { a: string; b: string; score: number }[] } | undefined
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
  expect(attack.scoring_result).toMatchObject({ entity: expect.stringContaining('Harrowgate Mills Ltd') })

  expect(strangers(await compare([FIRST, SECOND]))).toEqual(before)
  // A third site with the shared value changes how rare the value is, but by little.
  const together = strangers(await compare([FIRST, SECOND, ATTACKER]))
  expect(Math.abs((together?.score ?? 0) - (before?.score ?? 0))).toBeLessThan(0.02)
  const { rows } = await service.platform.pool.query('select parent from attributions where domain = $1', [ATTACKER])
  expect(rows).toEqual([{ parent: expect.stringContaining('Pennacre Optics Ltd') }])
}, 120_000)
