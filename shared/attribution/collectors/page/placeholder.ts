import { infrastructureRole } from '../../data/infrastructure-operators.ts'
import { compactName } from '../../names/entity-names.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import type { HttpProbeEvidence, LegalStatement, Mention } from '../../page-evidence.ts'
import type { PageDocument } from './page-document.ts'
import words from './placeholder.json' with { type: 'json' }

type Placeholder = NonNullable<HttpProbeEvidence['placeholder']>

// A page with more visible characters is a real site, even if it contains the words "domain for
// sale".
const SPARSE_CHARACTERS = 2_500
const OBSERVED_LENGTH_MAX = 200

const PHRASES = Object.entries(words.phrases).map(([kind, phrases]) => ({
  kind: kind as Placeholder['kind'],
  pattern: new RegExp(phrases.join('|'), 'iu'),
}))

const PARKING_MARKS = new RegExp(words.parkingMarks.join('|'), 'iu')

// Largest number of visible characters of a page that counts as parked because of the address of a
// script. Parking services build their pages with scripts, so the HTML has little text.
const MARKED_CHARACTERS = 600

export interface OwnStatements {
  legalStatements: readonly LegalStatement[]
  mentions: readonly Mention[]
  legalPages: number
}

const NO_STATEMENTS: OwnStatements = { legalStatements: [], mentions: [], legalPages: 0 }

/**
 * Returns null for a real site. A site that names its operator does not count as parked: otherwise
 * one phrase in small print would stop its analysis.
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

// True if the page names its operator. Names of parking services do not count, because they also
// stand on parked pages of their customers.
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
 * True if the page is a login or a check for bots. Status 401, 403, 407 or 451 is enough. With 429
 * or 503, the page must also have a typical phrase. With any other status, it must also be short.
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
