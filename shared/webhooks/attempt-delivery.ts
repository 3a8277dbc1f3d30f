import { createResolver } from '../platform/net/dns-resolver.ts'
import { FetchFailure, fetchFailure, orAbort } from '../platform/net/fetch-failure.ts'
import { requirePublicAddresses } from '../platform/net/guarded-fetch.ts'
import { readBounded } from '../platform/net/response-body.ts'
import { retryAfterSeconds } from '../platform/net/retry-after.ts'
import type { Services } from '../platform/services/index.ts'
import { parseCallbackUrl } from './callback-url.ts'
import { callbackRules } from './create-delivery.ts'
import { ATTEMPT_TIMEOUT_MS, RESPONSE_BYTES_MAX } from './delivery-limits.ts'

export type AttemptServices = Pick<Services, 'env' | 'now' | 'connections'>

export interface AttemptResult {
  status: number | null
  timedOut: boolean
  /** True if the host has a private address or the URL breaks the rules for callback URLs. */
  forbidden: boolean
  retryAfterSeconds: number | null
  error: string | null
  excerpt: string | null
  durationMs: number
}

const USER_AGENT = 'DomainAttribution-Webhooks/1.0'
// Time to read the body of the response. The body is only logged, so a slow one does not make the
// attempt fail.
const EXCERPT_TIMEOUT_MS = 2_000

export const EXCERPT_CHARACTERS_MAX = 1_024

// Control characters, and characters that reverse or hide text. They are removed, because a
// receiver could use them to attack the terminal or page that shows its response.
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

type Answer = Pick<AttemptResult, 'status' | 'retryAfterSeconds' | 'error' | 'excerpt'>

/**
 * Sends the webhook once. The host is resolved for each attempt, because all its addresses must be
 * public. Redirects are not followed. Never throws: a failure is returned as a result.
 */
export async function attemptDelivery(
  services: AttemptServices,
  url: string,
  body: string,
  signature: Record<string, string>,
): Promise<AttemptResult> {
  const started = services.now().getTime()
  const noAnswer = {
    status: null,
    timedOut: false,
    forbidden: false,
    retryAfterSeconds: null,
    error: null,
    excerpt: null,
  }
  const elapsedMs = () => Math.max(0, services.now().getTime() - started)
  try {
    const answer = await post(services, url, body, signature)
    return { ...noAnswer, ...answer, durationMs: elapsedMs() }
  } catch (error) {
    const { reason, message } = fetchFailure(error, url)
    return {
      ...noAnswer,
      timedOut: reason === 'timeout',
      forbidden: reason === 'forbidden',
      error: message,
      durationMs: elapsedMs(),
    }
  }
}

async function post(
  services: AttemptServices,
  url: string,
  body: string,
  signature: Record<string, string>,
): Promise<Answer> {
  const target = parseCallbackUrl(url, callbackRules(services.env))
  if (!target.ok) throw new FetchFailure('forbidden', `The callback address ${target.message}.`)
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
  const connections = services.connections(signal)
  const dns = createResolver(connections, services.env.DNS_SERVICES)
  await requirePublicAddresses(new URL(target.url).hostname, dns, signal)
  const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...signature }
  const response = await orAbort(
    connections.fetch(target.url, { method: 'POST', headers, body, redirect: 'manual', signal }),
    signal,
  )
  const { status } = response
  return {
    status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), services.now()),
    error: refusalOf(status),
    excerpt: await excerptWithin(
      response,
      AbortSignal.any([signal, AbortSignal.timeout(EXCERPT_TIMEOUT_MS)]),
    ),
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const redirects = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  return `The receiver answered ${status}${redirects}.`
}

async function excerptWithin(response: Response, signal: AbortSignal): Promise<string | null> {
  try {
    const { bytes } = await readBounded(response, RESPONSE_BYTES_MAX, signal)
    return excerptOf(bytes)
  } catch {
    return null
  }
}

/** Returns the first characters as text that is safe to store and show, or null without any. */
export function excerptOf(bytes: Uint8Array): string | null {
  // A UTF-8 character has at most four bytes, so no more bytes are needed.
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, EXCERPT_CHARACTERS_MAX * 4))
  const excerpt = Array.from(text.replace(CONTROLS, '').trim())
    .slice(0, EXCERPT_CHARACTERS_MAX)
    .join('')
  return excerpt === '' ? null : excerpt
}
