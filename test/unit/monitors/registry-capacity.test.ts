import { afterEach, expect, test } from 'vitest'
import { forgetBootstrap } from '../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import { capacityOf, fullMessage, registryOf } from '../../../shared/monitors/registry-capacity.ts'

const LIST = { services: [[['com', 'net'], ['https://rdap.verisign.com/com/v1/']]] }
const toolsOf = (answer: () => Promise<string>) => ({
  now: () => new Date('2026-11-20T12:00:00.000Z'),
  fetchUpstream: async (url: string) => ({
    url,
    status: 200,
    headers: new Headers(),
    text: await answer(),
    truncated: false,
    redirects: [],
  }),
})

afterEach(forgetBootstrap)

test.each([
  ['one.com', 'rdap.verisign.com'],
  ['two.net', 'rdap.verisign.com'],
  ['three.de', 'whois.denic.de'],
  ['four.shop', 'whois.nic.shop'],
])('the registry of %s is %s', async (domain, registry) => {
  expect(
    await registryOf(
      domain,
      toolsOf(async () => JSON.stringify(LIST)),
    ),
  ).toBe(registry)
})

test('the registry is unknown while the list of RDAP servers cannot be read', async () => {
  const tools = toolsOf(() => Promise.reject(new Error('no network')))
  expect(await registryOf('one.com', tools)).toBeNull()
})

test.each([
  ['other.example', 43_200],
  ['fast.example', 432_000],
  ['daily.example', 500],
  ['both.example', 4_320],
])('monitors may use half of what %s allows', (registry, checks) => {
  const env = {
    REGISTRY_REQUESTS_PER_SECOND: { default: 1, 'fast.example': 10, 'both.example': 0.1 },
    REGISTRY_REQUESTS_PER_DAY: { 'daily.example': 1_000, 'both.example': 1_000_000 },
  }
  expect(capacityOf(registry, env)).toBe(checks)
  expect(fullMessage(registry, checks)).toContain(`${registry} is asked for all monitors at most`)
})
