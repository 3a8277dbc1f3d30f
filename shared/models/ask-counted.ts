import {
  type ClaimsAnswer,
  type ClaimsQuestion,
  failed,
  skipped,
} from '../attribution/deep-tools.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { breakers } from '../platform/limits/breaker.ts'
import { describeError, log } from '../platform/log.ts'
import type { Connections } from '../platform/net/connections.ts'
import type { Services } from '../platform/services/index.ts'
import { askModel, describeFailure, type ModelAccess } from './ask-model.ts'
import type { ModelSubject, PaidBy } from './choose-model.ts'
import * as uses from './queries.ts'

// Used to estimate the tokens of a question. A real token has three to four characters. With three,
// the estimate is high, so the reserved tokens cover the real use.
const CHARACTERS_PER_TOKEN = 3
const IMAGE_TOKENS = 2_500
const TOKENS_PRICED = 1e6
const MICRO_USD_PER_USD = 1e6

/**
 * Asks a model within the account's daily token limit, and stores the tokens and the cost. A
 * failure of the model is returned and not thrown.
 */
export async function askCounted<T>(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { accountId, subject }: Pick<ModelSubject, 'accountId' | 'subject'>,
  { access, paidBy }: { access: ModelAccess; paidBy: PaidBy },
  purpose: uses.LlmReservation['purpose'],
  question: ClaimsQuestion<T>,
  connections: Connections,
): Promise<ClaimsAnswer<T>> {
  const { provider, model } = access
  const useId = newIdentifier('llm')
  const reserved = await uses.reserveUse(db, {
    use_id: useId,
    account_id: accountId,
    subject,
    purpose,
    provider,
    model,
    paid_by: paidBy,
    reserved_tokens: estimateTokens(question),
    daily_tokens: env.LLM_DAILY_TOKENS,
  })
  if (reserved === 'capped')
    return skipped(
      'Daily model budget used: no language model was asked. A key of your own has no such limit.',
    )
  // If the customer's own key is used, its failures are counted apart: a failing key of one account
  // must not stop calls for other accounts.
  const breakerOf = paidBy === 'service' ? connections.breakerOf : breakers()
  const answer = await askModel(access, question, { ...connections, breakerOf })
  const { inputTokens, outputTokens } = answer.used
  const outcome = answer.ok ? 'answered' : answer.failure
  const costMicroUsd = costOf(env.LLM_PRICES[model], answer.used)
  await uses
    .finishUse(db, useId, { inputTokens, outputTokens, costMicroUsd, outcome })
    .catch((error: unknown) => {
      // The number of used tokens could not be stored. The reserved tokens then count, so the
      // account cannot exceed its limit.
      log({ event: 'llm_use.finish_failed', job_id: subject, error: describeError(error) })
    })
  log({
    event: 'llm.asked',
    job_id: subject,
    purpose,
    provider,
    model,
    paid_by: paidBy,
    ended: outcome,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_micro_usd: costMicroUsd,
  })
  return answer.ok
    ? { ok: true, output: answer.output, inputTokens, outputTokens }
    : failed(describeFailure(provider, answer.failure))
}

function estimateTokens<T>({ system, user, image, outputTokensMax }: ClaimsQuestion<T>): number {
  const textTokens = Math.ceil((system.length + user.length) / CHARACTERS_PER_TOKEN)
  return textTokens + outputTokensMax + (image === undefined ? 0 : IMAGE_TOKENS)
}

// Cost in millionths of a US dollar, or null for a model without a price. `price`: US dollars per
// million input tokens and per million output tokens.
function costOf(
  price: readonly [number, number] | undefined,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (price === undefined) return null
  return Math.round(
    ((inputTokens * price[0] + outputTokens * price[1]) / TOKENS_PRICED) * MICRO_USD_PER_USD,
  )
}
