import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import {
  cadenceInWords,
  errorInWords,
  MONITOR_STATUSES,
  type Monitor,
  outcomeInWords,
} from './monitor-words.ts'

type Baseline = Monitor['baseline']

export function MonitorOperator({ baseline }: { baseline: Baseline }) {
  const entity = baseline?.entity ?? null
  return entity === null ? (
    <span class="text-muted">{outcomeInWords(baseline)}</span>
  ) : (
    <EntityLink name={entity} />
  )
}

export function MonitorProblem({ code }: { code: string }) {
  return <>{errorInWords(code) ?? <OutsideText text={code} />}</>
}

export const MonitorStatusBadge = ({ status }: { status: Monitor['status'] }) => (
  <Badge tone={MONITOR_STATUSES[status].tone}>{MONITOR_STATUSES[status].words}</Badge>
)

export function StateSection({
  monitor,
  actions,
}: {
  monitor: Monitor
  actions: ComponentChildren
}) {
  const facts: Fact[] = [
    ['Status', <MonitorStatusBadge key="status" status={monitor.status} />],
    ['Domain', <DomainLink key="domain" domain={monitor.domain} />],
    ['Checked', cadenceInWords(monitor)],
    ['Last check', <Time key="last" at={monitor.last_checked_at} />],
    ['Next check', <Time key="next" at={monitor.next_check_at} />],
    ['Last change', <Time key="changed" at={monitor.last_changed_at} />],
    [
      'Analyses this month',
      `${count(monitor.credits_this_month)} of ${count(monitor.monthly_credit_limit)}`,
    ],
    ['Watched since', <Time key="since" at={monitor.created_at} />],
  ]
  if (monitor.last_error !== null)
    facts.push(['Problem', <MonitorProblem key="problem" code={monitor.last_error} />])
  return (
    <Section
      title="State"
      lead="Analyses that the monitor started itself count to its monthly limit."
    >
      <div class="flex flex-col gap-4">
        <FactList facts={facts} />
        <div class="flex flex-wrap items-start gap-2">{actions}</div>
      </div>
    </Section>
  )
}

export function BaselineSection({ baseline }: { baseline: Baseline }) {
  return (
    <Section title="Compared operator" lead="Later analyses are compared with this one.">
      {baseline === null ? (
        <EmptyState title="There is no analysis yet">
          The first analysis follows when the quota or credits cover it. Check the domain to start
          one now.
        </EmptyState>
      ) : (
        <FactList
          facts={[
            ['Operator', <MonitorOperator key="operator" baseline={baseline} />],
            ['Confidence', <Confidence key="confidence" value={baseline.confidence} />],
            ['Analyzed', <Time key="taken" at={baseline.taken_at} />],
            ['Analysis', <BaselineJob key="job" id={baseline.job_id} />],
          ]}
        />
      )}
    </Section>
  )
}

// The service may use a recent analysis of another account for comparison. The user cannot open
// that analysis, so `id` is null.
const BaselineJob = ({ id }: { id: string | null }) =>
  id === null ? (
    <>A recent one of the service</>
  ) : (
    <Link class="link" href={`/jobs/${encodeURIComponent(id)}`}>
      Open the analysis
    </Link>
  )
