import { type QueryClient, useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { EVIDENCE_PER_PAGE, evidenceQuery } from '../../parts/evidence-query.ts'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { operatorFacts } from './operator-facts.ts'

const PAGES_MAX = 3
const NAME_CHARACTERS_SHOWN = 120

interface HeadProps {
  name: string
  /** Newest own analysis that names the operator. */
  analysis: Schemas['JobListItem'] | undefined
}

/** Facts of registers, from the evidence of the newest own analysis that names the operator. */
export function OperatorHead({ name, analysis }: HeadProps) {
  const id = analysis?.job_id ?? ''
  const job = useQuery({
    queryKey: ['job', id, 'candidates'],
    queryFn: ({ signal }) =>
      read(api.GET('/jobs/{job_id}', { params: { path: { job_id: id } }, signal })),
    enabled: id !== '',
  })
  const evidence = useQuery({
    queryKey: ['evidence', id, 'all'],
    queryFn: ({ client }) => readEvidence(client, id),
    enabled: id !== '',
  })
  if (analysis === undefined) {
    return (
      <Section title="About the operator">
        <p class="text-sm text-muted">
          Analyze one of its domains to see what registers say about it.
        </p>
      </Section>
    )
  }
  const candidate = candidateOf(job.data, name)
  const aliases = candidate?.aliases ?? []
  const facts = operatorFacts(evidence.data ?? [], name)
  return (
    <Section title="About the operator">
      {evidence.isPending && <Skeleton label="Loading the facts" />}
      <dl class="flex flex-col gap-3 text-sm">
        {candidate !== undefined && candidate.entity_type !== 'unknown' && (
          <Fact label="Kind">{candidate.entity_type}</Fact>
        )}
        {aliases.length > 0 && (
          <Fact label="Also named">
            {aliases.map((alias) => (
              <span key={alias} class="block">
                <OutsideText text={alias} max={NAME_CHARACTERS_SHOWN} />
              </span>
            ))}
          </Fact>
        )}
        {facts.map(({ label, value, source, collectedAt }) => (
          <Fact key={`${label} ${value}`} label={label}>
            <OutsideText text={value} max={NAME_CHARACTERS_SHOWN} />
            <span class="block text-xs text-muted">
              <OutsideText text={source} max={NAME_CHARACTERS_SHOWN} />, <Time at={collectedAt} />
            </span>
          </Fact>
        ))}
      </dl>
      {evidence.isSuccess && facts.length === 0 && (
        <p class="text-sm text-muted">No register names this operator.</p>
      )}
      <p class="pt-3 text-sm">
        <Link class="link" href={`/jobs/${encodeURIComponent(id)}`}>
          Open the analysis
        </Link>
      </p>
    </Section>
  )
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="min-w-0">
    <dt class="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)

function candidateOf(job: unknown, name: string) {
  const result = (job as Partial<Schemas['Job']> | undefined)?.scoring_result
  return result?.candidates.find(({ entity }) => entity.toLowerCase() === name.toLowerCase())
}

async function readEvidence(queries: QueryClient, id: string): Promise<Schemas['JobEvidence'][]> {
  const pieces: Schemas['JobEvidence'][] = []
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data, meta } = await queries.fetchQuery(evidenceQuery(id, page * EVIDENCE_PER_PAGE))
    pieces.push(...data.evidence)
    if (!meta.has_more) break
  }
  return pieces
}
