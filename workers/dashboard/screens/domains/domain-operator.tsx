import { Link } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { Badge, StatusBadge } from '../../parts/badge.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { EntityLink } from '../../parts/named-links.tsx'
import { Section } from '../../parts/page.tsx'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { NOBODY_NAMED } from '../../parts/row-words.ts'
import { EmptyState } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { HistoryTime } from './history-time.tsx'
import type { HistoryEntry } from './use-history.ts'

type ListedJob = Schemas['JobListItem']

interface OperatorProps {
  latest: { result: ListedJob | null; newer: ListedJob | null }
  /** Newest answer of the history, which may be from an analysis of somebody else. */
  stored: HistoryEntry | undefined
  analyzeAddress: string
}

const jobAddress = ({ job_id: id }: ListedJob) => `/jobs/${encodeURIComponent(id)}`

export function DomainOperator({ latest, stored, analyzeAddress }: OperatorProps) {
  const { result, newer } = latest
  return (
    <Section title="Current operator">
      {result !== null && <OwnAnswer result={result} />}
      {result === null && stored !== undefined && (
        <StoredAnswer stored={stored} analyzeAddress={analyzeAddress} />
      )}
      {result === null && stored === undefined && newer === null && (
        <EmptyState
          title="No answer yet"
          action={<LinkButton href={analyzeAddress}>Analyze this domain</LinkButton>}
        >
          The answer says who operates the domain, how certain that is, and why.
        </EmptyState>
      )}
      {newer !== null && (
        <p role="status" class="flex flex-wrap items-center gap-2 pt-3 text-sm">
          {newer.status === 'running' ? (
            <Badge tone="accent">running {newer.progress.percent}%</Badge>
          ) : (
            <StatusBadge status={newer.status} />
          )}
          {newer.status === 'failed'
            ? 'Your newest analysis failed and was not charged.'
            : 'A newer analysis is not finished yet.'}
          <Link class="link" href={jobAddress(newer)}>
            Open it
          </Link>
        </p>
      )}
    </Section>
  )
}

const Name = ({ entity }: { entity: string | null }) => (
  <p class="font-display text-2xl font-semibold">
    {entity === null ? NOBODY_NAMED : <EntityLink name={entity} />}
  </p>
)

function OwnAnswer({ result }: { result: ListedJob }) {
  return (
    <div class="flex flex-col gap-2">
      <Name entity={result.entity} />
      {result.entity !== null && result.confidence !== null && (
        <Confidence value={result.confidence} />
      )}
      <ReliabilityMark answer={result} />
      <p class="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>
          Your {result.depth} analysis, <Time at={result.completed_at ?? result.created_at} />.
        </span>
        {result.status === 'partial' && <StatusBadge status="partial" />}
        <Link class="link" href={jobAddress(result)}>
          Open the analysis with its evidence
        </Link>
      </p>
    </div>
  )
}

function StoredAnswer({
  stored,
  analyzeAddress,
}: {
  stored: HistoryEntry
  analyzeAddress: string
}) {
  return (
    <div class="flex flex-col items-start gap-2">
      <Name entity={stored.entity} />
      {stored.entity !== null && stored.confidence !== null && (
        <Confidence value={stored.confidence} />
      )}
      <BasisMark basis={stored.basis} />
      <p class="text-sm text-muted">
        Stored answer of this service, <HistoryTime entry={stored} />. An analysis of your own has
        fresh evidence and reasons.
      </p>
      <LinkButton href={analyzeAddress}>Analyze this domain</LinkButton>
    </div>
  )
}
