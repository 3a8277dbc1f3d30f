import { answerAs, type Form, type Mode, modeOf } from './llm-modes.ts'
import { type ReadRequest, readAnthropic, readGoogle, readOpenAi } from './llm-requests.ts'
import type { SampleRequest } from './messages.ts'
import type { Wait } from './waits.ts'

export const MODEL_HOSTS = [
  'api.anthropic.com',
  'api.openai.com',
  'generativelanguage.googleapis.com',
] as const

type Json = Record<string, unknown>

interface ModelRequest {
  key: string
  prompt: string
  image: string | null
  read: ReadRequest
  answer(text: string, form: Form, outputTokens: number): Json
}

const SLOW_MS = 90_000
const CHARACTERS_PER_TOKEN = 4

/**
 * Simulates the API of a language model.
 * It refuses the requests that the real API refuses (llm-requests.ts), and an API key that is
 * missing or contains `invalid`.
 * An API key that contains the name of a mode (llm-modes.ts) selects this mode. The default is
 * `honest`.
 */
export async function answerModel(request: SampleRequest, wait: Wait): Promise<Response> {
  const url = new URL(request.url)
  if (request.method !== 'POST')
    return Response.json({ error: { message: 'Not found' } }, { status: 404 })
  const body = (await request.json().catch(() => null)) as Json | null
  if (body === null)
    return Response.json({ error: { message: 'The body is not JSON.' } }, { status: 400 })
  const asked = readRequest(url, request.headers, body)
  if (asked === null) return Response.json({ error: { message: 'Not found' } }, { status: 404 })
  if (asked.key === '' || asked.key.includes('invalid')) return refusedKey(url)
  const mode: Mode = modeOf(asked.key)
  if (mode === 'limited')
    return Response.json(
      { error: { message: 'Too many requests' } },
      { status: 429, headers: { 'retry-after': '1' } },
    )
  if (mode === 'failing')
    return Response.json({ error: { message: 'Overloaded' } }, { status: 503 })
  if (mode === 'penniless') return withoutCredit(url)
  if (!asked.read.accepted)
    return Response.json(refusalOf(url, asked.read.message), { status: 400 })
  if (mode === 'slow') await wait(SLOW_MS)
  const { outputTokensMax, thinkingTokens } = asked.read
  const { text, form } = answerAs(mode, asked.prompt, asked.image)
  const outputTokens = thinkingTokens + Math.ceil(text.length / CHARACTERS_PER_TOKEN)
  if (outputTokens <= outputTokensMax) return Response.json(asked.answer(text, form, outputTokens))
  const written = text.slice(
    0,
    Math.max(0, outputTokensMax - thinkingTokens) * CHARACTERS_PER_TOKEN,
  )
  return Response.json(asked.answer(written, 'cut', outputTokensMax))
}

