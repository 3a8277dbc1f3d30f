import { z } from 'zod'
import type { OutboxHandler, OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import type { Services } from '../platform/services/index.ts'
import { paymentsOf } from './payment-settings.ts'
import { recharge } from './recharge.ts'
import { cancelOverageReport, reportOverage } from './report-overage.ts'
import { logRefusal } from './stripe/refusals.ts'

const Recharge = z.object({ recharge_id: z.string() })
const Report = z.object({ subject: z.string(), at: z.string() })
const CancelReport = z.object({ subject: z.string() })
const Cancel = z.object({ subscription_id: z.string(), prorate: z.boolean().default(false) })
const Refund = z.object({ object_id: z.string() })

/** Without Stripe's secret key there are no handlers, and the rows stay in the outbox. */
export function billingHandlers(
  services: Pick<Services, 'db' | 'env' | 'now' | 'sendHints'>,
): OutboxHandlers {
  const payments = paymentsOf(services)
  if (payments === null) return {}
  const handlers: OutboxHandlers = {
    recharge: ({ payload }) => recharge(services, payments, Recharge.parse(payload).recharge_id),
    async meter({ payload, attempts }) {
      await reportOverage(services, payments, Report.parse(payload), attempts)
      return { then: 'done' }
    },
    meter_cancel: ({ payload }) =>
      cancelOverageReport(services, payments, CancelReport.parse(payload)),
    async stripe_cancel({ payload }) {
      const { subscription_id: id, prorate } = Cancel.parse(payload)
      await payments.cancelSubscription(id, prorate)
      return { then: 'done' }
    },
    async stripe_refund({ payload }) {
      await payments.refund(Refund.parse(payload).object_id)
      return { then: 'done' }
    },
  }
  return Object.fromEntries(
    Object.entries(handlers).map(([topic, handle]) => [
      topic,
      loggingRefusals(services.db.requestId, handle),
    ]),
  )
}

// If Stripe refuses a call and the operator can correct the cause, the row is retried. It succeeds
// as soon as the operator has made the change.
const loggingRefusals =
  (requestId: string, handle: OutboxHandler): OutboxHandler =>
  async (row) => {
    try {
      return await handle(row)
    } catch (error) {
      const change = logRefusal(requestId, error)
      if (change === null) throw error
      return { then: 'retry', because: change }
    }
  }
