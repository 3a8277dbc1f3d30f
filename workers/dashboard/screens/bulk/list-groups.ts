interface ListedJob {
  bulk_job_id: string | null
  created_at: string
  status: string
}

export interface ListGroup {
  id: string
  /** Time of the newest analysis in the list. */
  at: string
  analyses: number
  unfinished: number
}

const OVER = new Set(['completed', 'partial', 'failed'])

/**
 * Groups analyses by the list that they belong to, and leaves out analyses without a list. `jobs`
 * must be sorted, newest first.
 */
export function listGroups(jobs: readonly ListedJob[]): ListGroup[] {
  const groups = new Map<string, ListGroup>()
  for (const { bulk_job_id: id, created_at: at, status } of jobs) {
    if (id === null) continue
    const group = groups.get(id) ?? { id, at, analyses: 0, unfinished: 0 }
    group.analyses += 1
    if (!OVER.has(status)) group.unfinished += 1
    groups.set(id, group)
  }
  return [...groups.values()]
}
