import { HOUR_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as money from './queries.ts'
import type { Payments } from './stripe/payments.ts'

// After this age, a report is not repeated. For at least 24 hours, Stripe counts meter events with
// one identifier only once (docs.stripe.com, meter events). After that, a repeated event could
// count twice.
const REPORT_AGE_SECONDS_MAX = 20 * HOUR_SECONDS
const WAIT_FOR_REPORT_SECONDS = 15

/**
 * Reports an analysis beyond the quota to Stripe, unless its charge was refunded. `at`: time of the
 * charge (ISO 8601). `attempts`: number of attempts, including this one. If a charge is too old,
 * only the first attempt reports it, because Stripe could count a repeated report twice.
 */
export async function reportOverage(
  services: Pick<Services, 'db' | 'env' | 'now'>,
  payments: Payments,
  { subject, at }: { subject: string; at: string },
  attempts: number,
): Promise<void> {
  const charge = await money.meteredCharge(services.db, subject)
  if (charge?.state !== 'charged' || charge.customerId === null) return
  const chargedAt = Math.floor(Date.parse(at) / 1_000)
  if (attempts > 1 && services.now().getTime() / 1_000 - chargedAt > REPORT_AGE_SECONDS_MAX) {
    log({ event: 'overage.report_dropped', request_id: services.db.requestId, subject })
    return
  }
  await payments.recordOverage(
    services.env.STRIPE_METER_EVENT,
    charge.customerId,
    subject,
    chargedAt,
  )
}

/**
 * Cancels the report of an analysis. Returns `retry` if the analysis is not reported yet, because
 * its report may just be under way.
 */
export async function cancelOverageReport(
  { db, env }: Pick<Services, 'db' | 'env'>,
  payments: Payments,
  { subject }: { subject: string },
): Promise<{ then: 'done' } | { then: 'retry'; afterSeconds: number; because: string }> {
  const charge = await money.meteredCharge(db, subject)
  if (charge === null) return { then: 'done' }
  if (!charge.isReported) {
    return {
      then: 'retry',
      afterSeconds: WAIT_FOR_REPORT_SECONDS,
      because: 'the report is not finished yet',
    }
  }
  await payments.cancelOverage(env.STRIPE_METER_EVENT, subject)
  return { then: 'done' }
}
