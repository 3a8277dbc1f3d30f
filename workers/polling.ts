/** Seconds between two questions about an analysis, a correlation or a list. */
const POLL_SECONDS = { jobs: 5, correlate: 5, 'analyze/bulk': 30 } as const

export const retryAfter = (kind: keyof typeof POLL_SECONDS = 'jobs') => ({
  'retry-after': String(POLL_SECONDS[kind]),
})

/** Headers of a response 202. `kind` is the path under which the id is polled. */
export const polledAt = (kind: keyof typeof POLL_SECONDS, id: string) => ({
  location: `/${kind}/${id}`,
  ...retryAfter(kind),
})
