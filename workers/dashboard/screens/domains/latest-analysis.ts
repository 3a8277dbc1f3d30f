interface ListedJob {
  status: 'queued' | 'running' | 'completed' | 'partial' | 'failed'
}

/**
 * Finds the newest analysis with a result, and also a newer one that is still running or has
 * failed. `jobs` must be sorted, newest first.
 */
export function latestOf<Job extends ListedJob>(
  jobs: readonly Job[],
): { result: Job | null; newer: Job | null } {
  const place = jobs.findIndex(({ status }) => status === 'completed' || status === 'partial')
  const result = jobs[place] ?? null
  return { result, newer: place === 0 ? null : (jobs[0] ?? null) }
}
