import { expect, test } from 'vitest'
import { answerModel } from './llm.ts'

const ANTHROPIC = 'https://api.anthropic.com/v1/messages'
const OPENAI = 'https://api.openai.com/v1/responses'
const GOOGLE =
  'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent'
const OLD_GOOGLE = GOOGLE.replace('3.8', '2.5')

const KEYS = { authorization: 'Bearer honest', 'x-api-key': 'honest', 'x-goog-api-key': 'honest' }
const HEADERS = { ...KEYS, 'anthropic-version': '2023-06-01' }
const MESSAGES = [{ role: 'user', content: 'Answer.' }]
const CLAUDE = { model: 'claude-haiku-5-5', max_tokens: 500, messages: MESSAGES }
const GPT = { model: 'gpt-6-luna', input: MESSAGES, max_output_tokens: 500 }
const GEMINI = { contents: [{ role: 'user', parts: [{ text: 'Answer.' }] }] }
const thinking = (thinkingConfig: object) => ({ ...GEMINI, generationConfig: { thinkingConfig } })
const LOOSE = {
  type: 'json_schema',
  strict: true,
  schema: { type: 'object', properties: { a: {} }, required: [] },
}

async function ask(url: string, body: object, headers: Record<string, string> = HEADERS) {
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await answerModel(request, async () => undefined)
  return { status: response.status, text: await response.text() }
}

test.each<[string, string, object, number, Record<string, string>?]>([
  ['no key', ANTHROPIC, CLAUDE, 401, { 'anthropic-version': '2023-06-01' }],
  ['no version', ANTHROPIC, CLAUDE, 400, KEYS],
  ['an unknown parameter', ANTHROPIC, { ...CLAUDE, reasoning: {} }, 400],
  ['a temperature', ANTHROPIC, { ...CLAUDE, temperature: 0 }, 400],
  ['no limit', ANTHROPIC, { model: 'claude-haiku-5-5', messages: MESSAGES }, 400],
  [
    'a budget of thinking',
    ANTHROPIC,
    { ...CLAUDE, thinking: { type: 'enabled', budget_tokens: 1_024 } },
    400,
  ],
  [
    'no thinking',
    ANTHROPIC,
    { ...CLAUDE, model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
    400,
  ],
  [
    'an effort',
    ANTHROPIC,
    { ...CLAUDE, model: 'claude-haiku-4-5', output_config: { effort: 'low' } },
    400,
  ],
  ['no key', OPENAI, GPT, 401, {}],
  ['an unknown parameter', OPENAI, { ...GPT, max_tokens: 500 }, 400],
  ['a limit below 16', OPENAI, { ...GPT, max_output_tokens: 15 }, 400],
  ['an unknown effort', OPENAI, { ...GPT, reasoning: { effort: 'minimal' } }, 400],
  ['an effort', OPENAI, { ...GPT, model: 'gpt-4.1', reasoning: { effort: 'none' } }, 400],
  ['a property that is not required', OPENAI, { ...GPT, text: { format: LOOSE } }, 400],
  ['no key', GOOGLE, GEMINI, 400, {}],
  ['an unknown parameter', GOOGLE, { ...GEMINI, max_tokens: 500 }, 400],
  ['the lowest level', GOOGLE, thinking({ thinkingLevel: 'minimal' }), 400],
  ['a level', OLD_GOOGLE, thinking({ thinkingLevel: 'low' }), 400],
  ['a level and a budget', GOOGLE, thinking({ thinkingLevel: 'low', thinkingBudget: 100 }), 400],
])('a request with %s to %s is refused', async (_what, url, body, status, headers) => {
  expect((await ask(url, body, headers)).status).toBe(status)
})

test.each([
  [ANTHROPIC, CLAUDE, { ...CLAUDE, thinking: { type: 'disabled' } }, '"stop_reason":"max_tokens"'],
  [OPENAI, GPT, { ...GPT, reasoning: { effort: 'none' } }, '"reason":"max_output_tokens"'],
  [
    GOOGLE,
    { ...GEMINI, generationConfig: { maxOutputTokens: 500 } },
    {
      ...GEMINI,
      generationConfig: { maxOutputTokens: 500, thinkingConfig: { thinkingLevel: 'low' } },
    },
    '"finishReason":"MAX_TOKENS"',
  ],
])(
  '%s counts thinking as output, so a small limit cuts an answer unless thinking is switched off',
  async (...row) => {
    const [url, thoughtful, quick, cut] = row
    expect(await ask(url, thoughtful)).toMatchObject({
      status: 200,
      text: expect.stringContaining(cut),
    })
    expect(await ask(url, quick)).toMatchObject({
      status: 200,
      text: expect.not.stringContaining(cut),
    })
  },
)
