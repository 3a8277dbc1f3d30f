import proxyWords from '../data/proxy-words.json' with { type: 'json' }
import { nameParts } from './entity-names.ts'

// Words in the names of privacy services, in lower case without accents. A final * marks a stem.
// privacy: a company whose name ends with such a word sells privacy itself. private: such words are
// also in names of banks of private customers. naming: "Brand Name Guard Ltd" guards no domain.
// domain: only a privacy service for domains hides them. trade: a company whose name ends with such
// a word advises, makes or publishes.
type Class = keyof typeof proxyWords

const EXACT = new Map<string, Class>()
const STEMS: [string, Class][] = []
for (const [name, list] of Object.entries(proxyWords) as [Class, string[]][])
  for (const word of list)
    if (word.endsWith('*')) STEMS.push([word.slice(0, -1), name])
    else if (!EXACT.has(word)) EXACT.set(word, name)

function classOf(word: string): Class | null {
  if (/^\d+$/u.test(word)) return 'linking'
  return EXACT.get(word) ?? STEMS.find(([stem]) => word.startsWith(stem))?.[1] ?? null
}

const PEELED_LENGTH_MIN = 4
const PEELED = [...EXACT]
  .filter(
    ([word, name]) =>
      word.length >= PEELED_LENGTH_MIN &&
      name !== 'trade' &&
      name !== 'service' &&
      name !== 'naming',
  )
  .map(([word]) => word)
  .concat(
    'anonymous protect protected protection protector masked cloaked concealed obscured'.split(' '),
    'veiled shrouded proteccion cloak conceal obscure veil shroud'.split(' '),
  )
  .sort((a, b) => b.length - a.length)
const SINGULAR = PEELED.filter((word) => !word.endsWith('s') || word === 'whois')
const WORD_LENGTH_MAX = 63

/** Splits a word into known words: "maskmydomain" gives mask, my, domain. */
function peel(joined: string, known: readonly string[]): string[] {
  const whois = joined.indexOf('whois')
  if (whois >= 0)
    return [joined.slice(0, whois), 'whois', joined.slice(whois + 'whois'.length)].filter(
      (part) => part !== '',
    )
  const before: string[] = []
  const behind: string[] = []
  let rest = joined.slice(0, WORD_LENGTH_MAX)
  for (let found = true; found && rest !== ''; ) {
    const start = known.find((word) => rest.startsWith(word))
    const end = start === undefined ? known.find((word) => rest.endsWith(word)) : undefined
    if (start !== undefined) before.push(start)
    if (end !== undefined) behind.unshift(end)
    rest =
      start !== undefined
        ? rest.slice(start.length)
        : rest.slice(0, rest.length - (end?.length ?? 0))
    found = start !== undefined || end !== undefined
  }
  return [...before, ...(rest === '' ? [] : [rest]), ...behind]
}

const HIDING = new Set<Class | null>(['privacy', 'hiding', 'private', 'guarding', 'keeping'])
const THINGS = new Set<Class | null>(['domain', 'name', 'person'])

function isExplained(parts: readonly string[]): boolean {
  const classes = parts.map(classOf)
  return (
    (classes.some((each) => HIDING.has(each)) && classes.some((each) => THINGS.has(each))) ||
    parts.some((part) => STRONG_PARTS.has(part))
  )
}
const STRONG_PARTS = new Set(['whois', 'privacy', 'proxy'])

// Splits a word only if its parts explain it as a privacy service, so "Damask" stays whole. It
// tries plurals first, then singulars only, because in "nameshroud" the s belongs to "shroud".
function splitJoined(word: string): string[] {
  if (EXACT.has(word)) return [word]
  return [peel(word, PEELED), peel(word, SINGULAR)].find(isExplained) ?? [word]
}

const HOST_SUFFIX =
  /(?<=[\p{L}\p{N}])(?:\.(?:com|net|org|info|biz|co|io|me|[a-z]{2})){1,3}(?![\p{L}\p{N}.])/giu

