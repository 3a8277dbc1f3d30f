import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { LinkButton } from '../../parts/button.tsx'
import { DomainName } from '../../parts/domain-name.tsx'
import { FEEDBACK } from '../../parts/feedback/feedback-queries.ts'
import { STATUS_WORDS, type Status } from '../../parts/feedback/feedback-words.ts'
import { ReportView } from '../../parts/feedback/report-view.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useOffset, useQueryState } from '../../parts/query-state.ts'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { curlOf } from '../../parts/texts.ts'

const PAGE_REPORTS = 20

const STATUSES = Object.entries(STATUS_WORDS) as [Status, (typeof STATUS_WORDS)[Status]][]
const STATUS_CHOICES: readonly (readonly [Status | '', string])[] = [
  ['', 'All'],
  ...STATUSES.map(([status, { title }]) => [status, title] as const),
]

export default function Feedback() {
  const [statusText, setStatus] = useQueryState('status')
  const [offset, setOffset] = useOffset()
  const status = STATUSES.find(([each]) => each === statusText)?.[0]
  const filters = status === undefined ? {} : { status }
  const query = { limit: PAGE_REPORTS, offset, ...filters }
  const reports = useQuery({
    queryKey: [...FEEDBACK, 'list', query],
    queryFn: ({ signal }) => readPage(api.GET('/feedback', { params: { query }, signal })),
    placeholderData: (previous) => previous,
  })
  const search = new URLSearchParams(filters)
  return (
    <Page
      title="Feedback"
      lead="What you said about answers, and what came of it. The form is on the page of each analysis."
      curl={curlOf(location.origin, {
        path: `/feedback${search.size === 0 ? '' : `?${search}`}`,
      })}
      actions={<LinkButton href="/jobs">Analyses</LinkButton>}
    >
      <Section title="Your reports">
        <div class="mb-4 sm:w-48">
          <SelectField
            label="Status"
            value={status ?? ''}
            choices={STATUS_CHOICES}
            onChoice={setStatus}
          />
        </div>
        {reports.isPending && <Skeleton lines={6} label="Loading your reports" />}
        {reports.isError && (
          <FailureNote error={reports.error} retry={() => void reports.refetch()} />
        )}
        {reports.data !== undefined && !reports.isError && (
          <>
            {reports.data.data.feedback.length === 0 ? (
              <EmptyState
                action={<LinkButton href="/jobs">Choose an analysis</LinkButton>}
                title={search.size === 0 ? 'No report yet' : 'No report has this status'}
              >
                Open an analysis and choose "Report on this answer".
              </EmptyState>
            ) : (
              <ol class="flex flex-col gap-4">
                {reports.data.data.feedback.map((report) => (
                  <Row key={report.feedback_id} report={report} />
                ))}
              </ol>
            )}
            <Pager
              offset={offset}
              limit={PAGE_REPORTS}
              shown={reports.data.data.feedback.length}
              hasMore={reports.data.meta.has_more}
              onOffset={setOffset}
            />
          </>
        )}
      </Section>
    </Page>
  )
}

function Row({ report }: { report: Schemas['Feedback'] }) {
  return (
    <li class="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4">
      <h3 class="min-w-0 font-medium">
        <Link class="link" href={`/jobs/${encodeURIComponent(report.job_id)}`}>
          <DomainName domain={report.domain} />
        </Link>
      </h3>
      <ReportView report={report} />
    </li>
  )
}
