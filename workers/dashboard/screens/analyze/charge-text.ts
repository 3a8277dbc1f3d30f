import type { Schemas } from '../../api/api-client.ts'
import { counted } from '../../parts/texts.ts'

const SOURCES = {
  quota: 'Paid from your monthly quota',
  overage: 'Paid as overage',
  free: 'Free',
} as const

export function chargeText({ covered_by: source, credits, refunded }: Schemas['Charge']): string {
  const paid = source === 'credit' ? counted(credits, 'credit') : SOURCES[source]
  return refunded ? `${paid} (refunded)` : paid
}
