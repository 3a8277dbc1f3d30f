/** Severities of changes, highest first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Kinds of low severity are watched only if the customer asks for them. */
export const KINDS_BY_SEVERITY = {
  high: [
    'operator_changed',
    'operator_lost',
    'operator_found',
    'registrant_changed',
    'registration_ending',
    'domain_dropped',
    'domain_reregistered',
    'transfer_lock_removed',
  ],
  medium: [
    'registrar_changed',
    'nameservers_changed',
    'redirect_changed',
    'parked',
    'expires_soon',
    'renewed',
  ],
  low: [
    'mail_changed',
    'hosting_changed',
    'certificate_organization_changed',
    'operator_uncertain',
    'returned',
  ],
} as const satisfies Record<Severity, readonly string[]>

export const KINDS = [
  ...KINDS_BY_SEVERITY.high,
  ...KINDS_BY_SEVERITY.medium,
  ...KINDS_BY_SEVERITY.low,
] as const
export type Kind = (typeof KINDS)[number]

export const DEFAULT_WATCH: readonly Kind[] = [
  ...KINDS_BY_SEVERITY.high,
  ...KINDS_BY_SEVERITY.medium,
]

const OPERATOR_KINDS: readonly Kind[] = [
  'operator_changed',
  'operator_lost',
  'operator_found',
  'operator_uncertain',
]

// Kinds of changes after which the domain may have another operator. All other kinds follow from
// time alone, or tell nothing about the operator.
const SUSPICIOUS_KINDS: readonly Kind[] = [
  'registrant_changed',
  'domain_reregistered',
  'transfer_lock_removed',
  'registrar_changed',
  'nameservers_changed',
  'redirect_changed',
  'parked',
  'mail_changed',
  'hosting_changed',
  'certificate_organization_changed',
]

const severityOfKind = (kind: Kind): Severity =>
  SEVERITIES.find((severity) => (KINDS_BY_SEVERITY[severity] as readonly Kind[]).includes(kind)) ??
  'low'

export function severityOf(kinds: readonly Kind[]): Severity {
  const found = new Set(kinds.map(severityOfKind))
  return SEVERITIES.find((severity) => found.has(severity)) ?? 'low'
}

export const watchedKinds = (kinds: readonly Kind[], watch: readonly Kind[]): Kind[] =>
  kinds.filter((kind) => watch.includes(kind))

/**
 * True if a full analysis must check the operator. A suspicious change of a kind that is watched by
 * default can mean a new operator. So it starts an analysis even for a monitor that watches only
 * operators and does not report the change itself.
 */
export function needsAnalysis(
  kinds: readonly Kind[],
  isUnparked: boolean,
  watch: readonly Kind[],
): boolean {
  const watchesOperator = OPERATOR_KINDS.some((kind) => watch.includes(kind))
  if (isUnparked && watchesOperator) return true
  return kinds.some(
    (kind) =>
      SUSPICIOUS_KINDS.includes(kind) &&
      (watch.includes(kind) || (watchesOperator && DEFAULT_WATCH.includes(kind))),
  )
}
