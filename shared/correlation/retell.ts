import { askCounted, type DeepDependencies, modelFor } from '../analysis/deep-services.ts'
import { hexOf } from '../crypto/hex.ts'
import { describeError, log } from '../log.ts'
import type { ModelDependencies } from '../outbound/llm.ts'
import { retellSummaries } from '../reading/summaries.ts'
import type { CorrelationResult } from './result.ts'

const NONCE_BYTES = 16

/** Puts a correlation's summaries into a model's words, with the account's own key or the service's; without a model they stay. Never throws. */
export async function retell(
  deps: DeepDependencies,
  outside: ModelDependencies,
  { accountId, correlationId }: { accountId: string; correlationId: string },
  result: CorrelationResult,
): Promise<CorrelationResult> {
  const subject = { accountId, subject: correlationId }
  try {
    const chosen = await modelFor(deps, { ...subject, ownKey: { held: 'none' } })
    if (!chosen.ok) return result
    const nonce = hexOf(deps.randomBytes(NONCE_BYTES))
    return await retellSummaries(result, nonce, (question) =>
      askCounted(deps, subject, chosen, 'summary', question, outside),
    )
  } catch (error) {
    log({ event: 'correlation.not_retold', correlation_id: correlationId, error: describeError(error) })
    return result
  }
}
