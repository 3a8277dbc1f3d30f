import { z } from 'zod'
import { vars } from '../platform/environment.ts'
import type { DeepSettings } from './deep-services.ts'

/** What whoever asks models, takes pictures or buys records needs of the environment; every secret and binding may be missing. */
export const deepNeeds = vars(
  'SEAL_KEYS',
  'LLM_PROVIDER',
  'LLM_MODELS',
  'LLM_PRICES',
  'LLM_DAILY_TOKENS',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_API_KEY',
  'BROWSER_RENDERING_ACCOUNT_ID',
  'BROWSER_RENDERING_TOKEN',
  'ENRICHMENT_API_KEY',
  'REVERSE_WHOIS_API_KEY',
).extend({
  AI: z.custom<DeepSettings['AI']>().optional(),
  BROWSER: z.custom<DeepSettings['BROWSER']>().optional(),
})
