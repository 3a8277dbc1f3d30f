import type { Schemas } from '../../api/api-client.ts'

export type Kind = Schemas['Change']['kinds'][number]
export type Severity = Schemas['Change']['severity']

const KIND_WORDS: Record<Kind, string> = {
  operator_changed: 'New operator',
  operator_lost: 'Operator no longer known',
  operator_found: 'Operator found',
  registrant_changed: 'New registrant',
  registration_ending: 'Registration ending',
  domain_dropped: 'No longer registered',
  domain_reregistered: 'Registered again',
  transfer_lock_removed: 'Transfer lock removed',
  registrar_changed: 'New registrar',
  nameservers_changed: 'Other name servers',
  redirect_changed: 'Other redirect',
  parked: 'Parked',
  expires_soon: 'Expires soon',
  renewed: 'Renewed',
  mail_changed: 'Other mail provider',
  hosting_changed: 'Other hosting network',
  certificate_organization_changed: 'Other organization in the TLS certificate',
  operator_uncertain: 'Operator uncertain',
  returned: 'Earlier value is back',
}

/**
 * The service assigns the same severity to each kind. A new monitor watches the kinds of high and
 * medium severity.
 */
export const KINDS_OF_SEVERITY: Record<Severity, readonly Kind[]> = {
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
}

export const SEVERITY_WORDS: Record<Severity, string> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}
export const SEVERITIES = ['high', 'medium', 'low'] as const

export const ALL_KINDS: readonly Kind[] = SEVERITIES.flatMap(
  (severity) => KINDS_OF_SEVERITY[severity],
)
export const USUAL_KINDS: readonly Kind[] = [...KINDS_OF_SEVERITY.high, ...KINDS_OF_SEVERITY.medium]

export const kindInWords = (kind: Kind): string => KIND_WORDS[kind]
