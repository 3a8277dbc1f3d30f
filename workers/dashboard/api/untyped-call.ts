import { apiPath, read } from './api-client.ts'

interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/** Calls a route that the generated types do not have yet. Throws ApiFailure like `read`. */
export const callRoute = <Data>(path: string, { method = 'GET', body, signal }: Call = {}) =>
  read<Data>(
    fetch(apiPath(path), {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).then(async (response) => {
      const answer = await response.json()
      return response.ok ? { data: answer, response } : { error: answer, response }
    }),
  )
