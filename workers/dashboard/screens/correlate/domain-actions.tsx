import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { NeighborsDialog } from './neighbors-dialog.tsx'

interface ActionsProps {
  domain: string
  /** Operator of the group of the domain. */
  operator: string | null
  /** All domains of this correlation. */
  compared: readonly string[]
}

/** A correlation may use analyses of other accounts, which this account cannot open. */
export function DomainActions({ domain, operator, compared }: ActionsProps) {
  const [isAdding, setAdding] = useState(false)
  const latest = useQuery({
    queryKey: ['jobs', 'latest answer', domain],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { domain, limit: 1 } }, signal })),
  })
  const job = latest.data?.jobs[0]
  const named = operator ?? job?.entity ?? null
  return (
    <div class="flex flex-wrap gap-2">
      {latest.isPending && <Skeleton lines={1} label="Looking for the answer" />}
      {job !== undefined && (
        <LinkButton href={`/jobs/${encodeURIComponent(job.job_id)}`} look="primary">
          Open the answer
        </LinkButton>
      )}
      {!latest.isPending && job === undefined && (
        <LinkButton href={`/?domain=${encodeURIComponent(domain)}`} look="primary">
          Analyze
        </LinkButton>
      )}
      {named !== null && <Button onClick={() => setAdding(true)}>Add its neighbors</Button>}
      {named !== null && (
        <NeighborsDialog
          isOpen={isAdding}
          onClose={() => setAdding(false)}
          operator={named}
          compared={compared}
        />
      )}
    </div>
  )
}
