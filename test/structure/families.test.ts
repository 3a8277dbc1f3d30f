import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp, serve } from '../../workers/app.ts'
import { families } from '../../workers/families.ts'
import { endpoints, endpointsOf } from './endpoints.ts'
import { SAMPLE_ENVIRONMENT } from './sample-environment.ts'

const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

beforeAll(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})

const alone = families.map((family) => {
  const app = createApp([family])
  return { app, own: endpointsOf(app), name: endpointsOf(app)[0]?.path ?? 'empty' }
})

test('the route families together are the whole service', () => {
  const names = (all: typeof endpoints) => all.map(({ method, path }) => `${method} ${path}`).sort()
  expect(names(alone.flatMap(({ own }) => own))).toEqual(names(endpoints))
})

describe.each(alone)('the route family of $name, mounted alone', ({ app, own }) => {
  const ask = async (method: string, path: string) => {
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

  test('every route of a family is served, and refuses a request without its credential', async () => {
    for (const { method, path, credential } of own) {
      const { status, code, requestId } = await ask(method, path)
      expect([path, requestId]).toEqual([path, expect.stringMatching(/^req_/)])
      if (path === '/session') expect(['FORBIDDEN', 'UNAUTHORIZED']).toContain(code)
      else if (credential === 'none') expect([path, code]).not.toEqual([path, 'UNAUTHORIZED'])
      else expect([path, status, code]).toEqual([path, 401, 'UNAUTHORIZED'])
    }
  })

  test('a family serves no route of another family', async () => {
    const paths = new Set(own.map(({ path }) => path.replace(/\{[^}]+\}/g, '{}')))
    const foreign = endpoints.filter(({ path }) => !paths.has(path.replace(/\{[^}]+\}/g, '{}')))
    for (const { method, path } of foreign.filter(
      ({ path }) => !own.some((one) => matches(one.path, path)),
    )) {
      expect([path, (await ask(method, path)).code]).toEqual([path, 'NOT_FOUND'])
    }
  })

  test("a family's document describes exactly its own routes", async () => {
    const paths = Object.keys(
      app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } }).paths ?? {},
    )
    expect([...paths].sort()).toEqual([...new Set(own.map(({ path }) => path))].sort())
  })
})

/**
 * Returns true if a URL pattern with parameters matches a URL. For example,
 * /webhooks/{job_id}/status does not match /webhooks/secret.
 */
function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\./g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)
}
