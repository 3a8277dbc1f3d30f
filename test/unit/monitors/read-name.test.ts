import { expect, test } from 'vitest'
import { readName } from '../../../shared/monitors/read-name.ts'
import { FetchFailure } from '../../../shared/platform/net/fetch-failure.ts'
import { toolsOn } from '../attribution/collectors/sample-tools.ts'

const SERVICES = ['one.example', 'two.example', 'three.example']

const notAsked = () => {
  throw new Error('A registry is not asked without an answer of the DNS.')
}

/**
 * Returns the DNS services that a reading asks if none of them answers. `failed`: services that
 * have failed in this batch.
 */
async function askedBy(without: string | null, failed: readonly string[] = []): Promise<string[]> {
  const asked: string[] = []
  const reading = await readName(
    {
      domain: 'kork.example',
      registrable_domain: 'kork.example',
      without,
      isSlow: false,
      state: null,
      wants_certificate: false,
      is_passive: false,
      cadence_seconds: null,
      asksRegistry: true,
    },
    {
      dnsServices: SERVICES,
      untilAllowed: async () => undefined,
      registries: { take: notAsked, refused: notAsked },
      toolsOf(service) {
        const tools = toolsOn({})
        const dns = {
          isDown: failed.includes(service),
          async resolve() {
            asked.push(service)
            throw new FetchFailure('dns_unavailable', 'Our DNS services did not answer.')
          },
        }
        return { ...tools, dns }
      },
      organizationOf: async () => null,
    },
  )
  expect(reading).toMatchObject({ isRead: false, facts: {} })
  return [...new Set(asked)]
}

test('a reading asks the configured DNS services in turn until one answers', async () => {
  expect(await askedBy(null)).toEqual(SERVICES)
})

test('the second reading of a change never asks the service of the first', async () => {
  for (const first of SERVICES)
    expect(await askedBy(first)).toEqual(SERVICES.filter((service) => service !== first))
})

test('a service that has failed in this batch is asked last', async () => {
  const [one, two, three] = SERVICES
  expect(await askedBy(null, ['one.example', 'two.example'])).toEqual([three, one, two])
})
