import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { Ai } from '@cloudflare/workers-types'
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from 'ai'
import { createWorkersAI } from 'workers-ai-provider'
import type { z } from 'zod'
import type { Connections } from '../platform/net/connections.ts'
import { withDeadline } from '../platform/net/deadline.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import { readBounded } from '../platform/net/response-body.ts'
import { hostOf } from '../platform/net/url.ts'
import type { KeyProvider, ModelProvider } from './providers.ts'

/** One model, and with what it is asked. */
export type ModelAccess =
  | { provider: KeyProvider; model: string; apiKey: string }
  | { provider: 'workers_ai'; model: string; binding: Ai }

/** The fixed addresses of the providers; said here so that no environment variable of a library can move them. */
const BASE_URLS: Record<KeyProvider, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** Who answers, for the chain of evidence and the circuits. */
export const modelHost = (provider: ModelProvider): string =>
  provider === 'workers_ai' ? 'workers-ai' : hostOf(BASE_URLS[provider])

const RESPONSE_BYTES_MAX = 512 * 1024
const ATTEMPTS_MAX = 2
/** A provider that asks for a longer pause is not waited for. */
const PAUSE_MS_MAX = 5_000
const PAUSE_MS = 1_000

/** Why a model gave no usable answer. */
export type ModelFailure =
  | 'key_rejected'
  | 'model_unknown'
  | 'rate_limited'
  | 'out_of_credit'
  | 'refused'
  | 'cut_off'
  | 'not_understood'
  | 'timeout'
  | 'unavailable'
  | 'circuit_open'

export interface TokenUse {
  inputTokens: number
  outputTokens: number
}

export type ModelAnswer<T> = ({ ok: true; output: T } | { ok: false; failure: ModelFailure }) & { used: TokenUse }

export interface ModelQuestion<T> {
  system: string
  user: string
  image?: { bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' | 'image/webp' }
  /** The shape of the answer; sent as JSON Schema and checked again here. */
  schema: z.ZodType<T>
  outputTokensMax: number
  timeoutMs: number
}

// The library prints advice to the console otherwise; nothing of a question may get into a log.
globalThis.AI_SDK_LOG_WARNINGS = false

const NOTHING_USED: TokenUse = { inputTokens: 0, outputTokens: 0 }

/**
 * Asks a model once and, after a pause, a second time when it was rate limited or did not answer properly. Never throws: every failure is
 * a value. The key travels in a header to the provider's own host and nowhere else. `used` sums the tokens of all attempts.
 */
export async function askModel<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  connections: Connections,
): Promise<ModelAnswer<T>> {
  const host = modelHost(access.provider)
  if (!connections.circuits.allows(host, connections.now()))
    return { ok: false, failure: 'circuit_open', used: NOTHING_USED }
  const answer = await withDeadline(question.timeoutMs, connections.signal, (signal) =>
    attempts(access, question, connections, signal),
  ).catch((error: unknown): ModelAnswer<T> => ({ ok: false, failure: failureOf(error).failure, used: NOTHING_USED }))
  if (answer.ok || !OUTAGES.has(answer.failure)) connections.circuits.succeeded(host)
  // A run that was stopped says nothing about the provider.
  else if (!connections.signal.aborted) connections.circuits.failed(host, connections.now())
  return answer
}

/** Failures that speak against the provider, and not against a key, a question or an answer. */
const OUTAGES: ReadonlySet<ModelFailure> = new Set(['timeout', 'unavailable'])
const RETRIED: ReadonlySet<ModelFailure> = new Set(['rate_limited', 'unavailable', 'not_understood'])

async function attempts<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  connections: Connections,
  signal: AbortSignal,
): Promise<ModelAnswer<T>> {
  let used = NOTHING_USED
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(access, question, connections, signal)
    used = {
      inputTokens: used.inputTokens + outcome.used.inputTokens,
      outputTokens: used.outputTokens + outcome.used.outputTokens,
    }
    if (outcome.ok) return { ok: true, output: outcome.output, used }
    const again = RETRIED.has(outcome.failure) && attempt < ATTEMPTS_MAX && outcome.pauseMs <= PAUSE_MS_MAX
    if (!again || signal.aborted) return { ok: false, failure: signal.aborted ? 'timeout' : outcome.failure, used }
    await orAbort(connections.wait(outcome.pauseMs), signal).catch(() => undefined)
  }
}

type Attempt<T> = { used: TokenUse } & ({ ok: true; output: T } | { ok: false; failure: ModelFailure; pauseMs: number })

async function askOnce<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  connections: Connections,
  signal: AbortSignal,
): Promise<Attempt<T>> {
  try {
    const call = generateText({
      model: languageModel(access, boundedFetch(connections, signal)),
      system: question.system,
      messages: [{ role: 'user', content: contentOf(question) }],
      output: Output.object({ schema: question.schema }),
      maxOutputTokens: question.outputTokensMax,
      maxRetries: 0,
      abortSignal: signal,
      // The provider is not to keep what it was shown (OpenAI's Responses API stores answers by default).
      providerOptions: { openai: { store: false } },
    })
    const result = await orAbort(call, signal)
    const used = tokensOf(result.usage)
    if (result.finishReason === 'length') return { ok: false, failure: 'cut_off', pauseMs: 0, used }
    if (result.finishReason === 'content-filter') return { ok: false, failure: 'refused', pauseMs: 0, used }
    return { ok: true, output: result.output, used }
  } catch (error) {
    return { ok: false, ...failureOf(error) }
  }
}

