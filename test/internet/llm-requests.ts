import { z } from 'zod'

/**
 * Result of checking a request. The simulated providers refuse the requests that the real ones
 * refuse.
 * The tokens for thinking count against the limit of output tokens.
 */
export type ReadRequest =
  | { accepted: true; outputTokensMax: number; thinkingTokens: number }
  | { accepted: false; message: string }

type Effort = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/**
 * Tokens that a simulated model uses for thinking. They depend only on the effort; a real model
 * also thinks longer about harder questions.
 */
const THINKING_TOKENS: Record<Effort, number> = {
  minimal: 100,
  low: 300,
  medium: 1_500,
  high: 4_000,
  xhigh: 8_000,
  max: 16_000,
}

const refused = (message: string): ReadRequest => ({ accepted: false, message })

const AnthropicRequest = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.number().int().min(1),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']) })).min(1),
  system: z.unknown().optional(),
  thinking: z
    .looseObject({ type: z.enum(['enabled', 'disabled', 'adaptive', 'between_tools']) })
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      format: z.unknown().optional(),
    })
    .optional(),
  tools: z.array(z.unknown()).optional(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().optional(),
})

/**
 * Groups of models from the Claude documentation, page Troubleshooting thinking:
 * - models that always think,
 * - the model that has "between_tools" in the place of "disabled",
 * - earlier models, which do not think by default and have no effort setting.
 */
const ALWAYS_THINKS = /^claude-(?:opus-5-5|fable-)/u
const BETWEEN_TOOLS = /^claude-sonnet-5-5/u
const WITHOUT_EFFORT = /^claude-(?:3|(?:haiku|sonnet)-4-5|(?:opus|sonnet)-4-[01])/u

export function readAnthropic(body: unknown, headers: Headers): ReadRequest {
  if (headers.get('anthropic-version') !== '2023-06-01')
    return refused('anthropic-version: header is required')
  const parsed = AnthropicRequest.safeParse(body)
  if (!parsed.success) return refused(z.prettifyError(parsed.error))
  const {
    model,
    max_tokens: outputTokensMax,
    messages,
    thinking,
    output_config: config,
  } = parsed.data
  if (messages.at(-1)?.role !== 'user')
    return refused('The conversation must end with a user message.')
  const type = thinking?.type
  const unsupported = refused(`"thinking.type.${type}" is not supported for this model.`)
  if (WITHOUT_EFFORT.test(model)) {
    if (config?.effort !== undefined)
      return refused('This model does not support the effort parameter.')
    if (type === 'adaptive' || type === 'between_tools') return unsupported
    return { accepted: true, outputTokensMax, thinkingTokens: 0 }
  }
  if (type === 'enabled' || (type === 'between_tools' && !BETWEEN_TOOLS.test(model)))
    return unsupported
  if (type === 'disabled' && (ALWAYS_THINKS.test(model) || BETWEEN_TOOLS.test(model)))
    return unsupported
  const thinks = type !== 'disabled' && type !== 'between_tools'
  return {
    accepted: true,
    outputTokensMax,
    thinkingTokens: thinks ? THINKING_TOKENS[config?.effort ?? 'medium'] : 0,
  }
}

const OpenAiRequest = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.unknown()).min(1),
  max_output_tokens: z
    .number()
    .int()
    .min(16, 'integer below minimum value. Expected a value >= 16')
    .optional(),
  reasoning: z
    .strictObject({ effort: z.string().optional(), summary: z.string().optional() })
    .optional(),
  text: z
    .strictObject({
      format: z
        .looseObject({
          type: z.string(),
          strict: z.boolean().optional(),
          schema: z.unknown().optional(),
        })
        .optional(),
      verbosity: z.string().optional(),
    })
    .optional(),
  store: z.boolean().optional(),
  include: z.array(z.string()).optional(),
  instructions: z.string().optional(),
  stream: z.boolean().optional(),
})

/**
 * Allowed efforts for each group of models. The first effort of a list is the default. Source:
 * OpenAI documentation, page Reasoning models and the pages of the models.
 */
