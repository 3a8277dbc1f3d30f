import { createInternet, type InternetOptions, type SampleInternet } from './internet.ts'

export interface WholeRequest {
  host: string
  /** URL, headers and body in one string, so that a test can search all of them for secrets. */
  text: string
}

export async function createObservedInternet(
  options: InternetOptions = {},
): Promise<SampleInternet & { requests: WholeRequest[] }> {
  const internet = await createInternet(options)
  const requests: WholeRequest[] = []
  return {
    ...internet,
    requests,
    async fetch(request) {
      const body = request.body === null ? new ArrayBuffer(0) : await request.arrayBuffer()
      const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`)
      requests.push({
        host: new URL(request.url).hostname,
        text: [request.url, ...headers, new TextDecoder('latin1').decode(body)].join('\n'),
      })
      const { method, signal } = request
      return internet.fetch(
        new Request(request.url, {
          method,
          headers: request.headers,
          signal,
          ...(body.byteLength === 0 ? {} : { body }),
        }),
      )
    },
  }
}
