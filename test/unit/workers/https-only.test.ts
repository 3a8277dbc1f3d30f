import type { ExecutionContext } from 'hono'
import { expect, test, vi } from 'vitest'
import { createApp, serve } from '../../../workers/app.ts'
import { health } from '../../../workers/health/routes.ts'
import { SAMPLE_ENVIRONMENT } from '../../structure/sample-environment.ts'

const app = createApp([health])
const context = { waitUntil() {}, passThroughOnException() {}, props: {} } as ExecutionContext

test.each([
  ['https', '/health', 200, 'max-age=63072000; includeSubDomains'],
  ['https', '/no/such/route', 404, 'max-age=63072000; includeSubDomains'],
  ['http', '/health', 200, null],
])(
  'an answer by %s to %s asks for https only if the request used it',
  async (protocol, path, expected, policy) => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const request = new Request(`${protocol}://api.attribution.example${path}`)
    const { status, headers } = await serve(app, request, SAMPLE_ENVIRONMENT, context)
    expect([status, headers.get('strict-transport-security')]).toEqual([expected, policy])
  },
)
