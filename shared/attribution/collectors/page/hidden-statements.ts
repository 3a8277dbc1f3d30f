import { foldToLetters } from '../../names/fold.ts'
import type { PageEvidence, PageRole } from '../../page-evidence.ts'
import { legalStatements } from './legal-statements.ts'
import { rightsMentionsIn } from './mentions.ts'
import type { PageLine } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

type HiddenStatement = PageEvidence['hidden_statements'][number]

const STATEMENTS_MAX = 10
const OBSERVED_LENGTH_MAX = 300
const KINDS = new Set(['imprint', 'controller', 'operated_by', 'agreement', 'first_person'])

/**
 * Returns statements that name an operator only in hidden text. They are no evidence for this
 * operator. The API answer warns of them.
 */
export function* hiddenStatements(
  lines: readonly PageLine[],
  {
    role,
    siteNames,
    visibleText,
  }: { role: PageRole; siteNames: readonly string[]; visibleText: string },
  slice: Slice,
): SlicedWork<HiddenStatement[]> {
  if (lines.length === 0) return []
  const legal = yield* legalStatements(lines, { role, siteNames }, slice)
  const found: HiddenStatement[] = [
    ...legal.filter(({ kind }) => KINDS.has(kind)),
    ...(yield* rightsMentionsIn(lines, slice)).map(({ place, name, observed }) => ({
      kind: place,
      name,
      observed,
    })),
  ]
  const seen = foldToLetters(visibleText)
  const unique = new Map<string, HiddenStatement>()
  for (const { kind, name, observed } of found) {
    const key = foldToLetters(name)
    if (key === '' || seen.includes(key) || unique.has(key)) continue
    unique.set(key, { kind, name, observed: observed.slice(0, OBSERVED_LENGTH_MAX) })
  }
  return [...unique.values()].slice(0, STATEMENTS_MAX)
}
