import { createResolver } from '../platform/net/dns-resolver.ts'
import { FetchFailure, fetchFailure, orAbort } from '../platform/net/fetch-failure.ts'
import { requirePublicAddresses } from '../platform/net/guarded-fetch.ts'
import { readBounded } from '../platform/net/response-body.ts'
import type { Services } from '../platform/services/index.ts'
import { parseCallbackUrl } from './callback-url.ts'
import { callbackRules } from './create-delivery.ts'
import { ATTEMPT_TIMEOUT_MS, RESPONSE_BYTES_MAX } from './delivery-limits.ts'
import { retryAfterSeconds } from './retry-schedule.ts'

export type AttemptServices = Pick<Services, 'env' | 'now' | 'connections'>

export interface AttemptResult {
  /** The receiver's status; null when no answer came. */
  status: number | null
  timedOut: boolean
  /** The address may not be asked, today: it resolves to a private one, or the rules have changed. */
  forbidden: boolean
  retryAfterSeconds: number | null
  /** The failure in one sentence; null after a success. */
  error: string | null
  excerpt: string | null
  durationMs: number
}

const USER_AGENT = 'DomainAttribution-Webhooks/1.0'
/** The answer's body is only for the log: its status stands however slowly the rest drips in. */
const EXCERPT_TIMEOUT_MS = 2_000

/** Characters that are kept of a receiver's answer. */
export const EXCERPT_CHARACTERS_MAX = 1_024

/** Controls, and the marks that turn the direction of text or hide it: nothing that a terminal or a page could obey. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

type Answer = Pick<AttemptResult, 'status' | 'retryAfterSeconds' | 'error' | 'excerpt'>

/**
 * Posts a signed body to a receiver once: a public host with public addresses only, resolved anew, redirects not followed, 15 s for
 * everything. Whatever happens is a result; nothing is thrown.
 */
export async function attemptDelivery(
  services: AttemptServices,
  url: string,
  body: string,
  signature: Record<string, string>,
): Promise<AttemptResult> {
  const started = services.now().getTime()
  const nothing = {
    status: null,
    timedOut: false,
    forbidden: false,
    retryAfterSeconds: null,
    error: null,
    excerpt: null,
  }
  const ended = () => Math.max(0, services.now().getTime() - started)
  try {
    const answer = await post(services, url, body, signature)
    return { ...nothing, ...answer, durationMs: ended() }
  } catch (error) {
    const { reason, message } = fetchFailure(error, url)
    return {
      ...nothing,
      timedOut: reason === 'timeout',
      forbidden: reason === 'forbidden',
      error: message,
      durationMs: ended(),
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
  await requirePublicAddresses(new URL(target.url).hostname, createResolver(connections), signal)
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
    excerpt: await excerptWithin(response, AbortSignal.any([signal, AbortSignal.timeout(EXCERPT_TIMEOUT_MS)])),
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const redirects = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  return `The receiver answered ${status}${redirects}.`
}

/** The beginning of the answer, or null when it breaks off or does not come in time. */
async function excerptWithin(response: Response, signal: AbortSignal): Promise<string | null> {
  try {
    const { bytes } = await readBounded(response, RESPONSE_BYTES_MAX, signal)
    return excerptOf(bytes)
  } catch {
    return null
  }
}

/** The beginning of a receiver's answer as plain text that is safe to store and to show; null when nothing is left. */
export function excerptOf(bytes: Uint8Array): string | null {
  // UTF-8 needs at most four bytes a character; more than that is never looked at.
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, EXCERPT_CHARACTERS_MAX * 4))
  const kept = Array.from(text.replace(CONTROLS, '').trim()).slice(0, EXCERPT_CHARACTERS_MAX).join('')
  return kept === '' ? null : kept
}
