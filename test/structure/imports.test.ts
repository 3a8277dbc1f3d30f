import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collapsed, cyclesOf, type Graph } from './cycles.ts'
import { ROOT, type SourceFile, sourcesOf } from './sources.ts'

const shared = sourcesOf('shared')
const workers = sourcesOf('workers')

/** Layers of folders, the lowest first. A folder may import only from lower layers. */
const FLOORS = [
  ['platform'],
  ['accounts', 'outbox', 'attribution'],
  ['billing', 'entities', 'models', 'webhooks', 'idempotency', 'sessions', 'domain-index'],
  ['jobs'],
  [
    'bulk',
    'correlations',
    'certificates',
    'domains',
    'subdomains',
    'templates',
    'monitors',
    'feedback',
  ],
  ['shares'],
  ['emails', 'account-export'],
]

const PAGE_SCRIPTS = 'workers/pages/browser/'
const GENERATED_TYPES = 'workers/dashboard/api/openapi-types.d.ts'

const folderOf = (path: string) => /^shared\/([^/]+)\//.exec(path)?.[1] ?? path
const floorOf = (path: string) => FLOORS.findIndex((folders) => folders.includes(folderOf(path)))
const isOurs = (target: string) => target.startsWith('shared/') || target.startsWith('workers/')

const offenders = (files: SourceFile[], forbidden: (file: SourceFile, target: string) => boolean) =>
  files.flatMap((file) =>
    file.imports
      .filter((target) => forbidden(file, target))
      .map((target) => `${file.path} imports ${target}`),
  )

const files: Graph = new Map(
  [...shared, ...workers].map(({ path, imports }) => [
    path,
    new Set(imports.filter((target) => isOurs(target))),
  ]),
)

