import { z } from 'zod'

/** Providers of language models for which a customer may bring a key. */
export const KEY_PROVIDERS = ['anthropic', 'openai', 'google'] as const
export const KeyProvider = z.enum(KEY_PROVIDERS)
export type KeyProvider = z.infer<typeof KeyProvider>
/** Workers AI is reached by a binding and needs no key. */
export type ModelProvider = KeyProvider | 'workers_ai'
