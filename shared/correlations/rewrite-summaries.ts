import { askCounted } from '../models/ask-counted.ts'
import { chooseModel } from '../models/choose-model.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import { takePermit } from '../platform/limits/queries.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { CorrelationResult } from './correlation-result.ts'
import { summariesByModel } from './model-summaries.ts'

const NONCE_BYTES = 16
// Lease of the call that asks the model, so that the model is asked and paid only once. Longer than
// REWRITING_MS plus the time to store the result.
const LEASE_SECONDS = 60
const REWRITING_MS = 25_000

/**
 * Asks a model for better summaries. Returns the result unchanged if no model is available or the
 * model fails. Returns null if a concurrent call already asks a model. Never throws.
 */
export async function rewriteSummaries(
  services: Pick<Services, 'db' | 'env' | 'randomBytes' | 'connections'>,
  subject: { accountId: string; subject: string },
  result: CorrelationResult,
): Promise<CorrelationResult | null> {
  try {
    const chosen = await chooseModel(services, { ...subject, ownKey: { held: 'none' } })
    if (!chosen.ok) return result
    const permit = await takePermit(services.db, {
      limitName: 'correlation',
      holder: subject.subject,
      limit: 1,
      leaseSeconds: LEASE_SECONDS,
    })
    if (!permit.taken) return null
    const nonce = hexOf(services.randomBytes(NONCE_BYTES))
    const connections = services.connections(AbortSignal.timeout(REWRITING_MS))
    return await summariesByModel(result, nonce, (question) =>
      askCounted(services, subject, chosen, 'summary', question, connections),
    )
  } catch (error) {
    log({
      event: 'correlation.rewrite_failed',
      correlation_id: subject.subject,
      error: describeError(error),
    })
    return result
  }
}
