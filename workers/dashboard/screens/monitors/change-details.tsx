import { Link } from 'wouter-preact'
import type { Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { count, shortened, withVisibleControls } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { ANALYSIS_WORDS, VERDICT_WORDS, VERDICTS, type Verdict } from './acknowledge-words.ts'
import { type Difference, differencesOf, type Side } from './change-differences.ts'

type Change = Schemas['Change']
type Evidence = Schemas['ChangeEvidence']

const NAMES_SHOWN = 20
const NAME_CHARACTERS_SHOWN = 160
const DOMAIN_CHARACTERS_SHOWN = 60

interface DetailsProps {
  change: Change
  onAcknowledge: (verdict: Verdict) => void
}

export function ChangeDetails({ change, onAcknowledge }: DetailsProps) {
  const { domain, diff, evidence, analysis } = change
  const differences = differencesOf(diff)
  return (
    <div class="flex min-w-0 flex-col gap-3 pt-2">
      {differences.length > 0 && (
        <div class="grid gap-4 sm:grid-cols-2">
          {differences.map((difference) => (
            <DifferenceView key={difference.subject} difference={difference} />
          ))}
        </div>
      )}
      {evidence.length > 0 && <EvidenceView evidence={evidence} domain={domain} />}
      <p class="text-muted">
        {ANALYSIS_WORDS[analysis]} Confirmed <Time at={change.confirmed_at} />.
      </p>
      <Links change={change} />
      <AcknowledgeButtons change={change} onAcknowledge={onAcknowledge} />
    </div>
  )
}

function DifferenceView({ difference: { subject, sides } }: { difference: Difference }) {
  return (
    <div class="min-w-0 text-sm">
      <h4 class="text-muted">{subject}</h4>
      <dl class="mt-0.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {sides.map((side) => (
          <SideView key={side.title} side={side} />
        ))}
      </dl>
    </div>
  )
}

function SideView({ side: { title, names, note } }: { side: Side }) {
  return (
    <>
      <dt class="text-muted">{title}</dt>
      <dd class="min-w-0">
        {names.length === 0 && <span class="text-muted">None known</span>}
        {names.slice(0, NAMES_SHOWN).map((name) => (
          <span key={name} class="block">
            <OutsideText text={name} max={NAME_CHARACTERS_SHOWN} />
          </span>
        ))}
        {names.length > NAMES_SHOWN && (
          <span class="text-muted">and {count(names.length - NAMES_SHOWN)} more</span>
        )}
        {note !== null && <span class="text-muted tabular-nums">{note}</span>}
      </dd>
    </>
  )
}

function Value({ text }: { text: string | null }) {
  if (text === null) return <span class="text-muted">none</span>
  return <OutsideText text={text} max={NAME_CHARACTERS_SHOWN} />
}

function EvidenceView({ evidence, domain }: { evidence: readonly Evidence[]; domain: string }) {
  return (
    <div class="min-w-0">
      <h4 class="text-muted">Evidence</h4>
      <ul
        aria-label={`Evidence for ${shortened(withVisibleControls(domain), DOMAIN_CHARACTERS_SHOWN)}`}
      >
        {evidence.map(({ source, before, after, collected_at: at }, place) => (
          <li key={place} class="border-b border-line py-1.5 last:border-0">
            <Value text={before} />
            <Became />
            <Value text={after} />
            <span class="block text-muted">
              <OutsideText text={source} max={NAME_CHARACTERS_SHOWN} /> · <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const Became = () => (
  <span role="img" aria-label="became" class="px-1 text-muted">
    →
  </span>
)

function Links({
  change: { job_id: id, job_id_before: earlier, monitor_id: monitor, domain },
}: {
  change: Change
}) {
  const links = [
    ['Open the analysis', id === null ? null : `/jobs/${encodeURIComponent(id)}`],
    ['Open the analysis before', earlier === null ? null : `/jobs/${encodeURIComponent(earlier)}`],
    ['Open the monitor', `/monitors/${encodeURIComponent(monitor)}`],
  ] as const
  return (
    <p class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map(
        ([text, href]) =>
          href !== null && (
            <Link key={text} class="link" href={href}>
              {text}
              <span class="sr-only">
                {' '}
                of {shortened(withVisibleControls(domain), DOMAIN_CHARACTERS_SHOWN)}
              </span>
            </Link>
          ),
      )}
    </p>
  )
}

function AcknowledgeButtons({ change, onAcknowledge }: DetailsProps) {
  const { acknowledged, domain } = change
  const name = shortened(withVisibleControls(domain), DOMAIN_CHARACTERS_SHOWN)
  return (
    <div class="flex flex-wrap items-center gap-2 border-t border-line pt-3 text-sm">
      <span class="text-muted">This change was</span>
      {VERDICTS.map((verdict) => (
        <Button
          key={verdict}
          look={acknowledged?.verdict === verdict ? 'primary' : 'plain'}
          aria-pressed={acknowledged?.verdict === verdict}
          aria-label={`${VERDICT_WORDS[verdict].action}: change of ${name}`}
          onClick={() => onAcknowledge(verdict)}
        >
          {VERDICT_WORDS[verdict].action}
        </Button>
      ))}
    </div>
  )
}
