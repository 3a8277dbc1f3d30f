import { takeSlot } from '../accounts/queries.ts'
import { askCounted } from '../models/ask-counted.ts'
import type { ModelDependencies } from '../models/ask-model.ts'
import { chooseModel, type ModelUseDependencies } from '../models/choose-model.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { CorrelationResult } from './correlation-result.ts'
import { summariesByModel } from './model-summaries.ts'

const NONCE_BYTES = 16
/** Longer than a model may take and the end needs to be written; the turn of one that died is free again after this. */
const TURN_SECONDS = 60

/**
 * Puts a correlation's summaries into a model's words, with the account's own key or the service's; without a model they stay. Of those
 * who would ask at the same time one does, and the others get null. Never throws.
 */
export async function rewriteSummaries(
  deps: ModelUseDependencies & { randomBytes(count: number): Uint8Array },
  outside: ModelDependencies,
  { accountId, correlationId }: { accountId: string; correlationId: string },
  result: CorrelationResult,
): Promise<CorrelationResult | null> {
  const subject = { accountId, subject: correlationId }
  try {
    const chosen = await chooseModel(deps, { ...subject, ownKey: { held: 'none' } })
    if (!chosen.ok) return result
    const turn = { limitName: 'correlation', holder: correlationId, limit: 1, windowSeconds: TURN_SECONDS }
    if (!(await takeSlot(deps.db, { ...turn, slotId: newIdentifier('slt') })).taken) return null
    const nonce = hexOf(deps.randomBytes(NONCE_BYTES))
    return await summariesByModel(result, nonce, (question) =>
      askCounted(deps, subject, chosen, 'summary', question, outside),
    )
  } catch (error) {
    log({ event: 'correlation.not_retold', correlation_id: correlationId, error: describeError(error) })
    return result
  }
}
