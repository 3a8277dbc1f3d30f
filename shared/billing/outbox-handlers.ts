import { z } from 'zod'
import { dispatchNow, type OutboxHandlers } from '../outbox/dispatch-outbox.ts'
import type { Database } from '../platform/db/client.ts'
import { vars } from '../platform/environment.ts'
import { paymentsOf } from './payment-settings.ts'
import { recharge } from './recharge.ts'
import { reportOverage, takeBackOverage } from './report-overage.ts'

/** What the topics of money need of the environment. */
export const billingNeeds = vars('STRIPE_SECRET_KEY', 'SUBSCRIPTION_PLANS', 'STRIPE_METER_EVENT')

const Recharge = z.object({ recharge_id: z.string() })
const Report = z.object({ subject: z.string(), at: z.string() })
const TakeBack = z.object({ subject: z.string() })
const Cancel = z.object({ subscription_id: z.string(), prorate: z.boolean().default(false) })
const Refund = z.object({ object_id: z.string() })

/** What Stripe is told after a commit. Without Stripe's key nobody handles these topics, and their rows wait. */
export function billingHandlers(
  settings: z.output<typeof billingNeeds>,
  { db, now }: { db: Database; now: () => Date },
): OutboxHandlers {
  const payments = paymentsOf(settings)
  if (payments === null) return {}
  const overage = () => ({ db, payments, meterEvent: settings.STRIPE_METER_EVENT, now: now() })
  return {
    recharge: ({ payload }) =>
      recharge({ db, payments, plans: settings.SUBSCRIPTION_PLANS }, Recharge.parse(payload).recharge_id),
    async meter({ payload, attempts }) {
      await reportOverage(overage(), Report.parse(payload), attempts)
      return { then: 'done' }
    },
    meter_cancel: ({ payload }) => takeBackOverage(overage(), TakeBack.parse(payload)),
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
}

/** A debit that opened a recharge calls this: Stripe is asked behind the answer, or by the sweep where that fails. */
export function rechargeSender(
  settings: z.output<typeof billingNeeds>,
  db: Database,
  background: (work: Promise<unknown>) => void,
): (accountId: string) => void {
  return (accountId) => {
    const { recharge } = billingHandlers(settings, { db, now: () => new Date() })
    if (recharge !== undefined) background(dispatchNow({ db, handlers: { recharge } }, accountId))
  }
}
