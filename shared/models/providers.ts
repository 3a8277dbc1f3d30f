import { z } from 'zod'

/** A customer can save an API key for these. */
export const KEY_PROVIDERS = ['anthropic', 'openai', 'google'] as const
export const KeyProvider = z.enum(KEY_PROVIDERS)
export type KeyProvider = z.infer<typeof KeyProvider>
/** Workers AI is called through a binding and needs no API key. */
export const MODEL_PROVIDERS = [...KEY_PROVIDERS, 'workers_ai'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]
