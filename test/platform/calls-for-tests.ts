import { Readable } from 'node:stream'
import type { Answer, OutgoingCall } from './egress.ts'

export function callOf(url: string | URL, init: RequestInit = {}): OutgoingCall {
  const body = Buffer.from(typeof init.body === 'string' ? init.body : '')
  return {
    method: init.method ?? 'GET',
    url: new URL(url),
    headers: Object.fromEntries(new Headers(init.headers)),
    stream: Readable.from([body]),
    body: async () => body,
    signal: init.signal ?? new AbortController().signal,
  }
}

/** Converts an answer of a handler to a Response. Supports only text bodies and empty bodies. */
export function responseOf(answer: Answer): Response {
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  )
  return new Response(typeof answer.body === 'string' ? answer.body : null, {
    status: answer.status,
    headers,
  })
}
