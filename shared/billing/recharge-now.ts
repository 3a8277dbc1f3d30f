import type { z } from 'zod'
import { tellNow } from '../outbox/dispatch-outbox.ts'
import type { Database } from '../platform/db/client.ts'
import { chargingHandlers, type chargingNeeds } from './outbox-handlers.ts'

/** What a debit that opened a recharge calls: Stripe is told behind the answer, and by the sweep where that fails. */
export function rechargeTeller(
  settings: z.output<typeof chargingNeeds>,
  db: Database,
  background: (work: Promise<unknown>) => void,
): (accountId: string) => void {
  return (accountId) => {
    const { recharge } = chargingHandlers(settings, { db, now: () => new Date() })
    if (recharge !== undefined) background(tellNow({ db, handlers: { recharge } }, accountId))
  }
}
