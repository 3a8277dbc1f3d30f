import { z } from 'zod'
import { deepNeeds } from '../../shared/analysis/deep-needs.ts'
import { slice, vars } from '../../shared/config.ts'
import type { CorrelationResult } from '../../shared/correlation/result.ts'
import { retell } from '../../shared/correlation/retell.ts'
import { settleCorrelation } from '../../shared/correlation/settle.ts'
import { connect } from '../../shared/db/client.ts'
import * as correlations from '../../shared/db/correlations.ts'
import { announceDeliveries, type WebhookQueue } from '../../shared/delivery/dispatch.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { log } from '../../shared/log.ts'
import { CorrelationMessage } from '../../shared/messages.ts'
import { createCircuits } from '../../shared/outbound/circuit.ts'
import { createGate } from '../../shared/outbound/gate.ts'
import { fetchOutside } from '../../shared/platform.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL').extend({ WEBHOOKS_QUEUE: z.custom<WebhookQueue>() })
const settlingNeeds = needs.extend(deepNeeds.shape)

/** One an isolate. */
const circuits = createCircuits()
const RETELLING_MS = 25_000

/** Compares the domains of a correlation once all its children have ended; before that there is nothing to do. */
export const correlation = consumer(CorrelationMessage, async ({ id }, environment) => {
  const { DATABASE_URL, WEBHOOKS_QUEUE, ...settings } = slice(environment, settlingNeeds)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  const announce = (deliveryIds: readonly string[]) => announceDeliveries(WEBHOOKS_QUEUE, deliveryIds, db.requestId)
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
      retell({ db, settings, randomBytes }, outside(), subject, result),
  }
  await settleCorrelation(settling, id)
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
  await announceDeliveries(WEBHOOKS_QUEUE, deliveries, db.requestId)
  log({ event: 'correlation.dead_lettered', request_id: db.requestId, correlation_id: id, outcome })
  return { then: 'done' }
})
