import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { askModel, type ModelAccess } from '../../../shared/models/ask-model.ts'
import { KEY_PROVIDERS, type KeyProvider } from '../../../shared/models/providers.ts'
import { breakers } from '../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../shared/platform/limits/semaphore.ts'
import type { Connections } from '../../../shared/platform/net/connections.ts'
import { bodySemaphore, SOCKETS_MAX } from '../../../shared/platform/net/connections.ts'
import { createSharedAnswers } from '../../../shared/platform/net/shared-answers.ts'
import { createInternet, type SampleInternet } from '../../internet/internet.ts'

let internet: SampleInternet
beforeAll(async () => {
  internet = await createInternet({ folders: [] })
})
afterAll(() => internet.close())

const QUESTION = {
  system: 'You are asked whether you can be reached.',
  user: 'Answer with reached set to true.',
  schema: z.object({ reached: z.boolean() }),
  outputTokensMax: 400,
  timeoutMs: 5_000,
}

const MODELS: Record<KeyProvider, string> = {
  anthropic: 'claude-haiku-5-5',
  openai: 'gpt-6-luna',
  google: 'gemini-flash-latest',
}

const access = (
  mode: string,
  provider: KeyProvider = 'anthropic',
  model = MODELS[provider],
): ModelAccess => ({
  provider,
  model,
  apiKey: `sample-${mode}`,
})

function world(more: Partial<Connections> = {}) {
  const calls: { url: string; init: RequestInit }[] = []
  const connections: Connections = {
    fetch: (url, init) => {
      calls.push({ url, init })
      return internet.fetch(new Request(url, init))
    },
    sockets: semaphore(SOCKETS_MAX),
    bodies: bodySemaphore(),
    sharedAnswers: createSharedAnswers(),
    breakerOf: breakers(),
    now: () => new Date(0),
    wait: async () => undefined,
    signal: new AbortController().signal,
    ...more,
  }
  return { calls, connections }
}

describe.each(KEY_PROVIDERS)('the model provider %s', (provider) => {
  test('an answer matches the schema and reports the tokens used', async () => {
    const { calls, connections } = world()
    const answer = await askModel(access('honest', provider), QUESTION, connections)
    expect(answer).toMatchObject({ ok: true, output: { reached: true } })
    expect(answer.used.inputTokens).toBeGreaterThan(0)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.url).not.toContain('sample-honest')
  })

  test.each([
    ['invalid', 'key_rejected', 1],
    ['refusing', 'refused', 1],
    ['cutoff', 'cut_off', 2],
    ['penniless', 'out_of_credit', 1],
    ['limited', 'rate_limited', 2],
    ['failing', 'unavailable', 2],
    ['broken', 'not_understood', 2],
  ])(
    'the provider mode "%s" gives the failure "%s" after %i calls',
    async (mode, failure, count) => {
      const { calls, connections } = world()
      expect(await askModel(access(mode, provider), QUESTION, connections)).toMatchObject({
        ok: false,
        failure,
      })
      expect(calls).toHaveLength(count)
    },
  )
})

test.each([
  ['anthropic', 'claude-opus-5-5', 1],
  ['anthropic', 'claude-sonnet-5-5', 1],
  ['anthropic', 'claude-sonnet-4-6', 1],
  ['anthropic', 'claude-haiku-4-5', 2],
  ['openai', 'gpt-6.1-sol', 1],
  ['openai', 'gpt-5.4-mini', 1],
  ['openai', 'gpt-5', 2],
  ['openai', 'o3', 2],
  ['openai', 'gpt-4.1', 1],
  ['google', 'gemini-3.8-flash', 1],
  ['google', 'gemini-2.5-flash', 2],
  ['google', 'gemini-2.0-flash', 2],
] as const)(
  '%s answers with the model %s after %i requests, whatever it accepts about thinking',
  async (...row) => {
    const [provider, model, count] = row
    const { calls, connections } = world()
    const question = { ...QUESTION, outputTokensMax: 2_000 }
    const answer = await askModel(access('honest', provider, model), question, connections)
    expect([answer, calls.length]).toEqual([
      expect.objectContaining({ ok: true, output: { reached: true } }),
      count,
    ])
  },
)

test.each(KEY_PROVIDERS)('%s spends at most a few hundred tokens on thinking', async (provider) => {
  const { connections } = world()
  const answer = await askModel(access('honest', provider), QUESTION, connections)
  expect([answer.ok, answer.used.outputTokens < 400]).toEqual([true, true])
})

