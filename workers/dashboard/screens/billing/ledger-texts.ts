const REASONS: Record<string, string> = {
  purchase: 'Credit pack bought',
  auto_recharge: 'Automatic recharge',
  analysis: 'Analysis',
  correlation: 'Correlation',
  external_history: 'External history',
  monitor: 'Monitor beyond your plan, 30 days',
  refund: 'Refund',
  adjustment: 'Adjustment',
}

/**
 * If this page does not know a reason, it shows the reason from the API with blanks in place of
 * underscores.
 */
export const reasonInWords = (reason: string): string =>
  REASONS[reason] ?? reason.replaceAll('_', ' ')

const SIGNED = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })

/**
 * Uses the minus sign U+2212, which is as wide as the plus sign, so that amounts line up in a
 * column.
 */
export const signed = (change: number): string => SIGNED.format(change).replace('-', '\u2212')

interface Entry {
  entry_id: string
  reason: string
}

/**
 * Finds a purchase that is newer than the entry `after`, or null. `entries` must be sorted, newest
 * first. An empty `after` means that the ledger was empty before the purchase.
 */
export function purchaseAfter<Row extends Entry>(
  entries: readonly Row[],
  after: string,
): Row | null {
  const known = entries.findIndex(({ entry_id: id }) => id === after)
  const added = known === -1 ? entries : entries.slice(0, known)
  return added.find(({ reason }) => reason === 'purchase') ?? null
}
