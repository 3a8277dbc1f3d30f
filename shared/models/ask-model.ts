import { type AnthropicLanguageModelOptions, createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI, type GoogleLanguageModelOptions } from '@ai-sdk/google'
import { createOpenAI, type OpenAILanguageModelResponsesOptions } from '@ai-sdk/openai'
import type { Ai } from '@cloudflare/workers-types'
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from 'ai'
import { createWorkersAI } from 'workers-ai-provider'
import type { z } from 'zod'
import type { Control } from '../platform/limits/breaker.ts'
import type { Connections } from '../platform/net/connections.ts'
import { controlByUrl } from '../platform/net/control-question.ts'
import { withDeadline } from '../platform/net/deadline.ts'
import { orAbort } from '../platform/net/fetch-failure.ts'
import { readBounded } from '../platform/net/response-body.ts'
import { hostOf } from '../platform/net/url.ts'
import type { KeyProvider, ModelProvider } from './providers.ts'

export type ModelAccess =
  | { provider: KeyProvider; model: string; apiKey: string }
  | { provider: 'workers_ai'; model: string; binding: Ai }

/** The URLs are fixed here, so that environment variables of a library cannot replace them. */
const BASE_URLS: Record<KeyProvider, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

export const modelHost = (provider: ModelProvider): string =>
  provider === 'workers_ai' ? 'workers-ai' : hostOf(BASE_URLS[provider])

const RESPONSE_BYTES_MAX = 512 * 1024
const CONTROL_MS = 5_000
/** A question is sent once, and at most twice more after a failure (`nextAttempt`). */
const ATTEMPTS_MAX = 3
/** After an answer that was cut off, the limit of output tokens is multiplied by this. */
const MORE_ROOM = 2
/** If the provider asks for a longer pause than this, the question is not sent again. */
const PAUSE_MS_MAX = 5_000
const PAUSE_MS = 1_000

export type ModelFailure =
  | 'key_rejected'
  | 'model_unknown'
  | 'rate_limited'
  | 'out_of_credit'
  | 'refused'
  | 'request_refused'
  | 'cut_off'
  | 'not_understood'
  | 'timeout'
  | 'unavailable'
  | 'circuit_open'

export interface TokenUse {
  inputTokens: number
  outputTokens: number
}

export type ModelAnswer<T> = ({ ok: true; output: T } | { ok: false; failure: ModelFailure }) & {
  used: TokenUse
}

export interface ModelQuestion<T> {
  system: string
  user: string
  image?: { bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' | 'image/webp' }
  /** The schema is sent to the model as JSON Schema, and the answer is checked against it. */
  schema: z.ZodType<T>
  /**
   * Limit that includes thinking. If the answer is cut off, the question is sent once more with
   * twice the limit.
   */
  outputTokensMax: number
  timeoutMs: number
}

// Options that switch the thinking of a model off, or to the lowest level if the model always
// thinks. Current models think before they answer, and providers count the thinking as output
// (Claude documentation, page Troubleshooting thinking; OpenAI documentation, page Reasoning
// models; Gemini API documentation, page Thinking).
const LEAST_THINKING = {
  anthropic: {
    thinking: { type: 'disabled' },
    effort: 'low',
  } satisfies AnthropicLanguageModelOptions,
  openai: { reasoningEffort: 'none' } satisfies OpenAILanguageModelResponsesOptions,
  google: { thinkingConfig: { thinkingLevel: 'low' } } satisfies GoogleLanguageModelOptions,
}
/** Without this option, OpenAI's Responses API stores questions and answers. */
const UNSTORED = { store: false } satisfies OpenAILanguageModelResponsesOptions

// The AI SDK prints warnings to the console by default. They could contain parts of a customer's
// question, so the warnings are switched off.
globalThis.AI_SDK_LOG_WARNINGS = false

const NOTHING_USED: TokenUse = { inputTokens: 0, outputTokens: 0 }

/**
 * Sends a question to a model. Never throws: a failure is returned. Asks again after a rate limit,
 * an outage, or an answer that is cut off or does not match the schema. `used` is the sum of the
 * tokens of all attempts. The API key is sent only to the provider's host, in a header.
 */
export async function askModel<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  connections: Connections,
): Promise<ModelAnswer<T>> {
  const host = modelHost(access.provider)
  if (!connections.breakerOf(host).allows(connections.now()))
    return { ok: false, failure: 'circuit_open', used: NOTHING_USED }
  const answer = await withDeadline(question.timeoutMs, connections.signal, (signal) =>
    attempts(access, question, connections, signal),
  ).catch(
    (error: unknown): ModelAnswer<T> => ({
      ok: false,
      failure: failureOf(error).failure,
      used: NOTHING_USED,
    }),
  )
  if (answer.ok || !OUTAGES.has(answer.failure)) connections.breakerOf(host).succeeded()
  // If the analysis itself was stopped, the unfinished question does not count as an outage of the
  // provider.
  else if (!connections.signal.aborted)
    connections.breakerOf(host).failed(connections.now, controlOf(access.provider, connections))
  return answer
}

