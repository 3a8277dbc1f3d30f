import type { Ai } from '@cloudflare/workers-types'
import { z } from 'zod'
import { failed, skipped, type Without } from '../attribution/deep-tools.ts'
import { SealBroken, type SealKeys } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { vars } from '../platform/environment.ts'
import { log } from '../platform/log.ts'
import type { ModelAccess } from './ask-model.ts'
import { openLlmKey } from './llm-key-seal.ts'
import type { KeyProvider, ModelProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

/** The configured language models. Every key and binding may be missing. */
export interface ModelSettings {
  SEAL_KEYS: SealKeys
  LLM_PROVIDER: 'auto' | ModelProvider | 'none'
  LLM_MODELS: Readonly<Record<ModelProvider, string>>
  LLM_PRICES: Readonly<Record<string, readonly [input: number, output: number]>>
  LLM_DAILY_TOKENS: number
  ANTHROPIC_API_KEY?: string | undefined
  OPENAI_API_KEY?: string | undefined
  GOOGLE_API_KEY?: string | undefined
  AI?: Ai | undefined
}

/** The part of the environment that makes ModelSettings. */
export const modelNeeds = vars(
  'SEAL_KEYS',
  'LLM_PROVIDER',
  'LLM_MODELS',
  'LLM_PRICES',
  'LLM_DAILY_TOKENS',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_API_KEY',
).extend({ AI: z.custom<ModelSettings['AI']>().optional() })

export interface ModelUseDependencies {
  db: Database
  settings: ModelSettings
}

/** The key that came with the request: none, in memory, or lost with the memory that held it. */
export type OwnKey = { held: 'none' } | { held: 'here'; provider: KeyProvider; apiKey: string } | { held: 'lost' }

/** Who asks, and for what. */
export interface ModelSubject {
  accountId: string
  /** The job or correlation. */
  subject: string
  ownKey: OwnKey
}

export type PaidBy = llmKeys.LlmReservation['paid_by']
export type Choice = { ok: true; access: ModelAccess; paidBy: PaidBy } | Without

/** The model that a subject may ask, and who pays: the key at hand, the account's saved one, the service's. Throws when Postgres is out of reach. */
export async function chooseModel(
  { db, settings }: ModelUseDependencies,
  { accountId, ownKey }: ModelSubject,
): Promise<Choice> {
  const { LLM_MODELS: models } = settings
  if (ownKey.held === 'here') {
    const { provider, apiKey } = ownKey
    return { ok: true, access: { provider, model: models[provider], apiKey }, paidBy: 'request' }
  }
  if (ownKey.held === 'lost')
    return failed(
      'The key that came with the request was lost when the analysis was taken up again; it is never stored.',
    )
  const saved = await llmKeys.usableLlmKey(db, accountId)
  if (saved !== null) {
    try {
      const apiKey = await openLlmKey(db, settings.SEAL_KEYS, saved)
      const { provider } = saved
      return { ok: true, access: { provider, model: saved.model ?? models[provider], apiKey }, paidBy: 'account' }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log({ event: 'llm_key.unreadable', llm_key_id: saved.id })
      return failed(`The saved key for ${saved.provider} cannot be read; save it again.`)
    }
  }
  const access = serviceAccess(settings)
  return access === null ? skipped('No language model is configured.') : { ok: true, access, paidBy: 'service' }
}

/** The service's own model, when there is one. */
function serviceAccess(settings: ModelSettings): ModelAccess | null {
  const { LLM_PROVIDER: wanted, LLM_MODELS: models, AI: binding } = settings
  const keys: readonly (readonly [KeyProvider, string | undefined])[] = [
    ['anthropic', settings.ANTHROPIC_API_KEY],
    ['openai', settings.OPENAI_API_KEY],
    ['google', settings.GOOGLE_API_KEY],
  ]
  for (const [provider, apiKey] of keys)
    if (apiKey !== undefined && (wanted === 'auto' || wanted === provider))
      return { provider, model: models[provider], apiKey }
  if (binding !== undefined && (wanted === 'auto' || wanted === 'workers_ai'))
    return { provider: 'workers_ai', model: models.workers_ai, binding }
  return null
}
