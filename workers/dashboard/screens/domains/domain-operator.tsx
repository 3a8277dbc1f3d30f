import { Link } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'

type ListedJob = Schemas['JobListItem']

interface OperatorProps {
  latest: { result: ListedJob | null; newer: ListedJob | null }
  analyzeAddress: string
}

const jobAddress = ({ job_id: id }: ListedJob) => `/jobs/${encodeURIComponent(id)}`

export function DomainOperator({ latest: { result, newer }, analyzeAddress }: OperatorProps) {
  return (
    <Section
      title="Current operator"
      actions={result !== null && <StatusBadge status={result.status} />}
    >
      {result === null && newer === null && (
        <EmptyState
          title="You have not analysed this domain"
          action={<LinkButton href={analyzeAddress}>Analyze this domain</LinkButton>}
        >
          The history below is from earlier analyses by this service.
        </EmptyState>
      )}
      {result !== null && (
        <div class="flex flex-col gap-2">
          <p class="text-xl font-semibold">
            {result.entity === null ? 'No clear operator' : <OutsideText text={result.entity} />}
          </p>
          {result.entity !== null && result.confidence !== null && (
            <Confidence value={result.confidence} />
          )}
          <ReliabilityMark answer={result} />
          <p class="text-sm text-muted">
            By your {result.depth} analysis <Time at={result.completed_at ?? result.created_at} />.{' '}
            <Link class="link" href={jobAddress(result)}>
              Open the analysis with its evidence
            </Link>
          </p>
        </div>
      )}
      {newer !== null && (
        <p role="status" class="flex flex-wrap items-center gap-2 pt-3 text-sm">
          <StatusBadge status={newer.status} />
          {newer.status === 'failed'
            ? 'Your newest analysis failed.'
            : 'A newer analysis is not finished yet.'}
          <Link class="link" href={jobAddress(newer)}>
            Open it
          </Link>
        </p>
      )}
    </Section>
  )
}
