import type { Ai } from '@cloudflare/workers-types'
import {
  type BrowserBinding,
  SCREENSHOT_SOURCE_HOST,
  type ScreenshotAccess,
  takeScreenshot,
} from '../attribution/collectors/browser-rendering.ts'
import { peopleDataLabs } from '../attribution/collectors/people-data-labs.ts'
import { countRegistrations, ReverseWhoisUnavailable } from '../attribution/collectors/whoisxml.ts'
import type { ChosenModel, DeepTools, ReadingAnswer, ReadingQuestion, Without } from '../attribution/deep-tools.ts'
import { askModel, describeFailure, type ModelAccess, type ModelDependencies, modelHost } from '../models/ask-model.ts'
import { openLlmKey } from '../models/llm-key-seal.ts'
import type { KeyProvider, ModelProvider } from '../models/providers.ts'
import * as llmKeys from '../models/queries.ts'
import * as llmUses from '../models/use-queries.ts'
import { hexOf } from '../platform/crypto/hex.ts'
import { SealBroken, type SealKeys } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { createCircuits } from '../platform/net/circuits.ts'
import { FetchFailure } from '../platform/net/fetch-failure.ts'

/** What is configured of the services that deep analyses may use. Everything may be missing. */
export interface DeepSettings {
  SEAL_KEYS: SealKeys
  LLM_PROVIDER: 'auto' | ModelProvider | 'none'
  LLM_MODELS: Readonly<Record<ModelProvider, string>>
  LLM_PRICES: Readonly<Record<string, readonly [input: number, output: number]>>
  LLM_DAILY_TOKENS: number
  ANTHROPIC_API_KEY?: string | undefined
  OPENAI_API_KEY?: string | undefined
  GOOGLE_API_KEY?: string | undefined
  BROWSER_RENDERING_ACCOUNT_ID: string
  BROWSER_RENDERING_TOKEN?: string | undefined
  ENRICHMENT_API_KEY?: string | undefined
  REVERSE_WHOIS_API_KEY?: string | undefined
  AI?: Ai | undefined
  BROWSER?: BrowserBinding | undefined
}

/** The key that came with the request: none, in memory, or lost with the memory that held it. */
export type OwnKey = { held: 'none' } | { held: 'here'; provider: KeyProvider; apiKey: string } | { held: 'lost' }

/** Who asks, and for what. */
export interface DeepSubject {
  accountId: string
  /** The job or correlation. */
  subject: string
  ownKey: OwnKey
}

export interface DeepDependencies {
  db: Database
  settings: DeepSettings
  randomBytes(count: number): Uint8Array
}

export type PaidBy = llmUses.LlmReservation['paid_by']
export type Choice = { ok: true; access: ModelAccess; paidBy: PaidBy } | Without

const NONCE_BYTES = 16
/** Rather too many than too few: three characters a token, and an image as providers count a large one. */
const CHARACTERS_PER_TOKEN = 3
const IMAGE_TOKENS = 2_500
const TOKENS_PRICED = 1e6
const MICRO = 1e6

const skipped = (detail: string): Without => ({ ok: false, status: 'skipped', detail })
const failed = (detail: string): Without => ({ ok: false, status: 'failed', detail })

/**
 * The deep services of one run, bound to outgoing connections by the returned function. The model is chosen once: the request's own key,
 * else the account's saved one, else the service's, else none.
 */
export function deepServices(
  deps: DeepDependencies,
  subject: DeepSubject,
): (outside: ModelDependencies & { userAgent: string }) => DeepTools {
  let choice: Promise<Choice> | null = null
  const chosen = () => {
    choice ??= modelFor(deps, subject).catch((error: unknown) => {
      log({ event: 'llm.not_chosen', job_id: subject.subject, error: describeError(error) })
      return failed('The language model could not be chosen.')
    })
    return choice
  }
  const camera = cameraOf(deps.settings)
  return (outside) => ({
    newNonce: () => hexOf(deps.randomBytes(NONCE_BYTES)),
    async model() {
      const made = await chosen()
      return made.ok ? shownModel(made.access) : made
    },
    async ask(purpose, question) {
      const made = await chosen()
      return made.ok ? askCounted(deps, subject, made, purpose, question, outside) : made
    },
    takesScreenshots: camera !== null,
    async screenshot(url) {
      if (camera === null) return skipped('Screenshots are not configured.')
      return attempt(async () => ({
        ok: true,
        ...(await takeScreenshot(camera, url, outside)),
        host: SCREENSHOT_SOURCE_HOST,
      }))
    },
    async countDomains(registrant) {
      const apiKey = deps.settings.REVERSE_WHOIS_API_KEY
      if (apiKey === undefined) return skipped('Reverse WHOIS is not configured.')
      const query = { organization: registrant, exact: true }
      return attempt(async () => ({
        ok: true,
        count: await countRegistrations({ ...outside, apiKey }, query),
        host: 'reverse-whois.whoisxmlapi.com',
      }))
    },
    async companyOf(domain) {
      const apiKey = deps.settings.ENRICHMENT_API_KEY
      if (apiKey === undefined) return skipped('Company enrichment is not configured.')
      const source = peopleDataLabs(apiKey)
      return attempt(async () => ({ ok: true, company: await source.companyOf(domain, outside), host: source.host }))
    },
  })
}

