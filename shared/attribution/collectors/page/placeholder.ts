import { infrastructureRole } from '../../data/infrastructure-operators.ts'
import type { HttpProbeEvidence, LegalStatement, Mention } from '../../evidence.ts'
import { compactName } from '../../names/entity-names.ts'
import { hasForm } from '../../names/names-in-text.ts'
import type { PageDocument } from './page-document.ts'
import words from './placeholder.json' with { type: 'json' }

type Placeholder = NonNullable<HttpProbeEvidence['placeholder']>

/** A page with more visible characters is a real site, also with the words "domain for sale". */
const SPARSE_CHARACTERS = 2_500
const OBSERVED_LENGTH_MAX = 200

const PHRASES = Object.entries(words.phrases).map(([kind, phrases]) => ({
  kind: kind as Placeholder['kind'],
  pattern: new RegExp(phrases.join('|'), 'iu'),
}))

const PARKING_MARKS = new RegExp(words.parkingMarks.join('|'), 'iu')

/** Longest text beside a mark of a parking service, whose pages are built by a script. */
const MARKED_CHARACTERS = 600

export interface OwnStatements {
  legalStatements: readonly LegalStatement[]
  mentions: readonly Mention[]
  legalPages: number
}

const NO_STATEMENTS: OwnStatements = { legalStatements: [], mentions: [], legalPages: 0 }

/**
 * Null for a real site. A site that names its operator is not parked: one phrase in small print
 * would otherwise switch off its analysis.
 */
export function findPlaceholder(
  document: PageDocument,
  own: OwnStatements = NO_STATEMENTS,
): Placeholder | null {
  const visible = document.lines.map(({ text }) => text).join(' ')
  if (visible.length > SPARSE_CHARACTERS) return null
  const isSite = isOperated(own)
  const marks = [
    ...document.resources,
    ...document.attributes,
    document.scripts.slice(0, 20_000),
  ].join(' ')
  const beginning = `${document.title ?? ''} ${visible}`.slice(0, SPARSE_CHARACTERS)
  for (const { kind, pattern } of PHRASES) {
    if (isSite && kind !== 'under_construction') continue
    if (kind === 'under_construction' && visible.length > SPARSE_CHARACTERS / 5) continue
    const match = pattern.exec(beginning)
    if (match !== null)
      return {
        kind,
        observed: beginning
          .slice(Math.max(0, match.index - 40), match.index + 120)
          .trim()
          .slice(0, OBSERVED_LENGTH_MAX),
      }
  }
  const mark = !isSite && visible.length <= MARKED_CHARACTERS ? PARKING_MARKS.exec(marks) : null
  return mark === null ? null : { kind: 'parked', observed: mark[0] }
}

const OPERATOR_KINDS = new Set<LegalStatement['kind']>(['imprint', 'controller', 'operated_by'])
const LEGAL_PAGES_MIN = 2

/** Parking services name themselves on the pages of others, so their names count for nothing. */
function isOperated({ legalStatements, mentions, legalPages }: OwnStatements): boolean {
  const stated = [
    ...legalStatements.filter(({ kind }) => OPERATOR_KINDS.has(kind)),
    ...mentions.filter(({ place, name }) => place === 'rights' && hasForm(name)),
  ].filter(
    ({ name, observed }) =>
      infrastructureRole(compactName(name)) === null &&
      !observed.split(/[\s()]+/u).some(isProviderDomain),
  )
  return stated.length > 0 && (stated.length >= LEGAL_PAGES_MIN || legalPages >= LEGAL_PAGES_MIN)
}

const isProviderDomain = (word: string): boolean =>
  /\p{L}\.\p{L}{2}/u.test(word) && infrastructureRole(compactName(word)) !== null

const WALL = new RegExp(words.walls.join('|'), 'iu')

/**
 * True for a challenge of visitors or a login. With status 429 or 503, the page must have a typical
 * phrase. With any other status, it must also be short.
 */
export function isBotWall(status: number, document: PageDocument): boolean {
  if ([401, 403, 407, 451].includes(status)) return true
  const visible =
    `${document.title ?? ''} ${document.lines.map(({ text }) => text).join(' ')}`.slice(0, 3_000)
  const resources = document.resources.join(' ').slice(0, 3_000)
  const loaded = `${resources} ${document.scripts.slice(0, 3_000)}`
  if (status === 429 || status === 503) return WALL.test(`${visible} ${loaded}`)
  return visible.length < 800 && WALL.test(visible)
}
