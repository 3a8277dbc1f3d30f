import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'

const shared = sharedPostgres()
const database = `zone_command_${process.pid}`
let databaseUrl: string
let folder: string

beforeAll(async () => {
  databaseUrl = await createDatabase(shared.url, database, shared.template)
  folder = await mkdtemp(path.join(os.tmpdir(), 'zone-command-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await dropDatabase(shared.url, database)
})

const soa = (serial: number, zone: string) => `${zone}. 900 in soa a.b. c.d. ${serial} 1 1 1 1\n`
const zoneFile = (serial: number, names: Record<string, string>, zone = 'com') =>
  [
    soa(serial, zone),
    `${zone}. 900 in ns a.b.\n`,
    ...Object.entries(names).map(([label, host]) => `${label}.${zone}. 900 in ns ${host}.\n`),
    soa(serial, zone),
  ].join('')

function run(args: string[], env: Record<string, string> = {}) {
  const command = ['--import', 'tsx', 'migrations/zones.ts', ...args]
  return new Promise<{ code: number; output: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      command,
      { env: { ...process.env, DATABASE_URL: databaseUrl, ...env } },
      (failure, output, error) => resolve({ code: Number(failure?.code ?? 0), output, error }),
    )
  })
}

const file = () => path.join(folder, 'com.txt')
const list = () => readFile(path.join(folder, 'com.names'), 'latin1')
const compare = async (content: string, ...options: string[]) => {
  await writeFile(file(), content)
  return run([file(), ...options])
}
const NAMES = { alder: 'ns1.kork.net', birch: 'ns1.kork.net', cedar: 'ns1.kork.net' }
const MOVED = { ...NAMES, birch: 'ns1.oak.org' }

test('the command compares each file with the last one, and counts what changed', async () => {
  expect((await compare(zoneFile(1, NAMES))).output).toContain('This is the first list.')
  const before = await list()

  const dry = await compare(zoneFile(2, MOVED), '--dry-run')
  expect(dry.output).toContain('moved: 1')
  expect(dry.output).toContain('dry run: nothing was changed')
  expect(await list()).toBe(before)

  // Without the database the list stays, so that the next run finds the same changes.
  const unreachable = { DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:9/none' }
  const failed = await run([file()], unreachable)
  expect([failed.code, failed.error]).toEqual([1, expect.not.stringContaining('    at ')])
  expect(await list()).toBe(before)

  expect((await run([file()])).output).toContain('moved: 1\ndropped: 0\nnew: 0')
  expect(await list()).not.toBe(before)
  expect((await run([file()])).output).toContain('This file was compared already.')
}, 60_000)

test('the command refuses a file that looks broken, unless it is forced', async () => {
  await compare(zoneFile(5, NAMES), '--force')
  const good = await list()
  for (const [content, reason] of [
    [zoneFile(6, { alder: 'ns1.kork.net' }), 'The file has 1 names, and the last one had 3.'],
    [zoneFile(6, NAMES).slice(0, -soa(6, 'com').length), 'It is truncated.'],
    [zoneFile(4, NAMES), 'The file is older (serial 4) than the last one (serial 5).'],
    [zoneFile(6, NAMES, 'net'), 'The file'],
    ['no zone at all\n', 'The file has no SOA record'],
  ] as const) {
    const { code, error } = await compare(content)
    expect([code, error]).toEqual([1, expect.stringContaining(reason)])
    expect(error).not.toContain('    at ')
    expect(await list(), reason).toBe(good)
  }
  expect((await compare(zoneFile(4, MOVED), '--force')).output).toContain('moved: 1')
}, 60_000)

test.each([
  [[], {}, 'npm run zones -- FILE'],
  [['a.txt', 'b.txt'], {}, 'Only one FILE'],
  [['com.txt', '--nonsense'], {}, '--nonsense'],
  [['com.txt', '--zone', '../com'], {}, '--zone must name a zone'],
  [['com.txt'], { DATABASE_URL: '' }, 'DATABASE_URL is not set'],
])('wrong arguments %j are explained: %j', async (args, env, reason) => {
  const { code, output, error } = await run(args, env)
  expect([code, output + error]).toEqual([2, expect.stringContaining(reason)])
})
