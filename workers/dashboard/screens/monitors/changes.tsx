import { api, read } from '../../api/api-client.ts'
import { LinkButton } from '../../parts/button.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState } from '../../parts/states.tsx'
import { AtomFeed } from './atom-feed.tsx'
import {
  ALL_KINDS,
  type Kind,
  kindInWords,
  SEVERITIES,
  SEVERITY_WORDS,
  type Severity,
} from './change-kinds.ts'
import { ChangeList } from './change-list.tsx'
import { domainFilterProblem, knownValue, textFilters } from './monitor-filters.ts'
import { TextFilter } from './text-filter.tsx'

const KIND_CHOICES: readonly (readonly [Kind | '', string])[] = [
  ['', 'All'],
  ...ALL_KINDS.map((kind) => [kind, kindInWords(kind)] as const),
]
const SEVERITY_CHOICES: readonly (readonly [Severity | '', string])[] = [
  ['', 'All'],
  ...SEVERITIES.map((severity) => [severity, SEVERITY_WORDS[severity]] as const),
]
const STATES = ['open', 'acknowledged', 'all'] as const
type State = (typeof STATES)[number]
const STATE_CHOICES: readonly (readonly [State, string])[] = [
  ['open', 'Open'],
  ['acknowledged', 'Acknowledged'],
  ['all', 'All'],
]
const CHANGES_PER_PAGE = 50

function useFilters() {
  const [stateText, setState] = useQueryState('state')
  const [kindText, setKind] = useQueryState('kind')
  const [severityText, setSeverity] = useQueryState('severity')
  const [label, setLabel] = useQueryState('label')
  const [domain, setDomain] = useQueryState('domain')
  // The feed links to one change, which may be acknowledged already.
  const [change] = useQueryState('change')
  const usual = change === '' ? 'open' : 'all'
  return {
    change,
    state: knownValue(stateText, STATES) ?? usual,
    kind: knownValue(kindText, ALL_KINDS),
    severity: knownValue(severityText, SEVERITIES),
    label,
    domain,
    setState: (state: State) => setState(state === usual ? '' : state),
    setKind,
    setSeverity,
    setLabel,
    setDomain,
  }
}

type Filters = ReturnType<typeof useFilters>

export default function Changes() {
  const filters = useFilters()
  const { state, kind, severity } = filters
  const wanted = {
    ...(kind === undefined ? {} : { kind }),
    ...(severity === undefined ? {} : { severity }),
    ...textFilters(filters),
  }
  const isOpenOnly = state === 'open'
  const acknowledged = state === 'all' ? {} : { acknowledged: state === 'acknowledged' }
  return (
    <Page
      title="Changes"
      lead="Confirmed changes of all domains that you watch. A change is deleted after 400 days."
      actions={<LinkButton href="/monitors">Monitors</LinkButton>}
    >
      <Section title="Changes found">
        <FilterFields filters={filters} />
        <ChangeList
          key={state}
          name={{ ...wanted, state }}
          readPage={(page, signal) =>
            read(
              api.GET('/changes', {
                params: { query: { ...wanted, ...acknowledged, ...page, limit: CHANGES_PER_PAGE } },
                signal,
              }),
            )
          }
          isOpenOnly={isOpenOnly}
          wanted={filters.change}
          empty={<NoChanges filters={filters} wanted={wanted} />}
        />
      </Section>
      <AtomFeed />
    </Page>
  )
}

function FilterFields({ filters }: { filters: Filters }) {
  const { state, kind, severity, label, domain } = filters
  return (
    <div class="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
      <SelectField
        label="State"
        value={state}
        choices={STATE_CHOICES}
        onChoice={filters.setState}
      />
      <SelectField
        label="Severity"
        value={severity ?? ''}
        choices={SEVERITY_CHOICES}
        onChoice={filters.setSeverity}
      />
      <SelectField
        label="Kind"
        value={kind ?? ''}
        choices={KIND_CHOICES}
        onChoice={filters.setKind}
      />
      <TextFilter label="Label of the monitor" value={label} onValue={filters.setLabel} />
      <div class="col-span-2 min-w-0 lg:col-span-1">
        <TextFilter
          label="Domain"
          value={domain}
          onValue={filters.setDomain}
          placeholder="example.com"
          problem={domainFilterProblem(domain)}
        />
      </div>
    </div>
  )
}

function NoChanges({ filters, wanted }: { filters: Filters; wanted: Record<string, string> }) {
  const search = new URLSearchParams(wanted)
  if (search.size > 0 || filters.state === 'acknowledged')
    return (
      <EmptyState title="No change fits these filters">
        Domain and label must be written in full.
      </EmptyState>
    )
  return (
    <EmptyState
      title={filters.state === 'open' ? 'No open change' : 'No change was found yet'}
      action={<LinkButton href="/monitors">Watch domains</LinkButton>}
    >
      When a fact of a watched domain moves, it is read a second time. A confirmed change appears
      here until you acknowledge it.
    </EmptyState>
  )
}
