import createClient, { type Client } from 'openapi-fetch'
import { holdAgainstDocument } from './mismatches.ts'
import type { paths } from './openapi-types.d.ts'

/** The service as its document types it: paths, parameters, bodies and JSON answers. */
export type TypedClient = Client<paths, 'application/json'>

/** A client made of the document alone, whose every answer is held against the document too. */
export function typedClient(baseUrl: string, credential: Record<string, string> = {}): TypedClient {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: credential })
  client.use({
    async onResponse({ request, response }) {
      const { method, url } = request
      const { status, headers } = response
      const text = await response.clone().text()
      holdAgainstDocument({ method, path: url.slice(baseUrl.length), status, headers, text })
    },
  })
  return client
}

/** The body of a call that went well. Throws what the service said of one that did not. */
export async function bodyOf<Body>(call: Promise<{ data?: Body; error?: unknown; response: Response }>): Promise<Body> {
  const { data, error, response } = await call
  if (data === undefined) throw new Error(`${response.url} answered ${response.status} ${JSON.stringify(error)}`)
  return data
}
