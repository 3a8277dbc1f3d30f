interface ListedJob {
  domain: string
}

/** Keeps only the newest job of each domain. `jobs` must be sorted, newest first. */
export function newestOfEachDomain<Job extends ListedJob>(jobs: readonly Job[]): Job[] {
  const newest = new Map<string, Job>()
  for (const job of jobs) if (!newest.has(job.domain)) newest.set(job.domain, job)
  return [...newest.values()]
}
