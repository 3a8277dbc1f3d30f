import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { profileQuery } from '../../api/account-queries.ts'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { BasisMark } from '../../parts/basis.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { exactEntityQuery } from '../../parts/exact-entity.ts'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, percent, shortened, withVisibleControls } from '../../parts/texts.ts'
import { submitAnalysis } from './submit.ts'
import { sumInWords } from './sum-words.ts'

type Found = Schemas['FoundEntity']
type Owned = Found['domains'][number]

const DOMAINS_SHOWN = 8
const LIST_NAME_CHARACTERS_MAX = 60

export function RelatedDomains({ entity, domain }: { entity: string; domain: string }) {
  const related = useQuery(exactEntityQuery(entity))
  const others = related.data?.domains.filter((each) => each.domain !== domain) ?? []
  const more = (related.data?.domain_count ?? 0) - (related.data?.domains.length ?? 0)
  return (
    <Section title="Other domains">
      {related.isLoading && <Skeleton lines={3} label="Loading other domains" />}
      {related.isError && (
        <FailureNote error={related.error} retry={() => void related.refetch()} />
      )}
      {!related.isLoading && !related.isError && others.length === 0 && (
        <p class="text-sm text-muted">No other domain of this operator is known yet.</p>
      )}
      {others.length > 0 && <Others entity={entity} domains={others.slice(0, DOMAINS_SHOWN)} />}
      {(others.length > DOMAINS_SHOWN || more > 0) && (
        <Link
          class="link mt-3 inline-block text-sm"
          href={`/entities/${encodeURIComponent(entity)}`}
        >
          All {count(related.data?.domain_count ?? 0)} domains
        </Link>
      )}
    </Section>
  )
}

function Others({ entity, domains }: { entity: string; domains: readonly Owned[] }) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  const names = domains.map(({ domain }) => domain)
  return (
    <div class="flex flex-col gap-3">
      <ul class="flex flex-col text-sm">
        {domains.map(({ domain, confidence, basis }) => (
          <li
            key={domain}
            class="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 first:pt-0 last:border-0"
          >
            <div class="min-w-32 flex-1">
              <Link class="link" href={`/domains/${encodeURIComponent(domain)}`}>
                <OutsideName text={domain} />
              </Link>
              <p class="flex flex-wrap items-center gap-x-2 text-muted tabular-nums">
                {percent(confidence)} <BasisMark basis={basis} />
              </p>
            </div>
            <Button onClick={() => setWanted([domain])}>
              Analyze<span class="sr-only"> {withVisibleControls(domain)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {names.length > 1 && (
        <Button onClick={() => setWanted(names)}>Analyze all ({names.length})</Button>
      )}
      <AnalyzeThem entity={entity} domains={wanted} onClose={() => setWanted([])} />
    </div>
  )
}

interface ThemProps {
  entity: string
  domains: readonly string[]
  onClose: () => void
}

function AnalyzeThem({ entity, domains, onClose }: ThemProps) {
  const profile = useQuery({ ...profileQuery, enabled: domains.length > 0 })
  const [, navigate] = useLocation()
  const [attempt] = useState(() => createAttempts())
  const start = useMutation({
    mutationFn: () =>
      attempt(domains.join(' '), (key) =>
        domains.length === 1
          ? analyzeOne(domains[0] ?? '', key)
          : analyzeList(entity, domains, key),
      ),
    onSuccess: (page) => navigate(page),
  })
  const [only] = domains
  return (
    <ConfirmDialog
      title={domains.length === 1 ? 'Analyze this domain?' : `Analyze ${domains.length} domains?`}
      isOpen={domains.length > 0}
      onClose={onClose}
      action={domains.length === 1 ? 'Analyze' : `Analyze ${domains.length}`}
      isHarmless
      onConfirm={() => start.mutateAsync()}
    >
      {only !== undefined && (
        <p>
          <OutsideText text={domains.join(', ')} max={300} />
        </p>
      )}
      {profile.data !== undefined && <p class="mt-2">{sumInWords(domains.length, profile.data)}</p>}
    </ConfirmDialog>
  )
}

async function analyzeOne(domain: string, idempotencyKey: string): Promise<string> {
  const id = await submitAnalysis({ domain, depth: 'deep', passive: false, idempotencyKey })
  return `/jobs/${encodeURIComponent(id)}`
}

/** Starts a list, because a list has one page for all its answers. */
async function analyzeList(
  entity: string,
  domains: readonly string[],
  idempotencyKey: string,
): Promise<string> {
  const name = shortened(`Domains of ${withVisibleControls(entity)}`, LIST_NAME_CHARACTERS_MAX)
  const call = api.POST('/analyze/bulk', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { domains: [...domains], depth: 'deep', name },
  })
  // This route does not put its answer into `data`, where `read` looks for it.
  const list = await read(call.then((answer) => ({ ...answer, data: { data: answer.data } })))
  if (list === undefined) throw new SyntaxError('the answer to a list has no body')
  return `/bulk/${encodeURIComponent(list.bulk_job_id)}`
}
