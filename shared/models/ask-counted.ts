import { failed, type ReadingAnswer, type ReadingQuestion, skipped } from '../attribution/deep-tools.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { createCircuits } from '../platform/net/circuits.ts'
import type { Connections } from '../platform/net/connections.ts'
import type { Services } from '../platform/services/index.ts'
import { askModel, describeFailure, type ModelAccess } from './ask-model.ts'
import type { ModelSubject, PaidBy } from './choose-model.ts'
import * as uses from './queries.ts'

/** Rather too many than too few: three characters a token, and an image as providers count a large one. */
const CHARACTERS_PER_TOKEN = 3
const IMAGE_TOKENS = 2_500
const TOKENS_PRICED = 1e6
const MICRO = 1e6

/** Asks within the account's tokens of the day and writes down what it took. */
export async function askCounted<T>(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { accountId, subject }: Pick<ModelSubject, 'accountId' | 'subject'>,
  { access, paidBy }: { access: ModelAccess; paidBy: PaidBy },
  purpose: uses.LlmReservation['purpose'],
  question: ReadingQuestion<T>,
  connections: Connections,
): Promise<ReadingAnswer<T>> {
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
    reserved_tokens: tokensAtMost(question),
    daily_tokens: env.LLM_DAILY_TOKENS,
  })
  if (reserved === 'capped')
    return skipped('The account has used its language-model tokens of today; an own key is not limited.')
  // A failing key of one account must not open the provider's circuit for the others.
  const circuits = paidBy === 'service' ? connections.circuits : createCircuits()
  const answer = await askModel(access, question, { ...connections, circuits })
  const { inputTokens, outputTokens } = answer.used
  const settlement = {
    use_id: useId,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_micro_usd: costOf(env.LLM_PRICES[model], answer.used),
    ended: answer.ok ? 'answered' : answer.failure,
  }
  await uses.finishUse(db, settlement).catch((error: unknown) => {
    // The reservation goes on counting, so the cap holds.
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
