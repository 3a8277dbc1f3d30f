import type { Mention, PageEvidence } from '../../page-evidence.ts'
import { hiddenStatements } from './hidden-statements.ts'
import { withoutHosts } from './host-sections.ts'
import { legalStatements } from './legal-statements.ts'
import { readLineMentions } from './mentions.ts'
import type { BuiltLine, PageDocument } from './page-document.ts'
import { pageText } from './page-lines.ts'
import { createSlice, type SlicedWork } from './slices/sliced-work.ts'
import { mediaApplies } from './style/media-query.ts'
import type { PageNode } from './style/page-node.ts'
import { PageStyles } from './style/page-styles.ts'
import type { PageSheet } from './style/sheet-reader.ts'
import { UsedNames } from './style/used-names.ts'
import { sortLines } from './visible-lines.ts'
import { siteLines } from './visitor-parts.ts'

const NODES_MAX = 8_000
const SOURCE_LENGTH_MAX = 1_000
const STATEMENTS_MAX = 10

type KeptNode = Omit<PageNode, 'parent' | 'previous' | 'lastChild'> & {
  parent: number
  previous: number
}
type KeptLine = Omit<BuiltLine, 'pieces'> & { pieces: { text: string; node: number }[] }

export interface KeptPage {
  siteNames: string[]
  nodes: KeptNode[]
  lines: KeptLine[]
  sheets: PageSheet[]
}

/** Names in the head of the page or on a link to the home page, which no style sheet can hide. */
const OTHER_PLACES = new Set(['head', 'logo'])

// True if a style sheet must be fetched to check this name. A name without legal form in a heading
// or a footer is too weak alone to decide the operator, so no sheet is fetched for it.
const matters = ({ place, marks }: Mention): boolean =>
  !OTHER_PLACES.has(place) && (STRONG_PLACES.has(place) || marks.includes('with_form'))
const STRONG_PLACES = new Set<Mention['place']>(['rights', 'near_rights', 'owner'])

/** Null if the page links no style sheet or names nobody, so that no sheet must be fetched. */
export function keepForSheets(
  { lines, sheets }: PageDocument,
  { legal_statements, mentions }: PageEvidence,
  siteNames: readonly string[],
): KeptPage | 'too_large' | null {
  const isLinked = sheets.some(({ href, media }) => href !== null && mediaApplies(media))
  const isNamed = legal_statements.length > 0 || mentions.some(matters)
  if (!isLinked || !isNamed) return null
  const nodes: KeptNode[] = []
  const places = new Map<PageNode, number>()
  const keep = (node: PageNode | null, withPrevious: boolean): number => {
    if (node === null) return NONE
    const known = places.get(node)
    if (known !== undefined) return known
    const path: PageNode[] = []
    for (let at: PageNode | null = node; at !== null && !places.has(at); at = at.parent)
      path.push(at)
    for (const one of path.reverse()) {
      const { parent, previous, lastChild, source, ...rest } = one
      places.set(one, nodes.length)
      nodes.push({
        ...rest,
        source: source.slice(0, SOURCE_LENGTH_MAX),
        parent: parent === null ? NONE : (places.get(parent) ?? NONE),
        previous: NONE,
      })
    }
    const place = places.get(node) ?? NONE
    const kept = nodes[place]
    if (withPrevious && kept !== undefined && node.previous !== null)
      kept.previous = keep(node.previous, false)
    return place
  }
  const kept = lines.map(({ pieces, ...line }) => ({
    ...line,
    pieces: pieces.map(({ text, node }) => ({ text, node: keep(node, true) })),
  }))
  return nodes.length > NODES_MAX
    ? 'too_large'
    : { siteNames: [...siteNames], nodes, lines: kept, sheets }
}

const NONE = -1

/**
 * `texts` maps the address of each sheet, as the page writes it, to its text. The text is null if
 * the sheet was not read.
 */
export function* withSheets(
  evidence: PageEvidence,
  kept: KeptPage,
  texts: ReadonlyMap<string, string | null>,
): SlicedWork<PageEvidence> {
  const applied = kept.sheets.filter(({ media }) => mediaApplies(media))
  const sheets = applied.flatMap(({ css, href, media }) => {
    const text = css ?? texts.get(href ?? '') ?? null
    return text === null ? [] : [{ css: text, media }]
  })
  const isPartial = sheets.length < applied.length
  const known = isPartial ? withStylesLeftOut(evidence) : evidence
  const nodes = revived(kept.nodes)
  const used = new UsedNames()
  for (const { classes, id } of nodes) used.note(classes, id)
  const hasImports = sheets.some(({ css }) => /@import\b/iu.test(css.slice(0, IMPORTS_READ_MAX)))
  const slice = createSlice()
  const styles = yield* PageStyles.of(
    sheets,
    used,
    { isPartial: isPartial || hasImports, isCut: false },
    slice,
  )
  const lines = kept.lines.map((line) => ({
    ...line,
    pieces: line.pieces.map(({ text, node }) => ({ text, node: nodes[node] ?? null })),
  }))
  const { visible, hidden } = yield* sortLines(lines, styles, slice)
  return hidden.length === 0
    ? known
    : yield* withLines(known, siteLines(visible, evidence.role), { hidden, kept })
}

const IMPORTS_READ_MAX = 5_000

function* withLines(
  evidence: PageEvidence,
  lines: readonly BuiltLine[],
  {
    hidden,
    kept: { siteNames },
  }: { hidden: Parameters<typeof hiddenStatements>[0]; kept: KeptPage },
): SlicedWork<PageEvidence> {
  const { role, title, mentions, hidden_statements } = evidence
  const slice = createSlice()
  const text = pageText(lines)
  const late = yield* hiddenStatements(hidden, { role, siteNames, visibleText: text }, slice)
  return {
    ...evidence,
    legal_statements: yield* legalStatements(lines, { role, siteNames }, slice),
    mentions: [
      ...(yield* readLineMentions(
        withoutHosts(lines, role),
        { url: evidence.url, role, title },
        slice,
      )),
      ...mentions.filter(({ place }) => OTHER_PLACES.has(place)),
    ],
    hidden_statements: [...hidden_statements, ...late].slice(0, STATEMENTS_MAX),
    text,
  }
}

export const withStylesLeftOut = (evidence: PageEvidence): PageEvidence => ({
  ...evidence,
  left_out: [...new Set([...evidence.left_out, 'styles' as const])],
})

function revived(kept: readonly KeptNode[]): PageNode[] {
  const nodes: PageNode[] = []
  for (const { parent, previous, ...node } of kept)
    nodes.push({ ...node, parent: nodes[parent] ?? null, previous: null, lastChild: null })
  return nodes.map((node, index) =>
    Object.assign(node, { previous: nodes[kept[index]?.previous ?? NONE] ?? null }),
  )
}
