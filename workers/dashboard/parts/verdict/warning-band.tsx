import { OutsideText } from '../outside-text.tsx'
import { shortened, withVisibleControls } from '../texts.ts'
import type { TitledWarning } from './verdict-parts.ts'

type Severity = TitledWarning['severity']

const SEVERITY_LABELS: Record<Severity, string> = { high: 'High', medium: 'Medium', info: 'Note' }
const BANDS: Record<Severity, string> = {
  high: 'border-bad bg-bad-soft text-bad',
  medium: 'border-warn bg-warn-soft text-warn',
  info: 'border-line bg-raised text-ink',
}
const DETAIL_CHARACTERS_SHOWN = 300

const BAND_SEVERITIES: readonly Severity[] = ['high', 'medium']

/** Kinds whose title says the same as their detail. */
const SAID_BY_TITLE: ReadonlySet<string> = new Set(['very_young', 'not_registered', 'parked'])

export const isNote = ({ severity }: TitledWarning) => severity === 'info'

/** Notes are no warnings: they stand in one line below the headline. */
export function Notes({ warnings }: { warnings: readonly TitledWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <p class="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
      {warnings.map(({ title, detail }, index) => (
        <span
          key={index}
          class="rounded-full bg-raised px-2 py-0.5 text-ink"
          title={shortened(withVisibleControls(detail), DETAIL_CHARACTERS_SHOWN)}
        >
          <OutsideText text={title} max={200} />
        </span>
      ))}
    </p>
  )
}

export function WarningBand({ warnings }: { warnings: readonly TitledWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Warnings">
      {BAND_SEVERITIES.map((severity) => {
        const members = warnings.filter((warning) => warning.severity === severity)
        return (
          members.length > 0 && (
            <ul
              key={severity}
              class={`flex flex-col gap-2 border-l-4 px-4 py-3 sm:px-6 ${BANDS[severity]}`}
            >
              {members.map((warning, index) => (
                <Line key={index} warning={warning} />
              ))}
            </ul>
          )
        )
      })}
    </section>
  )
}

function Line({ warning: { kind, severity, title, detail } }: { warning: TitledWarning }) {
  return (
    <li class="min-w-0">
      <p class={severity === 'high' ? 'text-lg font-semibold' : 'font-medium'}>
        <span class="sr-only">{SEVERITY_LABELS[severity]}: </span>
        <OutsideText text={title} max={200} />
      </p>
      {!SAID_BY_TITLE.has(kind) && (
        <p class="max-w-prose text-sm text-ink">
          <OutsideText text={detail} max={DETAIL_CHARACTERS_SHOWN} />
        </p>
      )}
    </li>
  )
}
