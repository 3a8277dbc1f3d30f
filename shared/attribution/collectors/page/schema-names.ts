const NAMES: ReadonlyMap<string, string> = new Map(
  `@id @type @graph @value name legalName url sameAs alternateName brand parentOrganization address
   streetAddress postalCode addressLocality addressCountry vatID taxID leiCode duns iso6523Code
   telephone email naics`
    .split(/\s+/u)
    .map((name) => [name.toLowerCase(), name]),
)
const VOCABULARY = /^(?:schema:|https?:\/\/schema\.org\/)/iu
const DEPTH_MAX = 20

/** Removes the prefix of names such as "schema:name" and gives known names their usual case. */
export function plainNames(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => plainNames(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([stated, part]) => {
      const name = stated.replace(VOCABULARY, '')
      return [NAMES.get(name.toLowerCase()) ?? name, plainNames(part, depth + 1)]
    }),
  )
}
