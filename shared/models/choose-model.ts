import { failed, skipped, type Without } from '../attribution/deep-tools.ts'
import { SealBroken } from '../platform/crypto/seal.ts'
import type { Environment } from '../platform/environment.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { ModelAccess } from './ask-model.ts'
import { openLlmKey } from './llm-key-seal.ts'
import type { KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

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
      'The key that came with the request was lost when the analysis was taken up again; it is never stored.',
    )
  const saved = await llmKeys.usableLlmKey(db, accountId)
  if (saved !== null) {
    try {
      const apiKey = await openLlmKey(db, env.SEAL_KEYS, saved)
      const { provider } = saved
      return { ok: true, access: { provider, model: saved.model ?? models[provider], apiKey }, paidBy: 'account' }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log({ event: 'llm_key.unreadable', llm_key_id: saved.id })
      return failed(`The saved key for ${saved.provider} cannot be read; save it again.`)
    }
  }
  const access = serviceAccess(env)
  return access === null ? skipped('No language model is configured.') : { ok: true, access, paidBy: 'service' }
}

/** The service's own model, when there is one. */
function serviceAccess(env: Environment): ModelAccess | null {
  const { LLM_PROVIDER: wanted, LLM_MODELS: models, AI: binding } = env
  const keys: readonly (readonly [KeyProvider, string | undefined])[] = [
    ['anthropic', env.ANTHROPIC_API_KEY],
    ['openai', env.OPENAI_API_KEY],
    ['google', env.GOOGLE_API_KEY],
  ]
  for (const [provider, apiKey] of keys)
    if (apiKey !== undefined && (wanted === 'auto' || wanted === provider))
      return { provider, model: models[provider], apiKey }
  if (binding !== undefined && (wanted === 'auto' || wanted === 'workers_ai'))
    return { provider: 'workers_ai', model: models.workers_ai, binding }
  return null
}
