import { infrastructureRole } from '../data/infrastructure-operators.ts'
import registrars from '../data/registrars.json' with { type: 'json' }
import { compactName, nameTokens } from '../names/entity-names.ts'

/**
 * Registrars for companies. `clients` is `contract` if the registrar sells only under a contract
 * with a company that it knows, and `anybody` if it also has a shop. `iana_ids` are from IANA's
 * registry of registrar ids; it is empty for a registrar whose id was not found there.
 */
interface CorporateRegistrar {
  names: readonly string[]
  iana_ids: readonly string[]
  clients: 'contract' | 'anybody'
}

const CORPORATE = registrars as readonly CorporateRegistrar[]

/** `names` are in lower case, without punctuation. */
export function beginsWithAny(name: string, names: readonly string[]): boolean {
  const folded = `${nameTokens(name).join(' ')} `
  return names.some((beginning) => folded.startsWith(`${beginning} `))
}

/**
 * True for the name of a registrar for large companies. Such a registrar sometimes enters itself as
 * the registrant, because some registries accept only a local one.
 */
export const isCorporateName = (name: string): boolean =>
  infrastructureRole(compactName(name)) === 'corporate_registrar' ||
  CORPORATE.some(({ names }) => beginsWithAny(name, names))

/**
 * True for a registrar that checks its clients. A registrar writes its own name into a record, but
 * IANA assigns the id, so the id decides where both are known.
 */
export function verifiesClients({
  name,
  iana_id,
}: {
  name: string | null
  iana_id: string | null
}): boolean {
  const row = CORPORATE.find(({ names, iana_ids }) =>
    iana_id !== null && iana_ids.length > 0
      ? iana_ids.includes(iana_id)
      : name !== null && beginsWithAny(name, names),
  )
  return row?.clients === 'contract'
}
