import { Link } from 'wouter-preact'
import { OperatorOrState, StateWords } from '../../parts/analysis-state.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { DomainName } from '../../parts/domain-name.tsx'
import { ReliabilityMark } from '../../parts/reliability.tsx'
import { Time } from '../../parts/time.tsx'
import type { Analysis } from './analyses-filter.ts'

/** Four columns on a wide window, a card of three lines on a phone. */
export const AnalysisList = ({ analyses }: { analyses: readonly Analysis[] }) => (
  <ul aria-label="Analyses" class="flex flex-col divide-y divide-line">
    {analyses.map((analysis) => (
      <li
        key={analysis.job_id}
        class="grid gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_7.5rem_9rem]"
      >
        <Link
          class="link min-w-0 font-medium"
          href={`/jobs/${encodeURIComponent(analysis.job_id)}`}
        >
          <DomainName domain={analysis.domain} unicode={analysis.domain_unicode} />
        </Link>
        <div class="min-w-0">
          <OperatorOrState analysis={analysis} />
          <ReliabilityMark answer={analysis} />
        </div>
        <div class="flex items-start lg:justify-end">
          {analysis.confidence !== null && analysis.entity !== null && (
            <Confidence value={analysis.confidence} isSmall />
          )}
        </div>
        <div class="flex flex-wrap items-start gap-x-3 gap-y-1 text-muted lg:justify-end lg:text-right">
          <StateWords analysis={analysis} />
          <span>
            <Time at={analysis.created_at} />
            {analysis.depth === 'quick' && ', quick'}
          </span>
        </div>
      </li>
    ))}
  </ul>
)
