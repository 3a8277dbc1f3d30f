import type { PageEvidence } from '../evidence.ts'
import { addressesReader } from './observed-text.ts'

/** Sentences about the operator that stand in the running text instead of a legal section. */
export interface TextStatement {
  kind: 'operator_statement' | 'first_person_name' | 'trademark_holder' | 'parent_statement'
  name: string
  observed: string
  type?: 'person'
}

interface PageText {
  statements: TextStatement[]
  credited: string[]
  instructions: string | null
}

/** Characters of a page's text that are read, and statements that are kept. */
const TEXT_LENGTH_MAX = 16_000
const STATEMENTS_MAX = 20
const NAME_WORDS_MAX = 9

interface Marker {
  kind: TextStatement['kind'] | 'credit'
  pattern: RegExp
}

const MARKERS: readonly Marker[] = [
  {
    kind: 'operator_statement',
    pattern:
      /\b(?:is|are) (?:a (?:domain|site|website|service|brand|trading name|trading style|trade name|registered trade name|business name) (?:used|operated|owned|run|provided) by|(?:owned and operated|operated|owned|run|managed|published) by|a (?:brand|trading name|trading style|trade name|business name|division|service|product) of)\s+/giu,
  },
  {
    kind: 'operator_statement',
    pattern:
      /\b(?:wird betrieben von|ist eine marke (?:der|von)|ist ein (?:angebot|service|produkt) (?:der|von)|est (?:édité|exploité|une marque|un site) (?:par|de)|es (?:propiedad|una marca) de|è (?:un marchio|di proprietà) di|is een (?:merk|handelsnaam|onderdeel) van|é (?:uma marca|propriedade) d[ae])\s+(?:la société |der |die |the )?/giu,
  },
  {
    kind: 'trademark_holder',
    pattern: /\b(?:registered )?trademarks? (?:or registered trademarks )?(?:of|owned by)\s+/giu,
  },
  {
    kind: 'parent_statement',
    pattern: /\b(?:is|are) (?:a )?(?:part|member|subsidiary|wholly[- ]owned subsidiary) of (?:the )?/giu,
  },
  {
    kind: 'first_person_name',
    pattern:
      /(?:\bmy name is|\bhi,? i['’]?m|\bi am|\bi['’]m|\bje m['’]appelle|\bje suis|\bmein name ist|\bich bin|\bich heiße|\bme llamo|\bmi nombre es|\bsoy|\bmi chiamo|\bsono|\bmijn naam is|\bik ben|\bik heet|\bmeu nome é|\bchamo-me|\beu sou|\bjeg heter|\bjeg er|\bjag heter|\bnazywam się|\bjmenuji se|\bnimeni on|\bminun nimeni on)\s+/giu,
  },
  {
    kind: 'credit',
    pattern:
      /\b(?:(?:web)?site|web ?design|design(?:ed)?|developed|development|made|built|created|powered|hosted|hosting|theme|konzept und umsetzung|umsetzung|gestaltung|realisation|réalisation|réalisé|conception|hébergement|realizzazione|diseño|ontwerp|realisatie)\s?(?:by|par|von|durch|por|door|da|di|:)\s*/giu,
  },
]

/** Reads sentences that name an operator, and credits that name somebody else. Text that orders its reader is left out. */
export function readPageText(page: PageEvidence): PageText {
  const text = page.text.slice(0, TEXT_LENGTH_MAX)
  const result: PageText = { statements: [], credited: [], instructions: null }
  if (addressesReader(text.slice(0, 2_000))) result.instructions = 'Text that gives orders to its reader'
  for (const { kind, pattern } of MARKERS) {
    if (kind === 'operator_statement' && page.legal_statements.some((statement) => statement.kind === 'operated_by'))
      continue
    if (kind === 'first_person_name' && !['home', 'about', 'contact'].includes(page.role)) continue
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (result.statements.length + result.credited.length >= STATEMENTS_MAX) break
      const start = match.index + match[0].length
      const observed = text.slice(Math.max(0, match.index - 80), start + 100)
      const name = kind === 'first_person_name' ? personAfter(text, start) : nameAfter(text, start)
      if (name === null) continue
      if (addressesReader(observed)) {
        result.instructions ??= observed
        continue
      }
      if (kind === 'credit') result.credited.push(name)
      else
        result.statements.push({
          kind,
          name,
          observed,
          ...(kind === 'first_person_name' ? { type: 'person' as const } : {}),
        })
    }
  }
  return result
}

const CONNECTING = new Set([
  'of',
  'de',
  'du',
  'des',
  'del',
  'della',
  'di',
  'da',
  'do',
  'van',
  'von',
  'der',
  'den',
  'the',
  'and',
  'und',
  'et',
  'y',
  'e',
  '&',
  'la',
  'le',
  'for',
  'für',
  'z',
  'o.o.',
  'b.v.',
  'n.v.',
  's.r.l.',
  's.p.a.',
  'plc',
  'llc',
  'e.v.',
  'a.s.',
  's.r.o.',
  'bol.',
])
const FORM_AFTER_COMMA =
  /^(?:inc|llc|ltd|corp|co|s\.?l|s\.?a|s\.?r\.?l|plc|pbc|gmbh|pllc|p\.?a|n\.?v|b\.?v|lda|ltda|l\.?l\.?c)\b/iu

/** Words whose full stop does not end the sentence. */
const ABBREVIATION = /^(?:(?:\p{L}\.)+|(?:co|st|dr|mr|mrs|ms|bros|s\.coop|coop|and)\.)$/iu

/** Capitalised words from a position on, up to punctuation; a legal form may follow a comma. */
function nameAfter(text: string, start: number): string | null {
  const words = text.slice(start, start + 140).split(/\s+/u, NAME_WORDS_MAX + 3)
  const taken: string[] = []
  for (const word of words.slice(0, NAME_WORDS_MAX)) {
    if (word.startsWith('(') && taken.length > 0) break
    const bare = word.replace(/^["“„«'(]+/u, '')
    const capital = /^[\p{Lu}\p{Lo}\p{N}]/u.test(bare)
    if (!capital && !(taken.length > 0 && CONNECTING.has(bare.toLowerCase().replace(/[,;]$/u, '')))) break
    taken.push(bare)
    if (/[;:!?)"”»]$/u.test(bare)) break
    const next = words[words.indexOf(word) + 1] ?? ''
    if (bare.endsWith(',') && !FORM_AFTER_COMMA.test(next)) break
    if (bare.endsWith('.') && !ABBREVIATION.test(bare)) break
  }
  while (taken.length > 0 && CONNECTING.has((taken.at(-1) ?? '').toLowerCase()) && !/\./u.test(taken.at(-1) ?? ''))
    taken.pop()
  const name = taken
    .join(' ')
    .replace(/[,;:!?)"”»]+$/u, '')
    .trim()
  return /\p{L}{2}/u.test(name) ? name : null
}

/** Two to four capitalised words and nothing that starts a sentence about something else. */
function personAfter(text: string, start: number): string | null {
  const line = text.slice(start, start + 80).split('\n')[0] ?? ''
  const words = line.split(/\s+/u, 5)
  const taken: string[] = []
  for (const word of words.slice(0, 4)) {
    const bare = word.replace(/[.,;:!?)–—-]+$/u, '')
    if (!/^\p{Lu}[\p{L}\p{M}'’-]*$/u.test(bare)) break
    taken.push(bare)
    if (bare !== word) break
  }
  return taken.length >= 2 ? taken.join(' ') : null
}
