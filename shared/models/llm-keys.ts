import type { Caller } from '../platform/caller.ts'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { PublicError, rateLimited, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { breakers } from '../platform/limits/breaker.ts'
import { takePermit } from '../platform/limits/queries.ts'
import type { Connections } from '../platform/net/connections.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { askModel, describeFailure, type ModelFailure } from './ask-model.ts'
import { sealLlmKey } from './llm-key-seal.ts'
import { KEY_PROVIDERS, KeyProvider } from './providers.ts'
import * as llmKeys from './queries.ts'

/** An API key that is used only for one request and never stored. */
export interface HeldKey {
  provider: KeyProvider
  apiKey: string
}

/** The key is sent in an HTTP header, so only printable ASCII without spaces is allowed. */
export const LlmApiKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 printable characters without spaces')

const HINT_CHARACTERS = 4
// The test answer needs about ten tokens. The limit is higher, because some models always think.
const TEST_TOKENS_MAX = 1_000
const TEST_MS = 15_000

export function requireTeam({ tier }: Caller): void {
  if (tier !== 'team' && tier !== 'enterprise')
    throw new PublicError(
      'TIER_REQUIRED',
      'Own keys for language models need the Team tier or higher.',
    )
}

/** Accepts upper and lower case. Throws PublicError UNSUPPORTED_PROVIDER. */
export function requireProvider(name: string): KeyProvider {
  const provider = KeyProvider.safeParse(name.trim().toLowerCase())
  if (provider.success) return provider.data
  throw new PublicError(
    'UNSUPPORTED_PROVIDER',
    `The provider must be one of ${KEY_PROVIDERS.join(', ')}.`,
  )
}

/** Throws PublicError UNSUPPORTED_PROVIDER, or VALIDATION_ERROR for a key without a provider. */
export function requireOwnKey(headers: {
  'x-llm-api-key'?: string | undefined
  'x-llm-provider'?: string | undefined
}): HeldKey | null {
  const { 'x-llm-api-key': apiKey, 'x-llm-provider': name } = headers
  const provider = name === undefined ? null : requireProvider(name)
  if (apiKey === undefined) return null
  if (provider !== null) return { provider, apiKey }
  // The provider is required, because the key could otherwise be sent to the host of another
  // provider.
  throw validationError([
    { path: ['x-llm-provider'], message: 'is missing; X-LLM-API-Key needs it' },
  ])
}

/**
 * Tests the key with one small question, then encrypts and saves it in place of the earlier key.
 * Throws PublicError TIER_REQUIRED, UNSUPPORTED_PROVIDER, RATE_LIMITED, LLM_KEY_REJECTED,
 * UNAVAILABLE or UNAUTHORIZED.
 */
export async function saveLlmKey(
  services: Pick<Services, 'db' | 'env' | 'requestId' | 'connections'>,
  caller: Caller,
  request: { provider: string; api_key: string; model?: string | undefined },
  signal: AbortSignal,
): Promise<llmKeys.LlmKeyRow> {
  const { db, env } = services
  const provider = requireProvider(request.provider)
  await takeSavePermit(services, caller.accountId)
  const model = request.model ?? null
  // The failures of this test are counted apart: a failing key of one caller must not stop calls
  // for other accounts.
  const connections = { ...services.connections(signal), breakerOf: breakers() }
  await testKey(connections, provider, model ?? env.LLM_MODELS[provider], request.api_key)
  const saved = await llmKeys.saveLlmKey(db, auditOriginOf(requestOriginOf(services, caller)), {
    llm_key_id: newIdentifier('llm'),
    provider,
    model,
    key_hint: request.api_key.slice(-HINT_CHARACTERS),
    sealed: await sealLlmKey(env.SEAL_KEYS, caller.accountId, provider, request.api_key),
  })
  switch (saved.outcome) {
    case 'saved':
      return saved.key
    case 'tier':
      throw new PublicError(
        'TIER_REQUIRED',
        'Own keys for language models need the Team tier or higher.',
      )
    case 'closed':
      throw unauthorized()
    default:
      return saved satisfies never
  }
}

// Limits the number of saves, because each save sends a question to a model provider. Throws
// PublicError RATE_LIMITED.
async function takeSavePermit(
  { db, env }: Pick<Services, 'db' | 'env'>,
  accountId: string,
): Promise<void> {
  const permit = await takePermit(db, {
    limitName: 'llm_key_save',
    holder: accountId,
    limit: env.LLM_KEY_SAVES_PER_HOUR,
    leaseSeconds: HOUR_SECONDS,
  })
  if (!permit.taken)
    throw rateLimited('No more keys can be tried this hour.', permit.retry_after_seconds)
}

// Failures that prove that the key or the chosen model does not work. An answer that does not match
// the schema is not among them: it proves that the key works.
const REJECTIONS: ReadonlySet<ModelFailure> = new Set([
  'key_rejected',
  'model_unknown',
  'out_of_credit',
  'refused',
  'request_refused',
])
/** Failures that another model could avoid, so the customer is told about the model. */
const MODEL_REJECTIONS: ReadonlySet<ModelFailure> = new Set([
  'model_unknown',
  'refused',
  'request_refused',
])
const OUTAGES: ReadonlySet<ModelFailure> = new Set([
  'rate_limited',
  'timeout',
  'unavailable',
  'circuit_open',
])

async function testKey(
  connections: Connections,
  provider: KeyProvider,
  model: string,
  apiKey: string,
): Promise<void> {
  const question = {
    system: 'You are asked whether you can be reached.',
    user: 'Answer with reached set to true.',
    schema: z.object({ reached: z.boolean() }),
    outputTokensMax: TEST_TOKENS_MAX,
    timeoutMs: TEST_MS,
  }
  const answer = await askModel({ provider, model, apiKey }, question, connections)
  if (answer.ok) return
  if (REJECTIONS.has(answer.failure))
    throw new PublicError('LLM_KEY_REJECTED', describeFailure(provider, answer.failure), {
      details: [
        {
          path: MODEL_REJECTIONS.has(answer.failure) ? 'model' : 'api_key',
          message: describeFailure(provider, answer.failure),
        },
      ],
    })
  if (OUTAGES.has(answer.failure))
    throw new PublicError(
      'UNAVAILABLE',
      `${describeFailure(provider, answer.failure)} The key was not saved.`,
    )
}

/** Throws PublicError VALIDATION_ERROR or NOT_FOUND. */
export async function deleteLlmKey(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  name: string,
): Promise<void> {
  const provider = KeyProvider.safeParse(name)
  if (!provider.success) {
    const message = `must be one of ${KEY_PROVIDERS.join(', ')}`
    throw validationError([{ path: ['provider'], message }])
  }
  const { outcome } = await llmKeys.deleteLlmKey(
    services.db,
    auditOriginOf(requestOriginOf(services, caller)),
    provider.data,
  )
  if (outcome === 'unknown')
    throw new PublicError('NOT_FOUND', 'There is no active key for this provider.')
}
