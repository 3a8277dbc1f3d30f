import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { AnalysesPrice } from '../../parts/analyses-price.tsx'
import { BasisMark } from '../../parts/basis.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { exactEntityQuery } from '../../parts/exact-entity.ts'
import { ListDialog } from '../../parts/list-dialog.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, percent, withVisibleControls } from '../../parts/texts.ts'
import { submitAnalysis } from './submit.ts'

type Found = Schemas['FoundEntity']
type Owned = Found['domains'][number]

const DOMAINS_SHOWN = 8

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
  const [wanted, setWanted] = useState<string | null>(null)
  const [isAskingAll, setAskingAll] = useState(false)
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
            <Button onClick={() => setWanted(domain)}>
              Analyze<span class="sr-only"> {withVisibleControls(domain)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {names.length > 1 && (
        <Button onClick={() => setAskingAll(true)}>Analyze all ({names.length})</Button>
      )}
      <AnalyzeOne domain={wanted} onClose={() => setWanted(null)} />
      <ListDialog
        operator={entity}
        domains={names}
        isOpen={isAskingAll}
        onClose={() => setAskingAll(false)}
      />
    </div>
  )
}

function AnalyzeOne({ domain, onClose }: { domain: string | null; onClose: () => void }) {
  const [, navigate] = useLocation()
  const [attempt] = useState(() => createAttempts())
  const start = async (wanted: string) => {
    const id = await attempt(wanted, (idempotencyKey) =>
      submitAnalysis({ domain: wanted, depth: 'deep', passive: false, idempotencyKey }),
    )
    navigate(`/jobs/${encodeURIComponent(id)}`)
  }
  return (
    <ConfirmDialog
      title="Analyze this domain?"
      isOpen={domain !== null}
      onClose={onClose}
      action="Analyze"
      isHarmless
      onConfirm={async () => {
        if (domain !== null) await start(domain)
      }}
    >
      {domain !== null && (
        <>
          <p>
            <OutsideText text={domain} max={300} />
          </p>
          <p class="mt-2">
            <AnalysesPrice domains={[domain]} />
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
