/**
 * Suffixes of names that exist only in a local network or in another naming system (RFC 6761, 6762,
 * 7686, 8375, 9476). ICANN reserves `internal`, and `localdomain` is the default of many resolvers.
 * The guarded fetch refuses them too.
 */
const LOCAL_SUFFIXES = ['alt', 'arpa', 'internal', 'local', 'localdomain', 'localhost', 'onion']

/**
 * Suffixes of all names that nobody can register: IANA's registry Special-Use Domain Names, without
 * single names such as example.com.
 */
const SPECIAL_USE_SUFFIXES = [...LOCAL_SUFFIXES, 'example', 'invalid', 'test']

const endsIn = (name: string, suffixes: readonly string[]) =>
  suffixes.some((suffix) => name.endsWith(`.${suffix}`))

/**
 * Returns true if a name (in lower case, without a final dot) can only belong to a local server.
 */
export const isLocalName = (name: string): boolean => endsIn(name, LOCAL_SUFFIXES)

/**
 * Returns true if nobody can register a name (in lower case, without a final dot), so no customer
 * has a domain or a server there.
 */
export const isSpecialUse = (name: string): boolean => endsIn(name, SPECIAL_USE_SUFFIXES)
