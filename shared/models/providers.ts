import { z } from 'zod'

export const KEY_PROVIDERS = ['anthropic', 'openai', 'google'] as const
export const KeyProvider = z.enum(KEY_PROVIDERS)
export type KeyProvider = z.infer<typeof KeyProvider>
/** All providers. Workers AI has no API key, because it is called through a binding. */
export const MODEL_PROVIDERS = [...KEY_PROVIDERS, 'workers_ai'] as const
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]