// The control question of a provider asks for its list of models, without a key. Workers AI can
// only run models, which costs money, so it gets no control question and its requests are never
// paused.
function controlOf(provider: ModelProvider, connections: Connections): Control {
  if (provider === 'workers_ai') return () => Promise.resolve(true)
  return controlByUrl(`${BASE_URLS[provider]}/models`, connections, CONTROL_MS)
}

// Failures of the provider itself. Failures of an API key, a question or an answer are not among
// them.
const OUTAGES: ReadonlySet<ModelFailure> = new Set(['timeout', 'unavailable'])
const RETRIED: ReadonlySet<ModelFailure> = new Set([
  'rate_limited',
  'unavailable',
  'not_understood',
])

interface AttemptForm {
  outputTokensMax: number
  /** False if the model has refused the options of LEAST_THINKING. */
  thinksLeast: boolean
  isRepetition: boolean
}

async function attempts<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  connections: Connections,
  signal: AbortSignal,
): Promise<ModelAnswer<T>> {
  let used = NOTHING_USED
  let form: AttemptForm = {
    outputTokensMax: question.outputTokensMax,
    thinksLeast: true,
    isRepetition: false,
  }
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(access, question, form, connections, signal)
    used = {
      inputTokens: used.inputTokens + outcome.used.inputTokens,
      outputTokens: used.outputTokens + outcome.used.outputTokens,
    }
    if (outcome.ok) return { ok: true, output: outcome.output, used }
    if (signal.aborted) return { ok: false, failure: 'timeout', used }
    const next =
      attempt < ATTEMPTS_MAX ? nextAttempt(form, question.outputTokensMax, outcome) : null
    if (next === null) return { ok: false, failure: outcome.failure, used }
    form = next
    await orAbort(connections.wait(outcome.pauseMs), signal).catch(() => undefined)
  }
}

// Returns the next attempt, or null if it would be useless.
// Customers may name any model, and some models refuse the options of LEAST_THINKING. So a refused
// request is sent again without these options.
function nextAttempt(
  form: AttemptForm,
  outputTokensMax: number,
  { failure, pauseMs }: { failure: ModelFailure; pauseMs: number },
): AttemptForm | null {
  if (failure === 'cut_off')
    return form.outputTokensMax > outputTokensMax
      ? null
      : { ...form, outputTokensMax: outputTokensMax * MORE_ROOM }
  if (failure === 'request_refused')
    return form.thinksLeast ? { ...form, thinksLeast: false } : null
  const isRepeated = RETRIED.has(failure) && !form.isRepetition && pauseMs <= PAUSE_MS_MAX
  return isRepeated ? { ...form, isRepetition: true } : null
}

type Attempt<T> = { used: TokenUse } & (
  | { ok: true; output: T }
  | { ok: false; failure: ModelFailure; pauseMs: number }
)

async function askOnce<T>(
  access: ModelAccess,
  question: ModelQuestion<T>,
  { outputTokensMax, thinksLeast }: AttemptForm,
  connections: Connections,
  signal: AbortSignal,
): Promise<Attempt<T>> {
  const { anthropic, openai, google } = LEAST_THINKING
  try {
    const call = generateText({
      model: languageModel(access, boundedFetch(connections, signal)),
      system: question.system,
      messages: [{ role: 'user', content: contentOf(question) }],
      output: Output.object({ schema: question.schema }),
      maxOutputTokens: outputTokensMax,
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: thinksLeast
        ? { anthropic, google, openai: { ...UNSTORED, ...openai } }
        : { openai: UNSTORED },
    })
    const result = await orAbort(call, signal)
    const used = tokensOf(result.usage)
    if (result.finishReason === 'length') return { ok: false, failure: 'cut_off', pauseMs: 0, used }
    if (result.finishReason === 'content-filter')
      return { ok: false, failure: 'refused', pauseMs: 0, used }
    return { ok: true, output: result.output, used }
  } catch (error) {
    return { ok: false, ...failureOf(error) }
  }
}

