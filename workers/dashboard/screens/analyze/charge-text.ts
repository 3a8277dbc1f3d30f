import type { Schemas } from '../../api/api-client.ts'

const SOURCES = {
  quota: 'Paid from your monthly quota',
  overage: 'Paid as overage',
  free: 'Free',
} as const

export function chargeText({ covered_by: source, credits, refunded }: Schemas['Charge']): string {
  const paid =
    source === 'credit' ? (credits === 1 ? '1 credit' : `${credits} credits`) : SOURCES[source]
  return refunded ? `${paid} (refunded)` : paid
}
