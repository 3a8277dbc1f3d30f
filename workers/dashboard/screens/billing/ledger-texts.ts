const REASONS: Record<string, string> = {
  purchase: 'Credit pack bought',
  auto_recharge: 'Automatic recharge',
  analysis: 'Analysis',
  correlation: 'Correlation',
  external_history: 'External history',
  monitor: 'Monitor',
  refund: 'Refund',
  adjustment: 'Adjustment',
}

/** A reason that this page does not know is shown without its underscores. */
export const reasonInWords = (reason: string): string =>
  REASONS[reason] ?? reason.replaceAll('_', ' ')

const SIGNED = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })

/** The minus sign (U+2212) is as wide as the plus sign. */
export const signed = (change: number): string => SIGNED.format(change).replace('-', '\u2212')

interface Entry {
  entry_id: string
  reason: string
}

/**
 * `entries` is newest first. Null if no purchase is newer than the entry `after`; an empty `after`
 * means that the ledger was empty before.
 */
export function purchaseAfter<Row extends Entry>(
  entries: readonly Row[],
  after: string,
): Row | null {
  const known = entries.findIndex(({ entry_id: id }) => id === after)
  const added = known === -1 ? entries : entries.slice(0, known)
  return added.find(({ reason }) => reason === 'purchase') ?? null
}
