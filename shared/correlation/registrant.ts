import type { EvidenceSet } from '../collectors/evidence.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { compactName, normalizeEntityName } from '../scoring/entity-names.ts'
import { isPrivacyName } from '../signals/registration.ts'
import type { LinkingIdentifier } from '../signals/signal.ts'

/** The organisation that holds the registration, as a value that domains share; none where a service or a redaction stands in. */
export function registrantLinks({ whois }: EvidenceSet): LinkingIdentifier[] {
  const record = whois?.data?.record
  const organization = record?.registrant.organization ?? ''
  if (record === undefined || record.privacy !== 'none' || organization === '' || isPrivacyName(organization)) return []
  if (infrastructureRole(compactName(organization)) !== null) return []
  const value = normalizeEntityName(organization).slice(0, 200)
  return value === '' ? [] : [{ kind: 'registrant_organization', value }]
}