const OPENAI_EFFORTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^gpt-6(?:\.1-terra|-luna|-sol)/u, ['medium', 'none', 'low', 'high', 'xhigh', 'max']],
  [/^gpt-6/u, ['medium', 'low', 'high', 'xhigh', 'max']],
  [/^gpt-5\.\d/u, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5/u, ['medium', 'minimal', 'low', 'high']],
  [/^o\d/u, ['medium', 'low', 'high']],
]

export function readOpenAi(body: unknown): ReadRequest {
  const parsed = OpenAiRequest.safeParse(body)
  if (!parsed.success) return refused(z.prettifyError(parsed.error))
  const { model, max_output_tokens: outputTokensMax = 128_000, reasoning, text } = parsed.data
  if (text?.format?.strict === true && !isStrictSchema(text.format.schema))
    return refused(
      "Invalid schema for response_format: 'required' must include every key in properties.",
    )
  const efforts = OPENAI_EFFORTS.find(([models]) => models.test(model))?.[1]
  if (efforts === undefined)
    return reasoning?.effort === undefined
      ? { accepted: true, outputTokensMax, thinkingTokens: 0 }
      : refused("Unsupported parameter: 'reasoning.effort' is not supported with this model.")
  const effort = reasoning?.effort ?? efforts[0] ?? 'none'
  if (!efforts.includes(effort))
    return refused(`Unsupported value: '${effort}' is not supported with this model.`)
  return { accepted: true, outputTokensMax, thinkingTokens: tokensOf(effort) }
}

const tokensOf = (effort: string): number =>
  Object.entries(THINKING_TOKENS).find(([name]) => name === effort)?.[1] ?? 0

const ObjectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) })

/**
 * True if the schema is allowed in strict mode: every object must list all its properties as
 * required and allow no others (OpenAI documentation, Structured outputs).
 */
function isStrictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const object = ObjectSchema.safeParse(schema)
  if (object.success) {
    const names = Object.keys(object.data.properties)
    const required = z.array(z.string()).safeParse(object.data.required)
    if (object.data.additionalProperties !== false || !required.success) return false
    if (names.some((name) => !required.data.includes(name))) return false
  }
  return Object.values(schema).every(isStrictSchema)
}

const GoogleRequest = z.strictObject({
  contents: z.array(z.looseObject({ parts: z.array(z.unknown()) })).min(1),
  systemInstruction: z.unknown().optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.number().int().min(1).optional(),
      responseMimeType: z.string().optional(),
      responseSchema: z.unknown().optional(),
      responseJsonSchema: z.unknown().optional(),
      thinkingConfig: z
        .strictObject({
          thinkingBudget: z.number().int().optional(),
          thinkingLevel: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
          includeThoughts: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
})

/**
 * Models with a token budget for thinking in the place of a level, and models that do not think.
 * All other models always think a little. Source: Gemini API documentation, page Thinking.
 */
const BY_BUDGET = /^gemini-2\.5/u
const WITHOUT_THINKING = /^gemini-(?:1|2\.0)/u

export function readGoogle(body: unknown, model: string): ReadRequest {
  const parsed = GoogleRequest.safeParse(body)
  if (!parsed.success)
    return refused(`Invalid JSON payload received. ${z.prettifyError(parsed.error)}`)
  const { maxOutputTokens: outputTokensMax = 65_536, thinkingConfig } =
    parsed.data.generationConfig ?? {}
  const { thinkingBudget: budget, thinkingLevel: level } = thinkingConfig ?? {}
  if (budget !== undefined && level !== undefined)
    return refused('Only one of thinking level and budget may be set.')
  if (WITHOUT_THINKING.test(model) && thinkingConfig !== undefined)
    return refused('Thinking is not supported.')
  if (WITHOUT_THINKING.test(model)) return { accepted: true, outputTokensMax, thinkingTokens: 0 }
  if (BY_BUDGET.test(model)) {
    if (level !== undefined) return refused('Thinking level is not supported for this model.')
    return { accepted: true, outputTokensMax, thinkingTokens: budget ?? THINKING_TOKENS.medium }
  }
  if (level === 'minimal') return refused('Thinking level MINIMAL is not supported for this model.')
  if (budget === 0) return refused('Budget 0 is invalid. This model only works in thinking mode.')
  return {
    accepted: true,
    outputTokensMax,
    thinkingTokens: budget ?? THINKING_TOKENS[level ?? 'medium'],
  }
}
