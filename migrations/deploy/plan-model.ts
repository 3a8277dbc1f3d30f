import { VARS } from '../../shared/platform/environment.ts'
import type { ModelPrice } from './plan.ts'
import type { Settings } from './settings.ts'

const KEYS = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_API_KEY',
} as const

/**
 * Returns the language model that a deployment pays for, with its price: the first provider with a
 * key, or the first provider of all.
 */
export function modelOf(settings: Settings): ModelPrice | undefined {
  const models = VARS.LLM_MODELS.parse(settings.LLM_MODELS)
  const prices = VARS.LLM_PRICES.parse(settings.LLM_PRICES)
  const providers = ['anthropic', 'openai', 'google'] as const
  const named = providers.find((provider) => provider === settings.LLM_PROVIDER)
  const provider =
    named ?? providers.find((each) => settings[KEYS[each]] !== undefined) ?? 'anthropic'
  const model = models[provider]
  const [input, output] = prices[model] ?? []
  return input === undefined || output === undefined ? undefined : { model, input, output }
}
