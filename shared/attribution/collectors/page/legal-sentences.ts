import type { LegalStatement } from '../../evidence.ts'
import { guessEntityType } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { nameAtStart } from '../../names/names-in-text.ts'
import { partyAtEnd } from './legal-party.ts'
import { SENTENCE_PATTERNS, SENTENCE_TRIGGER, type SentencePattern } from './sentence-patterns.ts'
import { foldCase } from './triggers/letter-case.ts'
import { Triggers, triggerOf } from './triggers/page-triggers.ts'

const MATCHES_MAX = 4
const SENTENCE_LENGTH_MAX = 300

const SITE_WORDS =
  /\b(?:this|the|our|these|its)\s+(?:[\p{L}.-]+\s+){0,3}?(?:web ?sites?|sites?|home ?page|pages?|domains?|services?|platform|app(?:lication)?s?|(?:online )?(?:store|shop)|portal|blog|publication|magazine|newspaper)\b|\b(?:diese|die|unsere)[rsmn]?\s+(?:web ?(?:site|seite)n?|seiten?|internet(?:seite|auftritt|präsenz)|homepage|plattform|shop|portal|online-?shop|angebot)|\b(?:ce|le|notre|présent|cette|la)\s+(?:présent\s+)?(?:site|boutique|page|plateforme|application)|\b(?:este|el|esta|la|presente)\s+(?:presente\s+)?(?:sitio|web|página|portal|tienda|blog)|\b(?:il|questo|presente|lo)\s+(?:presente\s+)?(?:sito|portale|shop|negozio)|\b(?:deze|de|onze)\s+(?:web ?(?:site|winkel|shop)|site|pagina)|\b(?:este|o|a|esta)\s+(?:site|website|loja|página|portal)|webbplats|sajt|hemsida|\bsid(?:an|en)\b|websted|hjemmeside|nettsted|nettside|(?:strona|serwis|sklep)\b|sivusto|stránk/iu
/**
 * Words for services of other companies that a site mentions, for example "hosting". The operator of such a service is not the operator of
 * the site.
 */
const FOREIGN_SERVICE =
  /host|analytic|payment|newsletter|chat|\bmaps?\b|font|captcha|cookie|video|plug-?in|advertis|e-?mail|cdn|tracking|social|comment|zahlung|karten|pago|paiement/iu

/**
 * True when `subject`, the grammatical subject of a sentence, means this site. Examples are "this website", one of the site's own names, or
 * an empty text.
 */
export function isAboutSite(subject: string, siteNames: readonly string[]): boolean {
  const words = subject.trim()
  if (words === '' || /^(?:it|und|and|which|owned|that)$/iu.test(words)) return true
  if (FOREIGN_SERVICE.test(words)) return false
  if (SITE_WORDS.test(words)) return true
  const folded = foldToLetters(words)
  return siteNames.some((name) => name.length >= 3 && folded.includes(name))
}

/** Name of a parent company in phrases such as "a Criteo company" or "An Automattic brand". */
const BELONGS =
  /(?:^|[,–—|(-]\s{0,2}|\bis\s+)(?:an?|une?|ein(?:e)?)\s+(\p{Lu}[^,.;|()]{1,60}?)\s+(?:group\s+)?(?:company|brand|subsidiary|business|property)\b/gu
const BELONGS_TRIGGER = triggerOf(BELONGS)

/**
 * Returns the sentences in a line of text that name a responsible company or person. `siteNames` contains the site's own names in
 * lower-case letters and digits only.
 */
export function sentenceStatements(
  line: string,
  siteNames: readonly string[],
  triggers = Triggers.in(line),
): LegalStatement[] {
  const found: LegalStatement[] = []
  const isSentence = triggers.allow(SENTENCE_TRIGGER)
  const patterns = isSentence ? SENTENCE_PATTERNS : []
  const folded = isSentence ? foldCase(line) : line
  for (const pattern of patterns) {
    if (!triggers.allow(pattern.trigger)) continue
    let matches = 0
    for (const match of folded.matchAll(pattern.words)) {
      matches += 1
      if (matches > MATCHES_MAX) break
      const statement = read(line, match.index, match[0].length, pattern, siteNames)
      if (statement !== null) found.push(statement)
    }
  }
  if (!triggers.allow(BELONGS_TRIGGER)) return found
  for (const match of line.matchAll(BELONGS)) {
    const name = nameAtStart(match[1] ?? '')
    if (name !== null && found.length < MATCHES_MAX * 2)
      found.push({ kind: 'part_of', name, observed: around(line, match.index, name) })
  }
  return found
}

function read(
  line: string,
  index: number,
  length: number,
  pattern: SentencePattern,
  siteNames: readonly string[],
): LegalStatement | null {
  if (pattern.aboutSite && !isAboutSite(subjectBefore(line, index), siteNames)) return null
  const name =
    pattern.name === 'follows'
      ? nameAtStart(line.slice(index + length))
      : partyAtEnd(line.slice(Math.max(0, index - SENTENCE_LENGTH_MAX), index), siteNames)
  if (name === null || (pattern.kind === 'first_person' && guessEntityType(name) !== 'person')) return null
  return { kind: pattern.kind, name, observed: around(line, index, name) }
}

function subjectBefore(line: string, index: number): string {
  const before = line.slice(Math.max(0, index - SENTENCE_LENGTH_MAX), index)
  const start = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
    before.lastIndexOf(': '),
    before.lastIndexOf('。'),
  )
  return start < 0 ? before : before.slice(start + 1)
}

/** Returns the part of `line` around the given name, at most 300 characters long. */
export function around(line: string, index: number, name: string): string {
  if (line.length <= SENTENCE_LENGTH_MAX) return line
  const at = line.indexOf(name, Math.max(0, index - SENTENCE_LENGTH_MAX))
  const start = Math.max(0, Math.min(at < 0 ? index : at, index) - 40)
  const cut = line.slice(start, start + SENTENCE_LENGTH_MAX)
  return cut.includes(name) ? cut : line.slice(Math.max(0, at - 40), Math.max(0, at - 40) + SENTENCE_LENGTH_MAX)
}
