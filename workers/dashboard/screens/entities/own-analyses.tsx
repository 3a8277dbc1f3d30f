import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { AnalysisRows } from '../../parts/analysis-rows.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { jobsOfEntity } from './entity-name.ts'

// Largest number of jobs that the API lists on one page. The API cannot filter jobs by entity, so
// only the newest ones are searched.
const JOBS_READ = 100

export function useOwnAnalyses(name: string, domains: readonly string[]) {
  const newest = useQuery({
    queryKey: ['jobs', { limit: JOBS_READ }],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs', { params: { query: { limit: JOBS_READ } }, signal })),
  })
  const analyses = useMemo(
    () => jobsOfEntity(newest.data?.jobs ?? [], name, domains),
    [newest.data, name, domains],
  )
  return { newest, analyses }
}

export function OwnAnalyses({
  own: { newest, analyses },
}: {
  own: ReturnType<typeof useOwnAnalyses>
}) {
  return (
    <Section
      title="Your analyses"
      lead={`Of your newest ${JOBS_READ} analyses, those of this operator or of its domains.`}
    >
      {newest.isPending && <Skeleton />}
      {newest.isError && <FailureNote error={newest.error} retry={() => void newest.refetch()} />}
      {newest.isSuccess && analyses.length === 0 && (
        <p class="text-sm text-muted">
          There are none. Open a domain to see its history, or analyze it.
        </p>
      )}
      {analyses.length > 0 && <AnalysisRows label="Your analyses" analyses={analyses} />}
    </Section>
  )
}
