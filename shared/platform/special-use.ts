/** Names of local networks and other naming systems (RFC 6761, 6762, 7686, 8375, 9476; ICANN). */
const LOCAL_SUFFIXES = ['alt', 'arpa', 'internal', 'local', 'localdomain', 'localhost', 'onion']

/** IANA's registry Special-Use Domain Names, without single names such as example.com. */
const SPECIAL_USE_SUFFIXES = [...LOCAL_SUFFIXES, 'example', 'invalid', 'test']

const endsIn = (name: string, suffixes: readonly string[]) =>
  suffixes.some((suffix) => name.endsWith(`.${suffix}`))

/** `name` is in lower case, without a final dot. The same holds for isSpecialUse. */
export const isLocalName = (name: string): boolean => endsIn(name, LOCAL_SUFFIXES)

/** Nobody can register such a name. */
export const isSpecialUse = (name: string): boolean => endsIn(name, SPECIAL_USE_SUFFIXES)
