import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInternet, type OutgoingEntry } from '../internet/internet.ts'
import { type Service, startService } from '../platform/service.ts'

const LINK = 'application/rdap+json'
const rdapNaming = (domain: string, related: string) => ({
  objectClassName: 'domain',
  ldhName: domain,
  entities: [],
  links: [{ rel: 'related', type: LINK, href: related }],
})

/**
 * For these domains, the registry's data names RDAP or WHOIS servers with private addresses. The
 * service must not connect to them.
 */
const HOSTILE = [
  {
    domain: 'rdap-inside.com',
    dns: {
      'rdap-inside.com': { A: ['160.153.33.10'] },
      'rdap.inside-registrar.net': { A: ['10.0.0.5'] },
    },
    rdap: rdapNaming('rdap-inside.com', 'https://rdap.inside-registrar.net/domain/rdap-inside.com'),
  },
  {
    domain: 'rdap-metadata.com',
    dns: {
      'rdap-metadata.com': { A: ['160.153.33.10'] },
      'rdap.metadata-registrar.net': { A: ['160.153.33.10', '169.254.169.254'] },
    },
    rdap: rdapNaming(
      'rdap-metadata.com',
      'https://rdap.metadata-registrar.net/domain/rdap-metadata.com',
    ),
  },
  {
    domain: 'whois-inside.com',
    dns: {
      'whois-inside.com': { A: ['160.153.33.10'] },
      'whois.inside-registrar.net': { A: ['10.0.0.5'] },
    },
    rdap: rdapNaming(
      'whois-inside.com',
      'https://rdap.verisign.com/com/v1/domain/whois-inside.com',
    ),
    whois:
      'Domain Name: WHOIS-INSIDE.COM\r\nRegistrar WHOIS Server: whois.inside-registrar.net\r\nRegistrar: Hostile\r\n',
    whois_related: {
      'whois.inside-registrar.net':
        'Domain Name: WHOIS-INSIDE.COM\r\nRegistrant Organization: Stolen\r\n',
    },
  },
]

let service: Service
const outgoing: OutgoingEntry[] = []
beforeAll(async () => {
  const internet = await createInternet({ log: (entry) => void outgoing.push(entry) })
  for (const file of HOSTILE) internet.add(file)
  service = await startService({ internet })
})
afterAll(() => service.stop())

// The registries of these domains have no RDAP server, so only WHOIS over TCP has the registration.
test.each([
  'brammel-orgelbau.de',
  'kazamori-kogyo.co.jp',
  'frantoio-valdorma.it',
  'thornfield.edu',
])('the WHOIS of %s is read over TCP', async (domain) => {
  const account = await service.account()
  const job = await account.analyze(domain).untilTerminal()
  const { collectors } = job.progress as {
    collectors: { name: string; status: string; detail: string | null }[]
  }
  expect(collectors.find(({ name }) => name === 'whois')).toMatchObject({ status: 'ok' })
  // The status of the whole job is not checked, because a collector of another kind may run out of
  // time on a busy machine.
  expect(collectors.filter(({ status }) => status === 'failed')).toEqual([])
  const asked = outgoing.filter(({ method }) => method === 'WHOIS')
  expect(asked.some(({ url }) => url.includes(domain))).toBe(true)
})

test('an unreachable WHOIS server does not prevent the rest of the result', async () => {
  await service.platform.breakPart({ target: 'tcp', mode: 'down', rate: 1 })
  const account = await service.account()
  const job = await account.analyze('stadtmuseum-ellerich.de').untilTerminal()
  await service.platform.mendAll()
  expect(job).toMatchObject({ status: 'partial', scoring_result: { outcome: 'attributed' } })
})

test.each(HOSTILE.map(({ domain }) => domain))(
  'a server with a private address that %s names is never asked',
  async (domain) => {
    const account = await service.account()
    const job = await account.analyze(domain, { depth: 'quick' }).untilTerminal()
    const { collectors } = job.progress as { collectors: { name: string; status: string }[] }
    expect(collectors.find(({ name }) => name === 'whois')).toMatchObject({ status: 'ok' })
    const asked = outgoing.map(({ url }) => url)
    expect(asked.some((url) => url.includes(`domain/${domain}`))).toBe(true)
    expect(
      asked.filter(
        (url) => url.includes('inside-registrar.net') || url.includes('metadata-registrar.net'),
      ),
    ).toEqual([])
  },
)
