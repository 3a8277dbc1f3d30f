import { infrastructureRole } from '../data/infrastructure-operators.ts'
import type { EvidenceSet } from '../evidence.ts'
import { compactName, normalizeEntityName } from '../names/entity-names.ts'
import { disclosedOrganization } from './registration-signals.ts'
import type { LinkingIdentifier } from './signal.ts'

/**
 * Returns the registrant organisation in a form that can be compared with other domains. Returns an
 * empty list if the registrant is hidden or is a provider such as a privacy service.
 */
export function registrantLinks({ whois }: EvidenceSet): LinkingIdentifier[] {
  const organization = disclosedOrganization(whois?.data?.record)
  if (organization === null || infrastructureRole(compactName(organization)) !== null) return []
  const value = normalizeEntityName(organization).slice(0, 200)
  return value === '' ? [] : [{ kind: 'registrant_organization', value }]
}
