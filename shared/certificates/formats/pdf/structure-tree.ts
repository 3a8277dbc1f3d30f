import {
  type PDFContext,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** Types of structure elements (ISO 32000-1 section 14.8.4), which screen readers announce. */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'LBody' | 'Figure'

export interface TagOptions {
  /** Text that stands for a picture. */
  alt?: string
  /** Header cells only. */
  scope?: 'Column' | 'Row'
  /** Pictures only: left, bottom, right and top edge in points. */
  box?: readonly [number, number, number, number]
}

interface Element extends TagOptions {
  tag: Tag | 'Document'
  kids: (Element | { page: number; id: number })[]
}

/** Order and meaning of the texts of a PDF, for screen readers and for programs that read it. */
export class StructureTree {
  readonly #root: Element = { tag: 'Document', kids: [] }
  readonly #open: Element[] = [this.#root]
  /** Elements of each page, by the number of their marked content. */
  readonly #marked: Element[][] = []

  within(tag: Tag, draw: () => void, options: TagOptions = {}): void {
    const element: Element = { tag, kids: [], ...options }
    this.#current.kids.push(element)
    this.#open.push(element)
    draw()
    this.#open.pop()
  }

  /** Operator that begins marked content of the open element, or of none for a decoration. */
  mark(page: number): string {
    const element = this.#current
    if (element.tag === 'Document') return '/Artifact BMC'
    this.#marked[page] ??= []
    const id = this.#marked[page].push(element) - 1
    element.kids.push({ page, id })
    return `/${element.tag} <</MCID ${id}>> BDC`
  }

  write(document: PDFDocument, pages: readonly PDFPage[]): void {
    const { context } = document
    const root = context.nextRef()
    const references = new Map<Element, PDFRef>()
    const top = writeElement(context, this.#root, root, pages, references)
    const numbers = pages.flatMap((page, index) => {
      page.node.set(PDFName.of('StructParents'), context.obj(index))
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
      const marked = (this.#marked[index] ?? []).flatMap((each) => references.get(each) ?? [])
      return [index, context.register(context.obj(marked))]
    })
    const parents = context.register(context.obj({ Nums: numbers }))
    context.assign(
      root,
      context.obj({
        Type: 'StructTreeRoot',
        K: [top],
        ParentTree: parents,
        ParentTreeNextKey: pages.length,
      }),
    )
    document.catalog.set(PDFName.of('StructTreeRoot'), root)
    document.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  }

  get #current(): Element {
    return this.#open.at(-1) ?? this.#root
  }
}

function writeElement(
  context: PDFContext,
  element: Element,
  parent: PDFRef,
  pages: readonly PDFPage[],
  references: Map<Element, PDFRef>,
): PDFRef {
  const reference = context.nextRef()
  references.set(element, reference)
  const kids = element.kids.map((kid) =>
    'tag' in kid
      ? writeElement(context, kid, reference, pages, references)
      : context.obj({ Type: 'MCR', Pg: pages[kid.page]?.ref ?? null, MCID: kid.id }),
  )
  const { tag, alt, scope, box } = element
  const attributes = [
    ...(scope === undefined ? [] : [context.obj({ O: 'Table', Scope: scope })]),
    ...(box === undefined
      ? []
      : [context.obj({ O: 'Layout', Placement: 'Block', BBox: [...box] })]),
  ]
  const dictionary = context.obj({ Type: 'StructElem', S: tag, P: parent, K: kids })
  if (alt !== undefined) dictionary.set(PDFName.of('Alt'), PDFHexString.fromText(alt))
  if (attributes.length > 0) dictionary.set(PDFName.of('A'), context.obj(attributes))
  context.assign(reference, dictionary)
  return reference
}
