import { PROXY_WORDS } from '../data/proxy-words.ts'
import { nameParts } from './entity-names.ts'

type Class = keyof typeof PROXY_WORDS

const EXACT = new Map<string, Class>()
const STEMS: [string, Class][] = []
for (const [name, list] of Object.entries(PROXY_WORDS) as [Class, string][])
  for (const word of list.split(/\s+/u))
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
    'anonymous',
    'protect',
    'protected',
    'protection',
    'protector',
    'masked',
    'cloaked',
    'concealed',
    'obscured',
    'veiled',
    'shrouded',
    'proteccion',
    'cloak',
    'conceal',
    'obscure',
    'veil',
    'shroud',
  )
  .sort((a, b) => b.length - a.length)
const SINGULAR = PEELED.filter((word) => !word.endsWith('s') || word === 'whois')
const WORD_LENGTH_MAX = 63

/** Splits known words off both ends of a joined word: "maskmydomain" gives mask, my, domain. */
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

const isHiding = (name: Class | null): boolean =>
  name === 'privacy' ||
  name === 'hiding' ||
  name === 'private' ||
  name === 'guarding' ||
  name === 'keeping'
const isThing = (name: Class | null): boolean =>
  name === 'domain' || name === 'name' || name === 'person'

function isExplained(parts: readonly string[]): boolean {
  const classes = parts.map(classOf)
  return (
    (classes.some(isHiding) && classes.some(isThing)) ||
    parts.some((part) => STRONG_PARTS.has(part))
  )
}
const STRONG_PARTS = new Set(['whois', 'privacy', 'proxy'])

/**
 * A split counts only if it explains the word, so that "Damask" and "Domaine" stay whole. The s in
 * "nameshroud" is no plural, so the singular forms are tried, too.
 */
function splitJoined(word: string): string[] {
  if (EXACT.has(word)) return [word]
  return [peel(word, PEELED), peel(word, SINGULAR)].find(isExplained) ?? [word]
}

const HOST_SUFFIX =
  /(?<=[\p{L}\p{N}])(?:\.(?:com|net|org|info|biz|co|io|me|[a-z]{2})){1,3}(?![\p{L}\p{N}.])/giu

/**
 * Words of a name without legal forms and without the suffix of a host name. Joined words are
 * split.
 */
const wordsOf = (bare: string): string[] => nameParts(bare).core.flatMap(splitJoined)

const withoutSuffix = (name: string): string => name.replace(HOST_SUFFIX, ' ')

const CLOSING = new Set<Class | null>([
  'privacy',
  'hiding',
  'private',
  'guarding',
  'keeping',
  'domain',
  'name',
  'service',
  'linking',
])

/** Returns true if a hiding word stands next to the thing that it hides, in either order. */
function hidesNext([one, other]: readonly [Class | null, Class | null], isFirm: boolean): boolean {
  const either = (hiding: Class, thing: Class): boolean =>
    (one === hiding && other === thing) || (one === thing && other === hiding)
  if (either('privacy', 'domain') || either('privacy', 'name') || either('hiding', 'domain'))
    return true
  if (either('private', 'domain') || either('private', 'name')) return true
  if (either('hiding', 'name') || either('guarding', 'domain') || either('guarding', 'name'))
    return true
  if (either('keeping', 'domain') || either('privacy', 'person')) return true
  // "Identity Guard Ltd" sells something to people, "Identity Guard" and "Identity Guard Service"
  // stand in for them.
  return either('hiding', 'person') || (either('guarding', 'person') && !isFirm)
}

/** One word of a hiding word and a domain is no trade: "DomainVeil Technologies". */
function joinsDomain(word: string): boolean {
  const classes = splitJoined(word).map(classOf)
  return (
    classes.length > 1 &&
    classes.includes('domain') &&
    classes.some((each) => each === 'hiding' || each === 'privacy')
  )
}

/** A company named after its trade: "Privacy Company BV". */
const TRADING_COMPANY = /\bcompany\s+\p{L}/iu
/** Registries that want a local registrant let trustees register domains. */
const TRUSTEE_SERVICE = /\btrustee services?$/u

/**
 * Returns true for the name of a company that registers domains in its own name to hide its
 * customers: privacy is the last word of the name, or the thing that is hidden is a domain, a name
 * or an identity. A trade at the end of the name shows another business: "Kork Privacy Consulting
 * Ltd".
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

/**
 * Returns the words of a name that are no vocabulary of privacy services, such as the name of a
 * founder.
 */
export const ownWordsOf = (name: string): string[] =>
  wordsOf(withoutSuffix(name)).filter((word) => classOf(word) === null && word.length > 2)
