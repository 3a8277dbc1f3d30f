/** Providers whose keys `POST /account/llm-keys` accepts. */
const NAMES = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google' } as const

export type Provider = keyof typeof NAMES

export const PROVIDERS: readonly (readonly [Provider, string])[] = [
  ['anthropic', NAMES.anthropic],
  ['openai', NAMES.openai],
  ['google', NAMES.google],
]

export const providerName = (provider: Provider): string => NAMES[provider]
