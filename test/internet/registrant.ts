import type { Domain } from './domain-file.ts'

const WITHHELD = /redacted|privacy|proxy|withheld|private by design|^$/i

/**
 * Organizations that the registration shows as the registrant, without privacy services and
 * redacted names.
 */
export function registrantNames(
  file: Pick<Domain, 'rdap' | 'rdap_related' | 'registration'>,
): string[] {
  const shown =
    file.registration?.privacy === 'shown' ? file.registration.registrant.organization : undefined
  const found = [file.rdap, ...Object.values(file.rdap_related)].flatMap(organizationsIn)
  return [...new Set(shown ? [shown, ...found] : found)].filter((name) => !WITHHELD.test(name))
}

/**
 * Registrant organizations of an RDAP object (RFC 9083 section 5.1), whose contacts are jCards (RFC
 * 7095).
 */
function organizationsIn(object: Record<string, unknown> | null | undefined): string[] {
  const entities = Array.isArray(object?.entities)
    ? (object.entities as Record<string, unknown>[])
    : []
  return entities
    .filter((entity) => Array.isArray(entity.roles) && entity.roles.includes('registrant'))
    .flatMap((entity) =>
      Array.isArray(entity.vcardArray) ? (entity.vcardArray[1] as unknown[]) : [],
    )
    .flatMap((field) =>
      Array.isArray(field) && field[0] === 'org' && typeof field[3] === 'string' ? [field[3]] : [],
    )
}
