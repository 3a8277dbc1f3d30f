import { infrastructureRole } from '../data/infrastructure-operators.ts'
import type { EvidenceSet } from '../evidence.ts'
import { compactName, normalizeEntityName } from '../names/entity-names.ts'
import { disclosedOrganization } from './registration-signals.ts'
import type { LinkingIdentifier } from './signal.ts'

/** The organisation that holds the registration, as a value that domains share; none where a service or a redaction stands in. */
export function registrantLinks({ whois }: EvidenceSet): LinkingIdentifier[] {
  const organization = disclosedOrganization(whois?.data?.record)
  if (organization === null || infrastructureRole(compactName(organization)) !== null) return []
  const value = normalizeEntityName(organization).slice(0, 200)
  return value === '' ? [] : [{ kind: 'registrant_organization', value }]
}
