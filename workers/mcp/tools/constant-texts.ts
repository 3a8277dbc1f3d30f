/** Text from outside never becomes part of these sentences. */
export const NOTES = {
  running: 'Not finished. Call get_result with this id and wait_seconds 20.',
  shortened: 'Shortened to fit. The most important part comes first.',
  failed: 'The analysis failed and was refunded.',
} as const

export const COSTS = {
  stored: 'none: stored analysis',
  sandbox: 'none: sandbox domain',
  refunded: 'none: refunded',
  analysis: '1 analysis: monthly quota, else overage or 1 credit',
} as const
