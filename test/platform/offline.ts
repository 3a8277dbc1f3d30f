import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { BytesResponse, type SampleRequest } from '../internet/messages.ts'
import type { Answer, Handler, OutgoingCall } from './egress.ts'

/**
 * An internet that replaces the real one. `fetch` answers HTTP requests. WHOIS requests and TLS
 * handshakes go through a local proxy; `listenTcp` returns its port.
 */
export type Internet = {
  fetch(request: SampleRequest): Promise<Response>
  listenTcp?(): Promise<number>
  /** Root, in PEM, of the certificates that `listenTcp` shows. */
  rootCertificate?(): Promise<string>
  setLatency?(ms: number): void
  readonly logLimits?: { set(perSecond: number | null): void }
  readonly registryLimits?: { set(perSecond: number | null): void }
  /** Makes `handler` answer all requests to `host`, in place of a sample website. */
  serve?(host: string, handler: (request: SampleRequest) => Response | Promise<Response>): void
  close?(): Promise<void>
}

const BODY_BYTES_MAX = 32 * 1024 * 1024
const AT_ONCE_BYTES_MAX = 64 * 1024
const WITHOUT_BODY = new Set(['GET', 'HEAD'])

/**
 * Returns a handler for requests of the Worker. If `internet.fetch` rejects or returns
 * `Response.error()`, `fetch` in the Worker fails with a network error.
 */
export function offline(internet: Internet): Handler {
  return async (call) => {
    const body = WITHOUT_BODY.has(call.method)
      ? null
      : new Uint8Array(await call.body(BODY_BYTES_MAX))
    const response = await internet.fetch(new ReceivedRequest(call, body))
    if (response.type === 'error') throw new Error(`no answer from ${call.url.host}`)
    return present(response)
  }
}

class ReceivedRequest implements SampleRequest {
  readonly url: string
  readonly method: string
  readonly #call: OutgoingCall
  readonly #content: Uint8Array<ArrayBuffer> | null
  #headers: Headers | undefined

  constructor(call: OutgoingCall, content: Uint8Array<ArrayBuffer> | null) {
    this.url = call.url.href
    this.method = call.method
    this.#call = call
    this.#content = content
  }

  get headers() {
    this.#headers ??= headersOf(this.#call)
    return this.#headers
  }

  get signal() {
    return this.#call.signal
  }

  get body() {
    return new Response(this.#content).body
  }

  async arrayBuffer() {
    return new Uint8Array(this.#content ?? []).buffer
  }

  async text() {
    return new TextDecoder().decode(this.#content ?? undefined)
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  /** A body of this class can be read any number of times, so a clone needs no copy of it. */
  clone() {
    return this
  }
}

function headersOf(call: OutgoingCall): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(call.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each)
  }
  return headers
}

async function present(response: Response): Promise<Answer> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return { status: response.status, headers, body: await bodyOf(response) }
}

async function bodyOf(response: Response): Promise<Answer['body']> {
  if (response instanceof BytesResponse) return response.content
  if (response.body === null) return null
  const bytes = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  return bytes <= AT_ONCE_BYTES_MAX
    ? Buffer.from(await response.arrayBuffer())
    : Readable.fromWeb(response.body as ReadableStream)
}
