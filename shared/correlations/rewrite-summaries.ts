import { takeSlot } from '../accounts/queries.ts'
import { askCounted } from '../models/ask-counted.ts'
import { chooseModel } from '../models/choose-model.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { CorrelationResult } from './correlation-result.ts'
import { summariesByModel } from './model-summaries.ts'

const NONCE_BYTES = 16
/** Longer than REWRITING_MS and the end needs to be written; the turn of one that died is free again after this. */
const TURN_SECONDS = 60
const REWRITING_MS = 25_000

/**
 * Rewrites a correlation's summaries by a model, with the account's own key or the service's; without a model they stay as the rules made
 * them. Of several calls at the same time one asks, and the others return null. Never throws.
 */
export async function rewriteSummaries(
  services: Pick<Services, 'db' | 'env' | 'randomBytes' | 'connections'>,
  subject: { accountId: string; subject: string },
  result: CorrelationResult,
): Promise<CorrelationResult | null> {
  try {
    const chosen = await chooseModel(services, { ...subject, ownKey: { held: 'none' } })
    if (!chosen.ok) return result
    const turn = { limitName: 'correlation', holder: subject.subject, limit: 1, windowSeconds: TURN_SECONDS }
    if (!(await takeSlot(services.db, { ...turn, slotId: newIdentifier('slt') })).taken) return null
    const nonce = hexOf(services.randomBytes(NONCE_BYTES))
    const connections = services.connections(AbortSignal.timeout(REWRITING_MS))
    return await summariesByModel(result, nonce, (question) =>
      askCounted(services, subject, chosen, 'summary', question, connections),
    )
  } catch (error) {
    log({ event: 'correlation.not_retold', correlation_id: subject.subject, error: describeError(error) })
    return result
  }
}
