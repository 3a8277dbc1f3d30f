import { api, read } from '../../api/api-client.ts'
import { LinkButton } from '../../parts/button.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { useQueryState } from '../../parts/query-state.ts'
import { EmptyState } from '../../parts/states.tsx'
import { curlOf } from '../../parts/texts.ts'
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

export default function Changes() {
  const [kindText, setKind] = useQueryState('kind')
  const [severityText, setSeverity] = useQueryState('severity')
  const [label, setLabel] = useQueryState('label')
  const [domain, setDomain] = useQueryState('domain')
  const kind = knownValue(kindText, ALL_KINDS)
  const severity = knownValue(severityText, SEVERITIES)
  const filters = {
    ...(kind === undefined ? {} : { kind }),
    ...(severity === undefined ? {} : { severity }),
    ...textFilters({ label, domain }),
  }
  const search = new URLSearchParams(filters)
  const isFiltered = search.size > 0
  return (
    <Page
      title="Changes"
      lead="Confirmed changes of all domains that you watch. A change is deleted after 400 days."
      actions={<LinkButton href="/monitors">Monitors</LinkButton>}
    >
      <Section title="Changes found">
        <div class="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <TextFilter
            label="Domain"
            value={domain}
            onValue={setDomain}
            placeholder="example.com"
            problem={domainFilterProblem(domain)}
          />
          <TextFilter label="Label of the monitor" value={label} onValue={setLabel} />
          <SelectField label="Kind" value={kind ?? ''} choices={KIND_CHOICES} onChoice={setKind} />
          <SelectField
            label="Severity"
            value={severity ?? ''}
            choices={SEVERITY_CHOICES}
            onChoice={setSeverity}
          />
        </div>
        <ChangeList
          name={filters}
          readPage={(page, signal) =>
            read(api.GET('/changes', { params: { query: { ...filters, ...page } }, signal }))
          }
          empty={
            <EmptyState
              title={isFiltered ? 'No change fits these filters' : 'No change was found yet'}
              curl={curlOf(location.origin, { path: `/changes${isFiltered ? `?${search}` : ''}` })}
              action={
                isFiltered ? undefined : <LinkButton href="/monitors">Watch domains</LinkButton>
              }
            >
              {isFiltered
                ? 'Domain and label must be written in full.'
                : 'When a fact of a watched domain moves, it is read a second time. A ' +
                  'confirmed change appears here.'}
            </EmptyState>
          }
        />
      </Section>
      <AtomFeed />
    </Page>
  )
}