function refusalOf({ hostname }: URL, message: string): Json {
  switch (hostname) {
    case 'api.anthropic.com':
      return { type: 'error', error: { type: 'invalid_request_error', message } }
    case 'api.openai.com':
      return { error: { message, type: 'invalid_request_error', param: null, code: null } }
    default:
      return { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
  }
}

/**
 * Answer when the credit of the account is used up: Anthropic uses status 400, all other providers
 * 429.
 */
function withoutCredit(url: URL): Response {
  const message = 'Your credit balance is too low to access the API. (insufficient_quota)'
  return Response.json(refusalOf(url, message), {
    status: url.hostname === 'api.anthropic.com' ? 400 : 429,
  })
}

/** Answer to an invalid API key: Google uses status 400, all other providers 401. */
function refusedKey(url: URL): Response {
  if (url.hostname === 'generativelanguage.googleapis.com')
    return Response.json(
      {
        error: {
          code: 400,
          message: 'API key not valid.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
      { status: 400 },
    )
  return Response.json(
    { type: 'error', error: { type: 'authentication_error', message: 'invalid key' } },
    { status: 401 },
  )
}

const GOOGLE_MODEL = /\/models\/([^/:]+):generateContent$/u

function readRequest(url: URL, headers: Headers, body: Json): ModelRequest | null {
  const prompt = textsIn(body).join('\n')
  const image = imageIn(JSON.stringify(body))
  const inputTokens = Math.ceil(prompt.length / CHARACTERS_PER_TOKEN)
  const bearer = headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const model = String(body.model ?? '')
  if (url.hostname === 'api.anthropic.com' && url.pathname === '/v1/messages')
    return {
      key: headers.get('x-api-key') ?? '',
      prompt,
      image,
      read: readAnthropic(body, headers),
      answer: (text, form, outputTokens) => ({
        id: 'msg_sample',
        type: 'message',
        role: 'assistant',
        model,
        content: form === 'refused' || text === '' ? [] : [contentBlock(body, text)],
        stop_reason: { whole: 'end_turn', cut: 'max_tokens', refused: 'refusal' }[form],
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: outputTokens },
      }),
    }
  if (url.hostname === 'api.openai.com' && url.pathname === '/v1/responses')
    return {
      key: bearer,
      prompt,
      image,
      read: readOpenAi(body),
      answer: (text, form, outputTokens) => ({
        id: 'resp_sample',
        object: 'response',
        created_at: 0,
        model,
        status: form === 'whole' ? 'completed' : 'incomplete',
        incomplete_details:
          form === 'whole'
            ? null
            : { reason: form === 'cut' ? 'max_output_tokens' : 'content_filter' },
        output: [
          {
            type: 'message',
            id: 'msg_sample',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ],
        usage: { input_tokens: inputTokens, output_tokens: outputTokens },
      }),
    }
  if (
    url.hostname === 'generativelanguage.googleapis.com' &&
    url.pathname.endsWith(':generateContent')
  )
    return {
      key: headers.get('x-goog-api-key') ?? url.searchParams.get('key') ?? '',
      prompt,
      image,
      read: readGoogle(body, GOOGLE_MODEL.exec(url.pathname)?.[1] ?? ''),
      answer: (text, form, outputTokens) => ({
        candidates: [
          {
            content: { role: 'model', parts: [{ text }] },
            finishReason: { whole: 'STOP', cut: 'MAX_TOKENS', refused: 'SAFETY' }[form],
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: inputTokens,
          thoughtsTokenCount: outputTokens - Math.ceil(text.length / CHARACTERS_PER_TOKEN),
          candidatesTokenCount: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
          totalTokenCount: inputTokens + outputTokens,
        },
      }),
    }
  return null
}

/**
 * If the request has `tools`, the reply is a tool call: models without structured output return
 * JSON in this way.
 */
function contentBlock(body: Json, text: string): Json {
  const [tool] = Array.isArray(body.tools) ? (body.tools as Json[]) : []
  try {
    return tool === undefined
      ? { type: 'text', text }
      : { type: 'tool_use', id: 'toolu_sample', name: tool.name, input: JSON.parse(text) }
  } catch {
    return { type: 'text', text }
  }
}

function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return ['text', 'content', 'system', 'instructions'].includes(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    ['output_config', 'response_format', 'generationConfig', 'tools'].includes(key) ||
    (key === 'text' && typeof each === 'object')
      ? schemaMark(each)
      : textsIn(each, key),
  )
}

/**
 * Returns a marker, such as `(wanted: claims)`, with the name of a property of the request's JSON
 * schema. The marker tells the simulated model which reply to write.
 */
const schemaMark = (schema: unknown): string[] => {
  const text = JSON.stringify(schema)
  const wanted = ['claims', 'names', 'reached', 'summaries'].find((name) =>
    text.includes(`"${name}":`),
  )
  return wanted === undefined ? [] : [`(wanted: ${wanted})`]
}

function imageIn(body: string): string | null {
  return (
    /"data":"([A-Za-z0-9+/=]{20,})"/.exec(body)?.[1] ??
    /data:image\/\w+;base64,([A-Za-z0-9+/=]{20,})/.exec(body)?.[1] ??
    null
  )
}
