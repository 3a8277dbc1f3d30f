import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ZoneName } from '../../../shared/monitors/parse-zone.ts'
import { type ZoneChange, zoneDifference } from '../../../shared/monitors/zone-difference.ts'
import { propertyRuns } from '../../property-runs.ts'
import { readZone } from './zone-text.ts'

async function* inBatches(names: readonly ZoneName[], size: number) {
  for (let at = 0; at < names.length; at += size) yield names.slice(at, at + size)
}

async function differenceOf(
  before: readonly ZoneName[],
  after: readonly ZoneName[],
  sizes: readonly [number, number] = [2, 3],
): Promise<ZoneChange[]> {
  const found: ZoneChange[] = []
  const [old, fresh] = [inBatches(before, sizes[0]), inBatches(after, sizes[1])]
  for await (const batch of zoneDifference(old, fresh)) found.push(...batch)
  return found
}

const list = (...names: string[]): ZoneName[] =>
  names.map((label) => ({ label, nameServers: 'ns.host.net' }))

type Zone = Record<string, string[]>

/** Text of a zone. `spell` chooses the letter case and the order, which must not matter. */
const textOf = (zone: Zone, spell: (text: string) => string): string =>
  Object.entries(zone)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([label, servers]) =>
      servers.map((server) => `${spell(label)}.com. 60 in ns ${spell(server)}.\n`),
    )
    .join('')

function naiveDifference(before: Zone, after: Zone): ZoneChange[] {
  const keyOf = (servers: string[] = []) => [...new Set(servers)].sort().join()
  const changeOf = (label: string): ZoneChange['change'] | null => {
    if (!(label in before)) return 'new'
    if (!(label in after)) return 'dropped'
    return keyOf(before[label]) === keyOf(after[label]) ? null : 'moved'
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((label) => {
    const change = changeOf(label)
    return change === null ? [] : [{ label, change }]
  })
}

const LABEL = fc.stringMatching(/^[a-c0-1]{1,3}(?:-[a-b])?$/)
const ZONE = fc.dictionary(
  LABEL,
  fc.array(fc.constantFrom('ns1.a.net', 'ns2.a.net', 'ns1.b.org', 'ns.c.com'), {
    minLength: 1,
    maxLength: 3,
  }),
  { maxKeys: 40, noNullPrototype: true },
)

describe('the difference of two lists', () => {
  test('is the difference of two maps, for any batches, letter case and order of name servers', async () => {
    await fc.assert(
      fc.asyncProperty(
        ZONE,
        ZONE,
        fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
        async (before, changed, sizes) => {
          const after: Zone = Object.fromEntries(
            Object.entries({ ...before, ...changed })
              .filter((_, index) => index % 4 !== 0)
              .map(([label, servers]) => [label, servers.toReversed()]),
          )
          const { names: old } = readZone(
            'com',
            textOf(before, (text) => text),
          )
          const { names: fresh } = readZone(
            'com',
            textOf(after, (text) => text.toUpperCase()),
          )
          expect(await differenceOf(old, fresh, sizes)).toEqual(naiveDifference(before, after))
        },
      ),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('names moved, dropped and new names in order', async () => {
    const after = list('b', 'c', 'd-e', 'f')
    after[1] = { label: 'c', nameServers: 'ns.other.net' }
    expect(await differenceOf(list('a', 'b', 'c', 'd'), after)).toEqual([
      { label: 'a', change: 'dropped' },
      { label: 'c', change: 'moved' },
      { label: 'd', change: 'dropped' },
      { label: 'd-e', change: 'new' },
      { label: 'f', change: 'new' },
    ])
    expect(await differenceOf(list(), list('a'))).toEqual([{ label: 'a', change: 'new' }])
    expect(await differenceOf(list('a'), list())).toEqual([{ label: 'a', change: 'dropped' }])
    expect(await differenceOf(list(), list())).toEqual([])
  })

  test.each([
    [
      'old',
      list('a', 'c', 'b'),
      list('a'),
      'Line 3 of the old list is not in order: "b" after "c".',
    ],
    ['new', list('a'), list('b', 'a'), 'Line 2 of the new list is not in order: "a" after "b".'],
    ['old', list('a', 'b', 'c', 'c'), list(), 'Line 4 of the old list repeats "c".'],
    ['new', list('z'), list('a', 'b', 'c', 'c'), 'Line 4 of the new list repeats "c".'],
  ])('refuses an %s list that is not in order', async (_, before, after, message) => {
    await expect(differenceOf(before, after)).rejects.toThrow(message)
  })
})