test('an answer that is cut off is asked for once more with twice the room, and the tokens of both count', async () => {
  const { calls, connections } = world()
  const question = { ...QUESTION, outputTokensMax: 200 }
  const answer = await askModel(access('honest', 'google'), question, connections)
  expect(answer).toMatchObject({ ok: true, output: { reached: true } })
  const Limit = z.object({ generationConfig: z.object({ maxOutputTokens: z.number() }) })
  const limits = calls.map(
    ({ init }) => Limit.parse(JSON.parse(String(init.body))).generationConfig.maxOutputTokens,
  )
  expect(limits).toEqual([200, 400])
  expect(answer.used.outputTokens).toBeGreaterThan(500)
})

test('a request that a provider refuses twice is not sent again', async () => {
  const { connections } = world()
  let requests = 0
  connections.fetch = async () => {
    requests += 1
    return Response.json(
      { type: 'error', error: { type: 'invalid_request_error', message: 'no' } },
      { status: 400 },
    )
  }
  const answer = await askModel(access('honest'), QUESTION, connections)
  expect([answer, requests]).toEqual([
    expect.objectContaining({ ok: false, failure: 'request_refused' }),
    2,
  ])
})

test('a model that does not answer ends in a timeout', async () => {
  const { connections } = world()
  const answer = await askModel(access('slow'), { ...QUESTION, timeoutMs: 80 }, connections)
  expect(answer).toMatchObject({ ok: false, failure: 'timeout' })
})

test('after repeated failures a provider whose list of models fails too is not called for a while', async () => {
  let now = 0
  let isUp = false
  const { calls, connections } = world({ now: () => new Date(now) })
  const { fetch } = connections
  const controls: string[] = []
  connections.fetch = async (url, init) => {
    if (!url.endsWith('/models')) return fetch(url, init)
    controls.push(JSON.stringify(init))
    return new Response(null, { status: isUp ? 401 : 503 })
  }
  const controlEnded = () => new Promise((resolve) => setTimeout(resolve, 20))
  for (let n = 0; n < 6; n++) await askModel(access('invalid'), QUESTION, connections)
  expect(calls).toHaveLength(6)
  for (let n = 0; n < 5; n++) await askModel(access('failing'), QUESTION, connections)
  const asked = calls.length
  await controlEnded()
  expect(await askModel(access('honest'), QUESTION, connections)).toMatchObject({
    ok: false,
    failure: 'circuit_open',
  })
  expect(await askModel(access('honest', 'openai'), QUESTION, connections)).toMatchObject({
    ok: true,
  })
  expect(calls).toHaveLength(asked + 1)
  now = 31_000
  expect(await askModel(access('honest'), QUESTION, connections)).toMatchObject({ ok: true })
  isUp = true
  for (let n = 0; n < 9; n++) await askModel(access('failing'), QUESTION, connections)
  await controlEnded()
  expect(await askModel(access('honest'), QUESTION, connections)).toMatchObject({ ok: true })
  expect(controls.length).toBe(3)
  expect(controls.join()).not.toContain('sample-')
})

test.each([
  [
    'a redirect',
    () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/' } }),
    'unavailable',
  ],
  ['an answer without an end', () => new Response(new Uint8Array(600 * 1024)), 'unavailable'],
  [
    'a page instead of JSON',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'not_understood',
  ],
  ['an empty answer', () => new Response('', { status: 200 }), 'not_understood'],
])('%s does not send the key to another host and gives a failure', async (_, response, failure) => {
  const hosts: string[] = []
  const { connections } = world({
    fetch: async (url) => {
      hosts.push(new URL(url).hostname)
      return response()
    },
  })
  expect(await askModel(access('honest'), QUESTION, connections)).toMatchObject({
    ok: false,
    failure,
  })
  expect(new Set(hosts)).toEqual(new Set(['api.anthropic.com']))
})

test('Workers AI is called through its binding and without an API key', async () => {
  const asked: unknown[] = []
  const binding = {
    run: async (model: string, input: unknown) => {
      asked.push([model, input])
      return { response: '{"reached": true}', usage: { prompt_tokens: 12, completion_tokens: 5 } }
    },
  } as unknown as Extract<ModelAccess, { provider: 'workers_ai' }>['binding']
  const { calls, connections } = world()
  const answer = await askModel(
    { provider: 'workers_ai', model: '@cf/meta/llama', binding },
    QUESTION,
    connections,
  )
  expect(answer).toMatchObject({
    ok: true,
    output: { reached: true },
    used: { inputTokens: 12, outputTokens: 5 },
  })
  expect([asked.length, calls.length]).toEqual([1, 0])
})