const wordsOf = (bare: string): string[] => nameParts(bare).core.flatMap(splitJoined)

const withoutSuffix = (name: string): string => name.replace(HOST_SUFFIX, ' ')

const CLOSING = new Set<Class | null>([...HIDING, 'domain', 'name', 'service', 'linking'])

/** For each class of words: the classes of things that such words hide. */
const HIDDEN: Readonly<Partial<Record<Class, readonly Class[]>>> = {
  privacy: ['domain', 'name', 'person'],
  hiding: ['domain', 'name', 'person'],
  private: ['domain', 'name'],
  guarding: ['domain', 'name'],
  keeping: ['domain'],
}

/** True if one of the two words hides the other. Their order does not matter. */
function hidesNext([one, other]: readonly [Class | null, Class | null], isFirm: boolean): boolean {
  const hides = (hiding: Class | null, thing: Class | null): boolean =>
    hiding !== null &&
    thing !== null &&
    (HIDDEN[hiding]?.includes(thing) === true ||
      // "Identity Guard Ltd" is a firm that sells to people. "Identity Guard" without a legal form
      // is a privacy service.
      (hiding === 'guarding' && thing === 'person' && !isFirm))
  return hides(one, other) || hides(other, one)
}

// True if one word joins a domain and a word for hiding, such as "DomainVeil". Then a trade such as
// "Technologies" behind it changes nothing.
function joinsDomain(word: string): boolean {
  const classes = splitJoined(word).map(classOf)
  return (
    classes.length > 1 &&
    classes.includes('domain') &&
    classes.some((each) => each === 'hiding' || each === 'privacy')
  )
}

/** "Company" before another word names a trade: "Privacy Company BV" advises on privacy. */
const TRADING_COMPANY = /\bcompany\s+\p{L}/iu
/** Trustees register domains for others, because some registries accept only a local registrant. */
const TRUSTEE_SERVICE = /\btrustee services?$/u

/**
 * True for a company that registers domains in its own name to hide customers. Its name ends with a
 * word for privacy, or says that a domain, a name or an identity is hidden. A name that ends with a
 * trade is another business: "Kork Privacy Consulting Ltd".
 */
export function isProxyName(name: string): boolean {
  const bare = withoutSuffix(name)
  const words = wordsOf(bare)
  const classes = words.map(classOf)
  const { hasLegalForm } = nameParts(bare)
  const last = classes.findLastIndex((each) => each !== 'linking')
  const isTrade =
    classes[last] === 'trade' ||
    TRADING_COMPANY.test(bare) ||
    /\b(?:commission|office|authority|institute|university) (?:of|for)\b/u.test(words.join(' '))
  const named = classes
    .map((each, index) => [each, index] as const)
    .filter(([each]) => each !== 'linking')
  const pairs = named
    .slice(1)
    .map(([each], index) => [named[index]?.[0] ?? null, each] as const)
    .filter((_, index) => named[index - 1]?.[0] !== 'naming')
  if (
    pairs.some(
      ([one, other]) =>
        (one === 'domain' && other === 'privacy') || (one === 'privacy' && other === 'domain'),
    )
  )
    return true
  if (nameParts(bare).core.some(joinsDomain)) return true
  if (isTrade) return false
  const privacy = classes.indexOf('privacy')
  if (words.includes('whois')) return true
  if (privacy >= 0 && (!hasLegalForm || classes.slice(privacy).every((each) => CLOSING.has(each))))
    return true
  if (privacy === 0 && words.length === 2) return true
  if (!hasLegalForm && TRUSTEE_SERVICE.test(words.join(' '))) return true
  const isFirm = hasLegalForm && (words.includes('data') || classes.at(last) !== 'service')
  return pairs.some((pair) => hidesNext(pair, isFirm))
}

/** Words outside the vocabulary of privacy services, such as the name of a founder. */
export const ownWordsOf = (name: string): string[] =>
  wordsOf(withoutSuffix(name)).filter((word) => classOf(word) === null && word.length > 2)
