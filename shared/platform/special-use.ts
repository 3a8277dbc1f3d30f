// Suffixes of local networks and of naming systems other than DNS (RFC 6761, 6762, 7686, 8375,
// 9476; ICANN).
const LOCAL_SUFFIXES = ['alt', 'arpa', 'internal', 'local', 'localdomain', 'localhost', 'onion']

// Suffixes of IANA's registry Special-Use Domain Names. Single names such as example.com are left
// out.
const SPECIAL_USE_SUFFIXES = [...LOCAL_SUFFIXES, 'example', 'invalid', 'test']

const endsIn = (name: string, suffixes: readonly string[]) =>
  suffixes.some((suffix) => name.endsWith(`.${suffix}`))

/** `name` must be in lower case, without a final dot. */
export const isLocalName = (name: string): boolean => endsIn(name, LOCAL_SUFFIXES)

/** True for a name that nobody can register. `name` must be in lower case, without a final dot. */
export const isSpecialUse = (name: string): boolean => endsIn(name, SPECIAL_USE_SUFFIXES)
