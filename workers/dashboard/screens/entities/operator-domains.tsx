import type { Schemas } from '../../api/api-client.ts'
import { BasisMark } from '../../parts/basis.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Confidence } from '../../parts/confidence.tsx'
import type { CsvRow } from '../../parts/csv-file.ts'
import { DomainLink } from '../../parts/named-links.tsx'
import { Time } from '../../parts/time.tsx'

export interface DomainRow
  extends Pick<Schemas['PortfolioDomain'], 'domain' | 'confidence' | 'basis' | 'registered_at'> {
  /** False for a domain that is known from registration data only. */
  isAnalyzed: boolean
  analyzed_at: string | null
}

/** Columns on a wide window, cards on a phone. */
export const OperatorDomains = ({ rows }: { rows: readonly DomainRow[] }) => (
  <ul aria-label="Domains" class="flex flex-col divide-y divide-line">
    {rows.map((row) => (
      <li
        key={row.domain}
        class="grid gap-x-4 gap-y-1 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_8rem_11rem] sm:items-center"
      >
        <span class="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <DomainLink domain={row.domain} />
          <BasisMark basis={row.basis} />
        </span>
        {row.confidence === null ? (
          <span class="text-muted">not analyzed</span>
        ) : (
          <Confidence value={row.confidence} isSmall />
        )}
        <span class="flex flex-wrap items-center gap-2 text-muted sm:justify-end">
          {row.registered_at !== null && (
            <span>
              registered <Time at={row.registered_at} />
            </span>
          )}
          {row.analyzed_at !== null && (
            <span>
              analyzed <Time at={row.analyzed_at} />
            </span>
          )}
          {!row.isAnalyzed && (
            <LinkButton href={`/?domain=${encodeURIComponent(row.domain)}`}>
              Analyze<span class="sr-only"> {row.domain}</span>
            </LinkButton>
          )}
        </span>
      </li>
    ))}
  </ul>
)

export const operatorCsv = (name: string, rows: readonly DomainRow[]): CsvRow[] => [
  ['operator', 'domain', 'confidence', 'basis', 'known_from', 'registered_at'],
  ...rows.map(({ domain, confidence, basis, isAnalyzed, registered_at: at }) => [
    name,
    domain,
    confidence ?? '',
    basis ?? '',
    isAnalyzed ? 'analysis' : 'registration data',
    at ?? '',
  ]),
]
