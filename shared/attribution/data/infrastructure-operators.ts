import operators from './infrastructure-operators.json' with { type: 'json' }

/**
 * Kinds of companies that serve the domains of other companies. The lists contain normalised names
 * without a legal form. Sources: the companies' own web pages and public lists under permissive
 * licences.
 */
export type InfrastructureRole = keyof typeof operators

const roles = new Map<string, InfrastructureRole>()
for (const [role, names] of Object.entries(operators) as [InfrastructureRole, string[]][])
  for (const name of names) {
    const key = name.replaceAll(' ', '')
    if (!roles.has(key)) roles.set(key, role)
  }

const PROVIDER_SUFFIX = /(?:com|internet|hosting|webhosting|hostingservices|webservices)$/u
const PROVIDER_LENGTH_MIN = 4
// Companies of these kinds are recognised also with a word such as "Hosting" behind the name. Site
// builders are left out, because the names of many are ordinary words.
const SELLING_ROLES: ReadonlySet<InfrastructureRole> = new Set([
  'registrar',
  'host',
  'parking',
  'privacy',
])

/** `compact` is the name in lower case without spaces, such as `amazoncom`. */
export function infrastructureRole(compact: string): InfrastructureRole | null {
  const known = roles.get(compact)
  if (known !== undefined) return known
  const bare = compact.replace(PROVIDER_SUFFIX, '')
  const role = bare.length >= PROVIDER_LENGTH_MIN ? roles.get(bare) : undefined
  return role !== undefined && SELLING_ROLES.has(role) ? role : null
}
