import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openList, writeList } from '../../../migrations/zones/zone-list.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'zone-list-'))
})
afterEach(() => rm(folder, { recursive: true }))

const SOA = 'com. 900 in soa a.gtld.net. hostmaster.gtld.net. 7 1800 900 604800 86400\n'
const APEX = 'com. 172800 in ns a.gtld.net.\n'
const name = (label: string, ...servers: string[]) =>
  servers.map((server) => `${label}.com. 172800 in ns ${server}.\n`).join('')
const ORDERED = [
  name('alder', 'ns1.kork.net', 'ns2.kork.net'),
  name('birch', 'ns1.oak.org'),
  name('cedar', 'ns1.oak.org', 'ns1.kork.net'),
]
const zoneFile = (...names: string[]) => SOA + APEX + names.join('') + SOA

async function listed(file: string): Promise<string[]> {
  const list = await openList(file)
  const lines: string[] = []
  for await (const batch of list?.read() ?? [])
    for (const { label, nameServers } of batch) lines.push(`${label} ${nameServers}`)
  return lines
}

async function write(content: string | Uint8Array, file = 'com.txt') {
  const source = path.join(folder, file)
  const list = path.join(folder, 'com.names')
  await writeFile(source, content)
  return { list, written: await writeList(source, 'com', list) }
}

describe('the list of a zone file', () => {
  test('has each name once, in order, with what the next run needs to know', async () => {
    const { list, written } = await write(zoneFile(...ORDERED))
    const header = { zone: 'com', serial: 7, names: 3, endsWithSoa: true }
    expect(written).toEqual({ ...header, hasNameServers: true })
    expect(await openList(list)).toMatchObject(header)
    expect((await listed(list)).map((line) => line.split(' ')[0])).toEqual([
      'alder',
      'birch',
      'cedar',
    ])
  })

  test.each([
    ['compressed', gzipSync(zoneFile(...ORDERED)), 'com.txt.gz'],
    ['in another order', zoneFile(...ORDERED.toReversed()), 'com.txt'],
    ['with lines of CR LF', zoneFile(...ORDERED).replaceAll('\n', '\r\n'), 'com.txt'],
    [
      'with tabs and capitals',
      zoneFile(...ORDERED)
        .replaceAll(' ', '\t')
        .toUpperCase(),
      'com.txt',
    ],
    [
      'with relative names',
      `$ORIGIN com.\n${zoneFile(...ORDERED).replaceAll(/^(\w+)\.com\./gm, '$1')}`,
      'com.txt',
    ],
  ])('is the same for a file %s', async (_, content, file) => {
    const plain = await write(zoneFile(...ORDERED), 'plain.txt')
    const expected = await listed(plain.list)
    const { list, written } = await write(content, file)
    expect(await listed(list)).toEqual(expected)
    expect(written.names).toBe(3)
    expect(await readdir(folder)).not.toContain('com.names.sorted')
  })

  test('joins the name servers of a name whose lines stand apart', async () => {
    const { list } = await write(
      zoneFile(name('birch', 'ns1.oak.org'), name('alder', 'a.net'), name('birch', 'ns2.oak.org')),
    )
    const lines = await listed(list)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('ns1.oak.org')
    expect(lines[1]).toContain('ns2.oak.org')
  })

  test('tells if the file was cut off before its last record', async () => {
    const { written } = await write(zoneFile(...ORDERED).slice(0, -SOA.length))
    expect(written.endsWithSoa).toBe(false)
  })

  test('is not made from a cut gzip file, or from no file', async () => {
    const cut = gzipSync(zoneFile(...ORDERED)).subarray(0, -12)
    await expect(write(cut, 'com.txt.gz')).rejects.toThrow('cannot be read')
    const missing = writeList(path.join(folder, 'none.txt'), 'com', path.join(folder, 'l'))
    await expect(missing).rejects.toThrow('none.txt cannot be read')
  })

  test('is refused when a crash left it without its header, and is null when there is none', async () => {
    const { list } = await write(zoneFile(...ORDERED))
    const whole = await readFile(list)
    await writeFile(list, ' '.repeat(512))
    await appendFile(list, whole.subarray(512))
    await expect(openList(list)).rejects.toThrow('is no complete list of a zone')
    expect(await openList(path.join(folder, 'none.names'))).toBeNull()
  })
})
