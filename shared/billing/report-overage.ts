import { HOUR_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as money from './queries.ts'
import type { Payments } from './stripe/payments.ts'

/** Stripe counts an identifier once for at least 24 hours (billing meter events); later the same report could count twice. */
const REPORT_AGE_SECONDS_MAX = 20 * HOUR_SECONDS
const WAIT_FOR_REPORT_SECONDS = 15

/**
 * Reports one analysis beyond the quota to Stripe's meter, unless its charge was refunded meanwhile. `at`: when it was charged (ISO
 * 8601); `attempts` counts this one. What may have been reported and is too old to be asked again is left alone: the customer's luck.
 */
export async function reportOverage(
  services: Pick<Services, 'db' | 'env' | 'now'>,
  payments: Payments,
  { subject, at }: { subject: string; at: string },
  attempts: number,
): Promise<void> {
  const charge = await money.meteredCharge(services.db, subject)
  if (charge?.state !== 'charged' || charge.stripe_customer_id === null) return
  const chargedAt = Math.floor(Date.parse(at) / 1_000)
  if (attempts > 1 && services.now().getTime() / 1_000 - chargedAt > REPORT_AGE_SECONDS_MAX) {
    log({ event: 'overage.given_up', request_id: services.db.requestId, subject })
    return
  }
  await payments.recordOverage(services.env.STRIPE_METER_EVENT, charge.stripe_customer_id, subject, chargedAt)
}

/** Takes a report back when its analysis was refunded. Waits while the report itself may still be under way. */
export async function takeBackOverage(
  { db, env }: Pick<Services, 'db' | 'env'>,
  payments: Payments,
  { subject }: { subject: string },
): Promise<{ then: 'done' } | { then: 'retry'; afterSeconds: number; because: string }> {
  const charge = await money.meteredCharge(db, subject)
  if (charge === null) return { then: 'done' }
  if (!charge.is_reported) {
    return { then: 'retry', afterSeconds: WAIT_FOR_REPORT_SECONDS, because: 'the report is not settled yet' }
  }
  await payments.cancelOverage(env.STRIPE_METER_EVENT, subject)
  return { then: 'done' }
}
