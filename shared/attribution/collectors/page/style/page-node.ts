export type Attributes = Readonly<Record<string, string>>

export interface PageNode {
  readonly name: string
  readonly id: string | undefined
  readonly classes: string | undefined
  readonly style: string | undefined
  /** Text of the tag after its name. Attributes that few selectors ask for are read from it. */
  readonly source: string
  readonly parent: PageNode | null
  readonly previous: PageNode | null
  /** Position among the elements with the same parent, counted from 1. */
  readonly index: number
  children: number
  lastChild: PageNode | null
  /** True if an attribute, the kind of element or its class hides it. */
  readonly isHidden: boolean
  /** True if the element is in a quotation or in a part that visitors write. */
  readonly isQuoted: boolean
  readonly isVisited: boolean
  /** True if the element holds a picture or film, which may be the background of a text. */
  hasMedia: boolean
}

const KNOWN_MAX = 4_000
const CLASSES_MAX = 400
const known = new WeakMap<PageNode, ReadonlySet<string>>()
const NO_CLASSES: ReadonlySet<string> = new Set()

export function classesOf(node: PageNode): ReadonlySet<string> {
  if (node.classes === undefined) return NO_CLASSES
  const before = known.get(node)
  if (before !== undefined) return before
  const names = new Set(node.classes.split(/[\t\n\f\r ]+/u, CLASSES_MAX))
  known.set(node, names)
  return names
}

const SOURCE_LENGTH_MAX = KNOWN_MAX

export function attributeOf(node: PageNode, name: string): string | undefined {
  if (name === 'class') return node.classes
  if (name === 'id') return node.id
  if (name === 'style') return node.style
  return attributesIn(node).get(name)
}

const ATTRIBUTE = /([^\s"'>/=]{1,80})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gu
const attributes = new WeakMap<PageNode, ReadonlyMap<string, string>>()

function attributesIn(node: PageNode): ReadonlyMap<string, string> {
  const before = attributes.get(node)
  if (before !== undefined) return before
  const found = new Map<string, string>()
  for (const [, name = '', double, single, plain] of node.source
    .slice(0, SOURCE_LENGTH_MAX)
    .matchAll(ATTRIBUTE)) {
    const folded = name.toLowerCase()
    if (!found.has(folded)) found.set(folded, double ?? single ?? plain ?? '')
  }
  attributes.set(node, found)
  return found
}

/** Searches the element and up to `levels - 1` elements around it. */
export function closest(
  node: PageNode | null,
  levels: number,
  fits: (node: PageNode) => boolean,
): PageNode | null {
  for (let at = node, level = 0; at !== null && level < levels; at = at.parent, level += 1)
    if (fits(at)) return at
  return null
}

const MEDIA = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe'])
/** Number of elements around a picture that count as the same part of the page. */
const MEDIA_LEVELS = 4

export function createNode(
  name: string,
  { attributes, source }: { attributes: Attributes; source: string },
  parent: PageNode | null,
  { isHidden, region }: { isHidden: boolean; region: string },
): PageNode {
  const node: PageNode = {
    name,
    id: attributes.id,
    classes: attributes.class,
    style: attributes.style,
    source,
    parent,
    previous: parent?.lastChild ?? null,
    index: (parent?.children ?? 0) + 1,
    children: 0,
    lastChild: null,
    isHidden,
    isQuoted: region === 'quotation',
    isVisited: region === 'visitor',
    hasMedia: false,
  }
  if (parent !== null) {
    parent.children += 1
    parent.lastChild = node
  }
  if (MEDIA.has(name))
    for (
      let at = parent, level = 0;
      at !== null && at.name !== 'body' && level < MEDIA_LEVELS;
      at = at.parent, level += 1
    )
      at.hasMedia = true
  return node
}
