import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../workers/dashboard/api/openapi-types.d.ts'
import { requireDocumentedAnswer } from './mismatches.ts'

export type TypedClient = Client<paths, 'application/json'>

/** A client for tests. It throws if a response differs from the OpenAPI document. */
export function typedClient(baseUrl: string, credential: Record<string, string> = {}): TypedClient {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: credential })
  client.use({
    async onResponse({ request, response }) {
      const { method, url } = request
      const { status, headers } = response
      const text = await response.clone().text()
      requireDocumentedAnswer({ method, path: url.slice(baseUrl.length), status, headers, text })
    },
  })
  return client
}

export async function bodyOf<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call
  if (data === undefined)
    throw new Error(`${response.url} answered ${response.status} ${JSON.stringify(error)}`)
  return data
}
