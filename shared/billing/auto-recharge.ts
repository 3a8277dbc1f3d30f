import type { Caller } from '../platform/caller.ts'
import type { CreditPack } from '../platform/environment.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { findPack, firstPack } from './payment-settings.ts'
import * as money from './queries.ts'
import { requireBilling } from './read-billing.ts'

const THRESHOLD_MIN = 1
const THRESHOLD_MAX = 10_000
const MONTHLY_LIMIT_CENTS_MIN = 1
const MONTHLY_LIMIT_CENTS_MAX = 100_000_000

export interface AutoRechargeUpdate {
  enabled?: boolean | undefined
  threshold?: number | undefined
  pack?: string | undefined
  monthly_limit_cents?: number | null | undefined
}

const isOutside = (value: number | null | undefined, low: number, high: number) =>
  typeof value === 'number' && (value < low || value > high)

function refusalOf(update: AutoRechargeUpdate, packs: CreditPack[]): string | null {
  if (isOutside(update.threshold, THRESHOLD_MIN, THRESHOLD_MAX)) {
    return `threshold must be from ${THRESHOLD_MIN} to ${THRESHOLD_MAX}.`
  }
  if (isOutside(update.monthly_limit_cents, MONTHLY_LIMIT_CENTS_MIN, MONTHLY_LIMIT_CENTS_MAX)) {
    return (
      `monthly_limit_cents must be from ${MONTHLY_LIMIT_CENTS_MIN} to ` +
      `${MONTHLY_LIMIT_CENTS_MAX}, or null for no limit.`
    )
  }
  if (update.pack !== undefined && findPack(packs, update.pack) === undefined) {
    return `pack must be one of ${packs.map(({ id }) => id).join(', ')}.`
  }
  return null
}

/**
 * Changes the settings of automatic recharges. Stores the current price of the chosen credit pack,
 * so that later price changes do not affect it.
 * Throws PublicError INVALID_AUTO_RECHARGE, NO_PAYMENT_METHOD (no saved card) or UNAUTHORIZED.
 */
export async function updateAutoRecharge(
  services: Pick<Services, 'db' | 'env' | 'requestId' | 'sendHints' | 'background'>,
  caller: Caller,
  update: AutoRechargeUpdate,
): Promise<money.BillingRow> {
  const { CREDIT_PACKS: packs } = services.env
  const refusal = refusalOf(update, packs)
  if (refusal !== null) throw new PublicError('INVALID_AUTO_RECHARGE', refusal)
  const pack = update.pack === undefined ? undefined : findPack(packs, update.pack)
  const actor = auditOriginOf(requestOriginOf(services, caller))
  const { outcome, hints } = await money.setAutoRecharge(
    services.db,
    actor,
    { ...update, pack },
    firstPack(packs),
  )
  switch (outcome) {
    case 'saved':
      services.background(services.sendHints(hints))
      return requireBilling(services.db, caller)
    case 'no_payment_method':
      throw new PublicError(
        'NO_PAYMENT_METHOD',
        'Save a card first: POST /billing/auto-recharge/setup.',
      )
    case 'closed':
      throw unauthorized()
    default:
      return outcome satisfies never
  }
}