describe('imports only go down', () => {
  test('every folder of shared/ is on exactly one floor, and every file is in a folder', () => {
    expect([...new Set(shared.map(({ path }) => folderOf(path)))].sort()).toEqual(
      FLOORS.flat().sort(),
    )
  })

  test('no folder of shared/ imports a folder of the same or a higher floor', () => {
    const upward = (file: SourceFile, target: string) =>
      target.startsWith('shared/') &&
      folderOf(file.path) !== folderOf(target) &&
      floorOf(target) >= floorOf(file.path)
    expect(offenders(shared, upward)).toEqual([])
  })

  test('shared/ never imports workers/', () => {
    expect(offenders(shared, (_, target) => target.startsWith('workers/'))).toEqual([])
  })

  test('deployed code imports no test and no deploy script', () => {
    expect(
      offenders([...shared, ...workers], (_, target) => /^(?:test|migrations)\//.test(target)),
    ).toEqual([])
  })

  test('the dashboard runs in a browser: it imports nothing of the Worker, and the Worker nothing of it', () => {
    const isDashboard = (path: string) => path.startsWith('workers/dashboard/')
    const crosses = (file: SourceFile, target: string) =>
      isOurs(target) && isDashboard(file.path) !== isDashboard(target)
    expect(offenders([...shared, ...workers], crosses)).toEqual([])
  })

  test('the scripts of public pages run in a browser: they import only each other', () => {
    const isScript = (path: string) => path.startsWith(PAGE_SCRIPTS)
    const crosses = (file: SourceFile, target: string) =>
      isOurs(target) && isScript(file.path) !== isScript(target)
    expect(offenders([...shared, ...workers], crosses)).toEqual([])
  })

  test('no screen of the dashboard imports another screen', () => {
    const screenOf = (path: string) => /^workers\/dashboard\/screens\/([^/]+)\//.exec(path)?.[1]
    const crosses = (file: SourceFile, target: string) =>
      screenOf(file.path) !== undefined &&
      screenOf(target) !== undefined &&
      screenOf(file.path) !== screenOf(target)
    expect(offenders(workers, crosses)).toEqual([])
  })

  test('every import points to an existing file', () => {
    // True if an imported file exists. The generated types may be missing: `npm run typecheck`
    // writes them from the OpenAPI document, and the code runs without them, because only types are
    // imported.
    const exists = (target: string) => target === GENERATED_TYPES || existsSync(join(ROOT, target))
    expect(
      offenders([...shared, ...workers], (_, target) => isOurs(target) && !exists(target)),
    ).toEqual([])
  })
})

describe('no cycles', () => {
  test('imports between files form no cycle', () => {
    expect(files.size).toBeGreaterThan(400)
    expect(cyclesOf(files)).toEqual([])
  })

  // Files of a folder count as one node. Each file directly in workers/ counts as its own node: the
  // entry imports the folders of routes, and these import other files of workers/. As one node,
  // workers/ would always be part of a cycle.
  const folders = collapsed(files, (path) => (dirname(path) === 'workers' ? path : dirname(path)))

  test('imports between folders form no cycle', () => {
    expect(folders.size).toBeGreaterThan(45)
    expect(cyclesOf(folders)).toEqual([])
  })

  test('imports between the top folders of shared/ and workers/ form no cycle', () => {
    const whole = collapsed(files, (path) =>
      dirname(path) === 'workers' ? path : path.split('/').slice(0, 2).join('/'),
    )
    expect(whole.size).toBeGreaterThan(FLOORS.flat().length)
    expect(cyclesOf(whole)).toEqual([])
  })

  test('a cycle of any length is found, and a diamond is not a cycle', () => {
    const graph = (edges: Record<string, string[]>): Graph =>
      new Map(Object.entries(edges).map(([from, targets]) => [from, new Set(targets)]))
    expect(cyclesOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
    expect(cyclesOf(graph({ a: ['b'], b: ['c'], c: ['d', 'e'], d: ['b'], e: [] }))).toEqual([
      ['b', 'c', 'd'],
    ])
    expect(cyclesOf(graph({ a: ['a'], b: [] }))).toEqual([['a']])
    expect(
      cyclesOf(collapsed(graph({ 'x/1': ['y/1'], 'y/1': [], 'y/2': ['x/2'], 'x/2': [] }), dirname)),
    ).toEqual([['x', 'y']])
  })
})

describe('restricted imports', () => {
  test('only queries, tables and shared/platform/db import drizzle', () => {
    const outside = [...shared, ...workers].filter(
      ({ path }) =>
        !path.startsWith('shared/platform/db/') && !/\/(?:queries|tables)\.ts$/.test(path),
    )
    expect(
      offenders(outside, (_, target) => /^(?:drizzle-orm|@neondatabase)/.test(target)),
    ).toEqual([])
  })

  test('only workers/ and shared/platform/http import hono', () => {
    const outside = shared.filter(({ path }) => !path.startsWith('shared/platform/http/'))
    expect(offenders(outside, (_, target) => /^@?hono(?:\/|$)/.test(target))).toEqual([])
  })

  test('only the platform and one file of the dashboard import the public suffix list, and only its matcher imports the lists of legal forms', () => {
    const outside = [...shared, ...workers].filter(
      ({ path }) => !path.startsWith('shared/platform/'),
    )
    // The dashboard runs in a browser and imports nothing of the platform.
    expect(offenders(outside, (_, target) => target === 'tldts')).toEqual([
      'workers/dashboard/parts/pasted-names.ts imports tldts',
    ])
    expect(
      offenders(
        [...shared, ...workers],
        ({ path }, target) =>
          target.endsWith('/legal-form-lists.json') && !path.endsWith('/legal-forms.ts'),
      ),
    ).toEqual([])
  })

  test('only one module converts text to bytes, base64 and hexadecimal', () => {
    const encoding =
      /\bbtoa\(|\batob\(|TextEncoder|toString\('(?:hex|base64|base64url)'\)|, 'base64(?:url)?'\)/
    const found = [...shared, ...workers]
      .filter(({ text, path }) => encoding.test(text) && !path.startsWith(PAGE_SCRIPTS))
      .map(({ path }) => path)
    expect(found).toEqual(['shared/platform/crypto/encodings.ts'])
  })

  test('no route family imports another', () => {
    const usedByFamilies = new Set(['openapi', 'pages'])
    const notFamilies = new Set(['queues', 'objects', 'crons', ...usedByFamilies])
    const familyOf = (path: string) => path.match(/^workers\/([^/]+)\//)?.[1]
    const families = workers.filter(({ path }) => !notFamilies.has(familyOf(path) ?? ''))
    const crossing = (file: SourceFile, target: string) => {
      const own = familyOf(file.path)
      const other = familyOf(target)
      if (target === 'workers/objects/index.ts' && file.path === `workers/${own}/index.ts`)
        return false
      const isUsed = usedByFamilies.has(other ?? '')
      return own !== undefined && other !== undefined && !isUsed && own !== other
    }
    expect(offenders(families, crossing)).toEqual([])
  })

  test('the entry file of the Worker has fewer than 60 lines', () => {
    expect(readFileSync(join(ROOT, 'workers/index.ts'), 'utf8').split('\n').length).toBeLessThan(60)
  })
})

test('no two files have the same name, except role files and Durable Objects', () => {
  const roles = [
    'queries.ts',
    'tables.ts',
    'outbox-handlers.ts',
    'contract.ts',
    'routes.ts',
    'present.ts',
    'index.ts',
  ]
  const objects = workers
    .filter(({ path }) => path.startsWith('workers/objects/'))
    .map(({ path }) => basename(path))
  const names = [...shared, ...workers].map(({ path }) => basename(path))
  const shown = names.filter(
    (name, place) => names.indexOf(name) !== place && ![...roles, ...objects].includes(name),
  )
  expect(shown).toEqual([])
})

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'docs/agents.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/security.md',
]

test.each(DOCUMENTS)('every path in %s exists', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const paths = [...text.matchAll(/`((?:workers|shared|migrations|test|docs)\/[A-Za-z0-9_./-]*)`/g)]
  const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
  expect(paths.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})
