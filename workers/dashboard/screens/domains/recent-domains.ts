interface ListedJob {
  domain: string
}

/** `jobs` is newest first. */
export function newestOfEachDomain<Job extends ListedJob>(jobs: readonly Job[]): Job[] {
  const newest = new Map<string, Job>()
  for (const job of jobs) if (!newest.has(job.domain)) newest.set(job.domain, job)
  return [...newest.values()]
}
