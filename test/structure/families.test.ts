import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeEach, expect, test, vi } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { createApp, serve } from '../../workers/app.ts'
import { families } from '../../workers/families.ts'
import { endpoints, endpointsOf } from './endpoints.ts'
import { SAMPLE_ENVIRONMENT } from './sample-environment.ts'
import { ROOT } from './sources.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

type App = ReturnType<typeof createApp>

const alone = families.map((family) => {
  const app = createApp([family])
  return { app, own: endpointsOf(app) }
})
const folders = readdirSync(join(ROOT, 'workers'), { recursive: true, encoding: 'utf8' })
  .flatMap((path) => /^([^/]+)\/routes\.ts$/.exec(path)?.[1] ?? [])
  .sort()

async function ask(app: App, method: string, path: string) {
  const address = `https://api.attribution.example${path.replace(/\{[^}]+\}/g, 'unknown')}`
  const answer = await serve(app, new Request(address, { method }), SAMPLE_ENVIRONMENT, context)
  const body = answer.headers.get('content-type')?.startsWith('application/json')
    ? await answer.json()
    : null
  return {
    status: answer.status,
    code: body?.error?.code,
    requestId: answer.headers.get('x-request-id'),
  }
}

test('the route families together are the whole service', async () => {
  const names = (all: typeof endpoints) => all.map(({ method, path }) => `${method} ${path}`).sort()
  expect(names(alone.flatMap(({ own }) => own))).toEqual(names(endpoints))
  const routers = await Promise.all(
    folders.map(async (folder) => (await import(`../../workers/${folder}/routes.ts`))[folder]),
  )
  expect(new Set(families)).toEqual(new Set(routers))
})

test('every family builds as a Worker of its own, with the Durable Objects of wrangler.toml', async () => {
  const wrangler = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['workers/index.ts', ...folders.map((folder) => `workers/${folder}/index.ts`)],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'built',
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    alias: wrangler.alias ?? {},
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'silent',
  })
  const entries = Object.values(metafile.outputs).filter(({ entryPoint }) =>
    entryPoint?.startsWith('workers/'),
  )
  const classes = wrangler.durable_objects.bindings.map(
    ({ class_name: name }: { class_name: string }) => name,
  )
  expect(entries.map(({ entryPoint, exports }) => [entryPoint, exports.sort()])).toEqual(
    entries.map(({ entryPoint }) => [entryPoint, [...classes, 'default'].sort()]),
  )
  expect(entries).toHaveLength(folders.length + 1)
})

test('a family that is mounted alone serves its routes, and refuses a request without its credential', async () => {
  for (const { app, own } of alone)
    for (const { method, path, credential } of own) {
      const { status, code, requestId } = await ask(app, method, path)
      expect([path, requestId]).toEqual([path, expect.stringMatching(/^req_/)])
      if (path === '/session') expect(['FORBIDDEN', 'UNAUTHORIZED']).toContain(code)
      else if (credential === 'none') expect([path, code]).not.toEqual([path, 'UNAUTHORIZED'])
      else expect([path, status, code]).toEqual([path, 401, 'UNAUTHORIZED'])
    }
})

test('a family that is mounted alone serves no route of another family', async () => {
  for (const { app, own } of alone) {
    const isForeign = ({ path }: { path: string }) => !own.some((one) => matches(one.path, path))
    for (const { method, path } of endpoints.filter(isForeign))
      expect([path, (await ask(app, method, path)).code]).toEqual([path, 'NOT_FOUND'])
  }
})

test("a family's document describes exactly its own routes", () => {
  for (const { app, own } of alone) {
    const { paths = {} } = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: '', version: '' },
    })
    expect(Object.keys(paths).sort()).toEqual([...new Set(own.map(({ path }) => path))].sort())
  }
})

/**
 * True if a path fits a pattern. A parameter such as {job_id} stands for one segment of the path:
 * /webhooks/{job_id}/status does not match /webhooks/secret.
 */
function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\./g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)
}