const shownModel = (access: ModelAccess): ChosenModel => ({
  ok: true,
  provider: access.provider,
  model: access.model,
  host: modelHost(access.provider),
})

/** What a service gives, or its failure as a sentence. What is no failure of a service is a bug and goes on. */
async function attempt<Answer extends { ok: true }>(task: () => Promise<Answer>): Promise<Answer | Without> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof FetchFailure) return failed(error.message)
    if (error instanceof ReverseWhoisUnavailable)
      return failed(`The reverse WHOIS service gave no usable answer: ${error.because}.`)
    throw error
  }
}

function cameraOf(settings: DeepSettings): ScreenshotAccess | null {
  const { BROWSER: browser, BROWSER_RENDERING_TOKEN: apiToken, BROWSER_RENDERING_ACCOUNT_ID: accountId } = settings
  if (browser !== undefined) return { by: 'binding', browser }
  return apiToken === undefined || accountId === '' ? null : { by: 'rest', accountId, apiToken }
}

/** The model that a subject may ask, and who pays: the key at hand, the account's saved one, the service's. Throws when Postgres is out of reach. */
export async function modelFor(
  { db, settings }: DeepDependencies,
  { accountId, ownKey }: DeepSubject,
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
  const saved = await llmKeys.usable(db, accountId)
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
function serviceAccess(settings: DeepSettings): ModelAccess | null {
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

/** Asks within the account's tokens of the day and writes down what it took. */
export async function askCounted<T>(
  { db, settings }: DeepDependencies,
  { accountId, subject }: Pick<DeepSubject, 'accountId' | 'subject'>,
  { access, paidBy }: { access: ModelAccess; paidBy: PaidBy },
  purpose: llmUses.LlmReservation['purpose'],
  question: ReadingQuestion<T>,
  outside: ModelDependencies,
): Promise<ReadingAnswer<T>> {
  const { provider, model } = access
  const useId = newIdentifier('llm')
  const reserved = await llmUses.reserve(db, {
    use_id: useId,
    account_id: accountId,
    subject,
    purpose,
    provider,
    model,
    paid_by: paidBy,
    reserved_tokens: tokensAtMost(question),
    daily_tokens: settings.LLM_DAILY_TOKENS,
  })
  if (reserved === 'capped')
    return skipped('The account has used its language-model tokens of today; an own key is not limited.')
  // What somebody's own key brings about closes the provider to nobody else.
  const circuits = paidBy === 'service' ? outside.circuits : createCircuits()
  const answer = await askModel(access, question, { ...outside, circuits })
  const { inputTokens, outputTokens } = answer.used
  const settlement = {
    use_id: useId,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_micro_usd: costOf(settings.LLM_PRICES[model], answer.used),
    ended: answer.ok ? 'answered' : answer.failure,
  }
  await llmUses.settle(db, settlement).catch((error: unknown) => {
    // What was reserved goes on counting, so the cap holds.
    log({ event: 'llm_use.not_settled', job_id: subject, error: describeError(error) })
  })
  log({
    event: 'llm.asked',
    job_id: subject,
    purpose,
    provider,
    model,
    paid_by: paidBy,
    ended: settlement.ended,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_micro_usd: settlement.cost_micro_usd,
  })
  return answer.ok
    ? { ok: true, output: answer.output, inputTokens, outputTokens }
    : failed(describeFailure(provider, answer.failure))
}

function tokensAtMost<T>({ system, user, image, outputTokensMax }: ReadingQuestion<T>): number {
  const words = Math.ceil((system.length + user.length) / CHARACTERS_PER_TOKEN)
  return words + outputTokensMax + (image === undefined ? 0 : IMAGE_TOKENS)
}

function costOf(
  price: readonly [number, number] | undefined,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (price === undefined) return null
  return Math.round(((inputTokens * price[0] + outputTokens * price[1]) / TOKENS_PRICED) * MICRO)
}
