import type { ComponentChildren } from 'preact'
import { Badge } from '../badge.tsx'
import { BasisMark } from '../basis.tsx'
import { Confidence } from '../confidence.tsx'
import { EntityLink } from '../named-links.tsx'
import { OutsideText } from '../outside-text.tsx'
import { withVisibleControls } from '../texts.ts'
import { Time } from '../time.tsx'
import { CandidateBar } from './candidate-bar.tsx'
import { ReasonList } from './reason-list.tsx'
import { needsComparison, shownReasons, type Verdict } from './verdict-parts.ts'
import { isNote, Notes, WarningBand } from './warning-band.tsx'

interface CardProps {
  verdict: Verdict
  isPartial: boolean
  /** Action for a domain that is not registered. */
  whenFree?: ComponentChildren
  /** The strip of facts. */
  children?: ComponentChildren
}

export function VerdictCard({ verdict, isPartial, whenFree, children }: CardProps) {
  const { warnings, candidates, outcome } = verdict
  const reasons = candidates.length === 0 ? [] : shownReasons(verdict.reasons)
  const comparison = needsComparison(verdict) && (
    <CandidateBar candidates={candidates} isFirstExplained={outcome === 'attributed'} />
  )
  const notes = warnings.filter((warning) => isNote(warning) && isNotTheHeadline(warning))
  return (
    <section
      aria-label="Answer"
      class="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <WarningBand warnings={bandOf(verdict)} />
      <div class="flex flex-col gap-5 p-4 sm:p-6">
        <Headline verdict={verdict} />
        {outcome === 'attributed' && <Named verdict={verdict} />}
        <Notes warnings={notes} />
        {!verdict.is_registered && whenFree}
        {isPartial && (
          <p class="rounded-md bg-warn-soft p-3 text-sm text-warn">
            Partial: some sources could not be read, so this answer is less certain than it could
            be. They are listed under Sources.
          </p>
        )}
        {outcome !== 'attributed' && comparison}
        {reasons.length > 0 && (
          <div>
            <h3 class="text-sm font-medium">
              {outcome === 'attributed' ? 'Why' : 'What speaks for the first candidate'}
            </h3>
            <ReasonList reasons={reasons} />
          </div>
        )}
        {outcome === 'attributed' && comparison}
      </div>
      {children}
      <p class="border-t border-line px-4 py-2 text-xs text-muted sm:px-6">
        Evidence collected <Time at={verdict.collected_at} />.
      </p>
    </section>
  )
}

/** Without a registration there is no site, so only grave warnings say more than the headline. */
const bandOf = ({ warnings, is_registered: isRegistered }: Verdict): Verdict['warnings'] =>
  warnings.filter((warning) => !isNote(warning) && (isRegistered || warning.severity === 'high'))

const isNotTheHeadline = ({ kind }: Verdict['warnings'][number]) => kind !== 'not_registered'

function Headline({ verdict }: { verdict: Verdict }) {
  const { entity, entity_type: type, headline, outcome, candidates, meaning } = verdict
  if (outcome === 'attributed' && entity !== null)
    return (
      <div class="min-w-0">
        <p class="text-sm text-muted">Operated by</p>
        <h2 class="text-2xl font-semibold tracking-tight sm:text-3xl">
          <EntityLink name={entity} />
        </h2>
        {type === 'person' && <Badge>Person</Badge>}
      </div>
    )
  return (
    <div class="min-w-0">
      <h2 class="text-2xl font-semibold tracking-tight sm:text-3xl">
        {withVisibleControls(headline)}
      </h2>
      <p class="max-w-prose text-muted">
        {candidates.length === 0 ? withoutCandidates(verdict) : meaning}
      </p>
    </div>
  )
}

const withoutCandidates = ({ is_registered: isRegistered }: Verdict): string =>
  isRegistered
    ? 'The public sources name nobody who could operate this domain.'
    : 'Nobody had registered this name when it was analyzed.'

function Named({ verdict }: { verdict: Verdict }) {
  const { confidence, meaning, basis, basis_sentence: sentence } = verdict
  return (
    <div class="flex flex-col gap-2">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Confidence value={confidence} />
        <BasisMark basis={basis} />
      </div>
      {meaning !== null && <p class="text-sm text-muted">{meaning}</p>}
      {sentence !== null && (
        <p class="max-w-prose text-sm">
          <OutsideText text={sentence} max={500} />
        </p>
      )}
    </div>
  )
}
