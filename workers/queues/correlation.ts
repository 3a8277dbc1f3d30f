import { z } from 'zod'
import type { CorrelationResult } from '../../shared/correlations/correlation-result.ts'
import { finishCorrelation } from '../../shared/correlations/finish-correlation.ts'
import * as correlations from '../../shared/correlations/queries.ts'
import { rewriteSummaries } from '../../shared/correlations/rewrite-summaries.ts'
import { modelNeeds } from '../../shared/models/choose-model.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { log } from '../../shared/platform/log.ts'
import { createCircuits } from '../../shared/platform/net/circuits.ts'
import { createGate } from '../../shared/platform/net/connection-gate.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { CorrelationMessage } from '../../shared/platform/queue-messages.ts'
import { sendDueDeliveries, type WebhookQueue } from '../../shared/webhooks/send-deliveries.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL').extend({ WEBHOOKS_QUEUE: z.custom<WebhookQueue>() })
const settlingNeeds = needs.extend(modelNeeds.shape)

/** One an isolate. */
const circuits = createCircuits()
const RETELLING_MS = 25_000

/** Compares the domains of a correlation once all its children have ended; before that there is nothing to do. */
export const correlation = consumer(CorrelationMessage, async ({ id }, environment) => {
  const { DATABASE_URL, WEBHOOKS_QUEUE, ...settings } = slice(environment, settlingNeeds)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  const announce = (deliveryIds: readonly string[]) => sendDueDeliveries(WEBHOOKS_QUEUE, deliveryIds, db.requestId)
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const outside = () => ({
    fetch: fetchOutside,
    gate: createGate(),
    circuits,
    now: () => new Date(),
    wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    signal: AbortSignal.timeout(RETELLING_MS),
  })
  const settling = {
    db,
    clock: () => performance.now(),
    announce,
    retell: (subject: { accountId: string; correlationId: string }, result: CorrelationResult) =>
      rewriteSummaries({ db, settings, randomBytes }, outside(), subject, result),
  }
  await finishCorrelation(settling, id)
  return { then: 'done' }
})

/** A correlation whose comparison failed every time ends as failed, with all given back. One that still runs is left to the sweep. */
export const deadCorrelation = consumer(CorrelationMessage, async ({ id }, environment) => {
  const { DATABASE_URL, WEBHOOKS_QUEUE } = slice(environment, needs)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  const state = await correlations.state(db, id)
  if (state === null || state.analyzed < state.total) return { then: 'done' }
  const { outcome, deliveries } = await correlations.finish(db, {
    correlation_id: id,
    status: 'failed',
    error: { code: 'ANALYSIS_FAILED', message: 'The comparison failed repeatedly.' },
  })
  await sendDueDeliveries(WEBHOOKS_QUEUE, deliveries, db.requestId)
  log({ event: 'correlation.dead_lettered', request_id: db.requestId, correlation_id: id, outcome })
  return { then: 'done' }
})
