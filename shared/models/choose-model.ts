import { failed, type NoAnswer, skipped } from '../attribution/deep-tools.ts'
import { SealBroken } from '../platform/crypto/seal.ts'
import type { Environment } from '../platform/environment.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { ModelAccess } from './ask-model.ts'
import { openLlmKey } from './llm-key-seal.ts'
import type { KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

/**
 * The API key of a request, kept only in memory. `lost`: the process was restarted, so the key is
 * gone.
 */
export type OwnKey =
  | { held: 'none' }
  | { held: 'here'; provider: KeyProvider; apiKey: string }
  | { held: 'lost' }

export interface ModelSubject {
  accountId: string
  subject: string
  ownKey: OwnKey
}

export type PaidBy = llmKeys.LlmReservation['paid_by']
export type Choice = { ok: true; access: ModelAccess; paidBy: PaidBy } | NoAnswer

/**
 * Chooses the API key in this order: the key in the request, the account's saved key, the key of
 * the service. Throws if Postgres does not respond.
 */
export async function chooseModel(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { accountId, ownKey }: ModelSubject,
): Promise<Choice> {
  const { LLM_MODELS: models } = env
  if (ownKey.held === 'here') {
    const { provider, apiKey } = ownKey
    return { ok: true, access: { provider, model: models[provider], apiKey }, paidBy: 'request' }
  }
  if (ownKey.held === 'lost')
    return failed(
      'The key that came with the request was lost when the analysis was restarted, because it ' +
        'is never stored.',
    )
  const saved = await llmKeys.usableLlmKey(db, accountId)
  if (saved !== null) {
    try {
      const apiKey = await openLlmKey(db, env.SEAL_KEYS, saved)
      const { provider } = saved
      return {
        ok: true,
        access: { provider, model: saved.model ?? models[provider], apiKey },
        paidBy: 'account',
      }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log({ event: 'llm_key.open_failed', llm_key_id: saved.id })
      return failed(`The saved key for ${saved.provider} cannot be read; save it again.`)
    }
  }
  const access = serviceAccess(env)
  return access === null
    ? skipped('No language model is configured.')
    : { ok: true, access, paidBy: 'service' }
}

function serviceAccess(env: Environment): ModelAccess | null {
  const { LLM_PROVIDER: configured, LLM_MODELS: models, AI: binding } = env
  const keys: readonly (readonly [KeyProvider, string | undefined])[] = [
    ['anthropic', env.ANTHROPIC_API_KEY],
    ['openai', env.OPENAI_API_KEY],
    ['google', env.GOOGLE_API_KEY],
  ]
  for (const [provider, apiKey] of keys)
    if (apiKey !== undefined && (configured === 'auto' || configured === provider))
      return { provider, model: models[provider], apiKey }
  if (binding !== undefined && (configured === 'auto' || configured === 'workers_ai'))
    return { provider: 'workers_ai', model: models.workers_ai, binding }
  return null
}