function contentOf<T>({ user, image }: ModelQuestion<T>) {
  const text = { type: 'text' as const, text: user }
  return image === undefined
    ? [text]
    : [text, { type: 'file' as const, data: image.bytes, mediaType: image.mediaType }]
}

function languageModel(access: ModelAccess, fetch: typeof globalThis.fetch): LanguageModel {
  switch (access.provider) {
    case 'anthropic':
      return createAnthropic({ apiKey: access.apiKey, baseURL: BASE_URLS.anthropic, fetch })(
        access.model,
      )
    case 'openai':
      return createOpenAI({ apiKey: access.apiKey, baseURL: BASE_URLS.openai, fetch })(access.model)
    case 'google':
      return createGoogleGenerativeAI({ apiKey: access.apiKey, baseURL: BASE_URLS.google, fetch })(
        access.model,
      )
    case 'workers_ai':
      return createWorkersAI({ binding: access.binding })(access.model)
    default:
      return access satisfies never
  }
}

/** Redirects are not followed, because another host could then get the API key. */
function boundedFetch(
  { fetch, sockets }: Pick<Connections, 'fetch' | 'sockets'>,
  signal: AbortSignal,
): typeof globalThis.fetch {
  return async (url, init) =>
    sockets.run(async () => {
      const response = await orAbort(
        fetch(String(url), { ...init, redirect: 'manual', signal }),
        signal,
      )
      const { bytes, truncated } = await readBounded(response, RESPONSE_BYTES_MAX, signal)
      if (truncated) throw new Error('the answer of a language model exceeds the size limit')
      // A redirect is returned as status 502. Its own status cannot be kept: the constructor of
      // Response throws for a 304 with a body.
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

// The text of an error is never returned or logged, because it may contain the customer's question.
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

// Words of the error when the credit at the provider is used up, so another attempt is useless.
// OpenAI sends them with status 429 (OpenAI documentation, page Error codes), Anthropic with status
// 400.
const NO_CREDIT = /insufficient_quota|credit balance is too low/u
// Google answers a wrong API key with status 400 and one of these texts. Other providers answer
// with status 401.
const BAD_KEY = /API_KEY_INVALID|API key not valid|API_KEY_EXPIRED/u

function statusFailure(error: APICallError): { failure: ModelFailure; pauseMs: number } {
  const { statusCode = 0, responseBody = '' } = error
  const pauseMs = pauseOf(error.responseHeaders)
  if (
    statusCode === 401 ||
    statusCode === 403 ||
    (statusCode === 400 && BAD_KEY.test(responseBody.slice(0, 5_000)))
  )
    return { failure: 'key_rejected', pauseMs }
  if (statusCode === 404) return { failure: 'model_unknown', pauseMs }
  if (
    statusCode === 402 ||
    ([400, 429].includes(statusCode) && NO_CREDIT.test(responseBody.slice(0, 5_000)))
  )
    return { failure: 'out_of_credit', pauseMs }
  if (statusCode === 429) return { failure: 'rate_limited', pauseMs }
  // The AI SDK throws APICallError even for status 200 if it cannot parse the response.
  if (statusCode >= 200 && statusCode < 300) return { failure: 'not_understood', pauseMs: 0 }
  if (statusCode === 400 || statusCode === 413 || statusCode === 422)
    return { failure: 'request_refused', pauseMs: 0 }
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
  request_refused: 'did not accept the request',
  cut_off: 'broke off its answer at the limit of tokens',
  not_understood: 'gave an answer that is not of the form asked for',
  timeout: 'did not answer in time',
  unavailable: 'could not be reached or failed',
  circuit_open: 'has failed repeatedly and is not called for a while',
}

/** Customers read this text. It contains no part of the question, the answer or the API key. */
export const describeFailure = (provider: ModelProvider, failure: ModelFailure): string =>
  `The model provider ${provider} ${FAILURE_SENTENCES[failure]}.`
