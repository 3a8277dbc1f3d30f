import { Link } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { BasisBadge, WarningBox } from '../../parts/reliability.tsx'
import { Table } from '../../parts/table.tsx'
import { count, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'

type Result = NonNullable<Schemas['Job']['scoring_result']>
type Candidate = Result['candidates'][number]

/** Shortest and longest name of an entity that the API accepts in a path, in characters. */
const ENTITY_CHARACTERS = { min: 2, max: 255 } as const

interface AnswerProps {
  result: Result
  domain: string
  isPartial: boolean
}

export function Answer({ result, domain, isPartial }: AnswerProps) {
  const { outcome, entity, confidence, basis, warnings, summary, candidates } = result
  const [top] = candidates
  return (
    <Section
      title="Answer"
      actions={<CopyButton text={withVisibleControls(summary)} label="Copy summary" />}
    >
      <div class="flex flex-col gap-4">
        <WarningBox warnings={warnings} />
        {outcome === 'attributed' && entity !== null ? (
          <div>
            <p class="text-sm text-muted">
              <OutsideText text={domain} max={120} /> is operated by
            </p>
            <p class="text-2xl font-semibold">
              <EntityName name={entity} />
            </p>
            {top?.entity_type === 'person' && <Badge>Person</Badge>}
          </div>
        ) : (
          <Unclear outcome={outcome} isEmpty={candidates.length === 0} />
        )}
        {candidates.length > 0 && (
          <div class="flex flex-wrap items-center gap-2">
            <span class="text-sm font-medium">
              {outcome === 'attributed' ? 'Confidence' : 'Confidence of the first candidate'}
            </span>
            <Confidence value={confidence} />
          </div>
        )}
        {basis !== null && (
          <div class="flex flex-wrap items-center gap-2">
            <span class="text-sm font-medium">Basis</span>
            <BasisBadge basis={basis} />
          </div>
        )}
        {isPartial && (
          <p class="rounded-md bg-warn-soft p-3 text-sm text-warn">
            Some sources could not be read, so this answer is less certain than it could be. They
            are listed under Sources.
          </p>
        )}
        <p class="max-w-prose">
          <OutsideText text={summary} max={1_200} />
        </p>
        {candidates.length > 0 && <Candidates candidates={candidates} />}
        <p class="text-sm text-muted">
          Evidence collected <Time at={result.collected_at} />. Scorer {result.scorer_version}.
        </p>
      </div>
    </Section>
  )
}

function Unclear({ outcome, isEmpty }: { outcome: Result['outcome']; isEmpty: boolean }) {
  if (outcome === 'ambiguous') {
    return (
      <div>
        <p class="text-2xl font-semibold">The operator is not certain</p>
        <p class="text-muted">
          The evidence speaks for more than one operator. The candidates below are in the order of
          their probability.
        </p>
      </div>
    )
  }
  return (
    <div>
      <p class="text-2xl font-semibold">No clear operator</p>
      <p class="text-muted">
        {isEmpty
          ? 'The public sources name nobody who could operate this domain.'
          : 'The evidence is too weak to name one. The candidates below are possible, not more.'}
      </p>
    </div>
  )
}

function EntityName({ name }: { name: string }) {
  const isLinkable = name.length >= ENTITY_CHARACTERS.min && name.length <= ENTITY_CHARACTERS.max
  if (!isLinkable) return <OutsideText text={name} />
  return (
    <Link class="link" href={`/entities/${encodeURIComponent(name)}`}>
      <OutsideText text={name} />
    </Link>
  )
}

function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  return (
    <Table
      label="Candidates"
      rows={candidates}
      keyOf={({ rank }) => String(rank)}
      columns={[
        { title: 'Rank', isNumber: true, cell: ({ rank }) => rank },
        {
          title: 'Candidate',
          cell: ({ entity, aliases = [], basis }) => (
            <div class="min-w-40">
              <EntityName name={entity} />
              {aliases.length > 0 && (
                <div class="text-muted">
                  also <OutsideText text={aliases.join(', ')} max={160} />
                </div>
              )}
              {basis !== null && (
                <div class="mt-1">
                  <BasisBadge basis={basis} />
                </div>
              )}
            </div>
          ),
        },
        {
          title: 'Confidence',
          cell: ({ confidence }) => <Confidence value={confidence} isSmall />,
        },
        { title: 'Signals', isNumber: true, cell: ({ signal_count: signals }) => count(signals) },
        {
          title: 'Reason',
          cell: ({ rationale }) => (
            <div class="min-w-64">
              <OutsideText text={rationale} max={240} />
            </div>
          ),
        },
      ]}
    />
  )
}
