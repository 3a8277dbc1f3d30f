import { percentText } from '../attribution/answer/verdict.ts'
import type { Cluster } from './correlation-result.ts'
import { linkWords } from './link-kinds.ts'

const NAMED_SIGNALS_MAX = 4
const VALUE_CHARACTERS_MAX = 60

const domains = (count: number): string => `${count} ${count === 1 ? 'domain' : 'domains'}`

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

export function summarizeCluster(
  {
    domains: members,
    entity,
    confidence,
    shared_signals: shared,
  }: Omit<Cluster, 'summary' | 'summary_source'>,
  isProven: boolean,
): string {
  const sure = `${percentText(confidence)} sure`
  const who = !isProven
    ? `${domains(members.length)} may have one operator (${sure}). Anybody can copy all that ` +
      'they share.'
    : entity === null
      ? `${domains(members.length)} seem to have one operator, whose name is not known (${sure}).`
      : `${domains(members.length)} seem to be operated by ${entity} (${sure}).`
  const reasons = shared
    .slice(0, NAMED_SIGNALS_MAX)
    .map(
      ({ signal, value, domains: holders }) =>
        `the ${linkWords(signal)} ${shortened(value)} (${domains(holders.length)})`,
    )
  const rest = shared.length - reasons.length
  if (reasons.length === 0) return `${who} They are parts of one site, or point at each other.`
  return `${who} They share ${listed(rest > 0 ? [...reasons, `${rest} more`] : reasons)}.`
}

const shortened = (value: string): string =>
  value.length <= VALUE_CHARACTERS_MAX ? value : `${value.slice(0, VALUE_CHARACTERS_MAX - 1)}…`

export function summarizeSet(size: number, clusters: readonly Cluster[], alone: number): string {
  if (clusters.length === 0) return `Nothing ties any two of the ${domains(size)} to one operator.`
  const groups = clusters.map(
    ({ domains: members, entity }) => `${entity ?? 'an unnamed operator'} (${members.length})`,
  )
  const shown = groups.slice(0, NAMED_SIGNALS_MAX)
  const more = groups.length - shown.length
  const rest =
    alone === 0
      ? 'None stands alone.'
      : `${domains(alone)} ${alone === 1 ? 'stands' : 'stand'} alone.`
  const count = clusters.length === 1 ? 'one group' : `${clusters.length} groups`
  return (
    `Of ${domains(size)}, ${domains(size - alone)} fall into ${count}: ` +
    `${listed(more > 0 ? [...shown, `${more} more`] : shown)}. ${rest}`
  )
}