function contentOf<T>({ user, image }: ModelQuestion<T>) {
  const text = { type: 'text' as const, text: user }
  return image === undefined ? [text] : [text, { type: 'file' as const, data: image.bytes, mediaType: image.mediaType }]
}

function languageModel(access: ModelAccess, fetch: typeof globalThis.fetch): LanguageModel {
  switch (access.provider) {
    case 'anthropic':
      return createAnthropic({ apiKey: access.apiKey, baseURL: BASE_URLS.anthropic, fetch })(access.model)
    case 'openai':
      return createOpenAI({ apiKey: access.apiKey, baseURL: BASE_URLS.openai, fetch })(access.model)
    case 'google':
      return createGoogleGenerativeAI({ apiKey: access.apiKey, baseURL: BASE_URLS.google, fetch })(access.model)
    case 'workers_ai':
      return createWorkersAI({ binding: access.binding })(access.model)
    default:
      return access satisfies never
  }
}

/** fetch through the run's gate, redirects refused (a key must not follow one), the answer cut at a size no answer needs. */
function boundedFetch(
  { fetch, gate }: Pick<Connections, 'fetch' | 'gate'>,
  signal: AbortSignal,
): typeof globalThis.fetch {
  return async (url, init) =>
    gate.pass(async () => {
      const response = await orAbort(fetch(String(url), { ...init, redirect: 'manual', signal }), signal)
      const { bytes, truncated } = await readBounded(response, RESPONSE_BYTES_MAX, signal)
      if (truncated) throw new Error('a language model answered more than may be read')
      // A redirect becomes an error status: the constructor takes no null-body status with a body.
      const status = response.status >= 300 && response.status < 400 ? 502 : response.status
      const headers = new Headers(response.headers)
      headers.delete('content-encoding')
      headers.delete('content-length')
      return new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers })
    }, signal)
}

const tokensOf = (
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): TokenUse => ({
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
})

/** The failure that an error of the library means. Its words and bodies hold the question and are never passed on. */
function failureOf(error: unknown): { failure: ModelFailure; pauseMs: number; used: TokenUse } {
  if (NoObjectGeneratedError.isInstance(error)) {
    const used = tokensOf(error.usage)
    if (error.finishReason === 'length') return { failure: 'cut_off', pauseMs: 0, used }
    if (error.finishReason === 'content-filter') return { failure: 'refused', pauseMs: 0, used }
    return { failure: 'not_understood', pauseMs: 0, used }
  }
  if (APICallError.isInstance(error)) return { ...statusFailure(error), used: NOTHING_USED }
  const name = error instanceof Error ? error.name : ''
  const failure = name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unavailable'
  return { failure, pauseMs: PAUSE_MS, used: NOTHING_USED }
}

/** OpenAI says 429 with this code where waiting does not help (platform.openai.com, error codes). */
const NO_CREDIT = /insufficient_quota/u
/** Google says 400 with this reason where the others say 401. */
const BAD_KEY = /API_KEY_INVALID|API key not valid|API_KEY_EXPIRED/u

function statusFailure(error: APICallError): { failure: ModelFailure; pauseMs: number } {
  const { statusCode = 0, responseBody = '' } = error
  const pauseMs = pauseOf(error.responseHeaders)
  if (statusCode === 401 || statusCode === 403 || (statusCode === 400 && BAD_KEY.test(responseBody.slice(0, 5_000))))
    return { failure: 'key_rejected', pauseMs }
  if (statusCode === 404) return { failure: 'model_unknown', pauseMs }
  if (statusCode === 402 || (statusCode === 429 && NO_CREDIT.test(responseBody.slice(0, 5_000))))
    return { failure: 'out_of_credit', pauseMs }
  if (statusCode === 429) return { failure: 'rate_limited', pauseMs }
  // A 200 that the library could not read comes as a call error too.
  if (statusCode >= 200 && statusCode < 300) return { failure: 'not_understood', pauseMs: 0 }
  if (statusCode === 400 || statusCode === 413 || statusCode === 422) return { failure: 'refused', pauseMs }
  return { failure: 'unavailable', pauseMs }
}

function pauseOf(headers: Record<string, string> | undefined): number {
  const seconds = Number(headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : PAUSE_MS
}

const FAILURE_SENTENCES: Record<ModelFailure, string> = {
  key_rejected: 'refused the key',
  model_unknown: 'does not offer the model',
  rate_limited: 'takes no more requests with this key at the moment',
  out_of_credit: 'has no credit left for this key',
  refused: 'declined to answer',
  cut_off: 'broke off its answer at the limit of tokens',
  not_understood: 'gave an answer that is not of the form asked for',
  timeout: 'did not answer in time',
  unavailable: 'could not be reached or failed',
  circuit_open: 'has failed repeatedly and is left alone for a while',
}

/** One sentence on a failure, for progress and refusals; it holds nothing of the question, the answer or the key. */
export const describeFailure = (provider: ModelProvider, failure: ModelFailure): string =>
  `The model provider ${provider} ${FAILURE_SENTENCES[failure]}.`
