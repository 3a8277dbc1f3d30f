import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Contents } from './contents.ts'
import { hasAddress } from './dns.ts'
import { DomainFile } from './domain-file.ts'
import { loadFolder } from './folder.ts'
import { createInternet } from './internet.ts'

const FOLDER = path.join(import.meta.dirname, 'domains')
const KINDS = [
  'brand',
  'infra',
  'smb',
  'intl',
  'institution',
  'personal',
  'publisher',
  'redirect',
  'parked',
  'lookalike',
  'stale',
  'dead',
  'injection',
  'hostile',
]

const names = (await readdir(FOLDER)).filter((name) => !name.startsWith('_'))
const files = await Promise.all(
  names.map(async (name) => ({
    name,
    file: DomainFile.parse(JSON.parse(await readFile(path.join(FOLDER, name), 'utf8'))),
  })),
)

test('every class of domain exists, and each file has the name of its domain', () => {
  expect(new Set(files.map(({ file }) => file.class))).toEqual(new Set(KINDS))
  expect(files.filter(({ name, file }) => name !== `${file.domain}.json`)).toEqual([])
  expect(files.length).toBeGreaterThanOrEqual(34)
})

test.each(files.map(({ file }) => [file.domain, file] as const))(
  '%s has a known operator, or none',
  (_, file) => {
    const { operator, accept, reject } = file.truth ?? {
      operator: undefined,
      accept: [],
      reject: [],
    }
    expect(operator).toBeDefined()
    if (operator === null || operator === undefined) return expect(accept).toEqual([])
    expect(accept).toContain(operator)
    expect(accept.filter((name) => reject.includes(name))).toEqual([])
  },
)

test('every sample domain with a site answers at its home address', async () => {
  const internet = await createInternet()
  const unreached: string[] = []
  for (const { file } of files) {
    if (!file.site) continue
    const response = await internet
      .fetch(new Request(`${new URL(file.site.home).origin}/`))
      .catch(() => null)
    if (response === null || ![200, 403].includes(response.status)) unreached.push(file.domain)
    await response?.body?.cancel()
  }
  expect(unreached).toEqual([])
  expect(internet.domains().toSorted()).toEqual(files.map(({ file }) => file.domain).toSorted())
  await internet.close()
})

test('every name server, mail host and alias target has an address', async () => {
  const contents = new Contents()
  await loadFolder(contents, FOLDER)
  const targets = files.flatMap(({ file }) =>
    Object.values(file.dns).flatMap((records) =>
      ['NS', 'MX', 'CNAME'].flatMap((type) =>
        [records[type] ?? []].flat().map((value) => value.split(' ').at(-1) ?? ''),
      ),
    ),
  )
  expect(
    [...new Set(targets)].filter((host) => host !== '.' && !hasAddress(contents, host)),
  ).toEqual([])
})

test('the example in the README is a valid domain file', async () => {
  const guide = await readFile(path.join(import.meta.dirname, 'README.md'), 'utf8')
  const internet = await createInternet({ folders: [] })
  internet.add(JSON.parse(/```json\n([\s\S]+?)```/.exec(guide)?.[1] ?? '{}'))
  const page = await internet.fetch(new Request('https://www.example-tools.com/'))
  expect(await page.text()).toContain('Example Tools Ltd')
  const registrar = await internet.fetch(
    new Request('https://rdap.godaddy.com/v1/domain/example-tools.com'),
  )
  expect(await registrar.text()).toContain('Example Tools Ltd')
})
