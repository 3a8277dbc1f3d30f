/** Attributes of an element by name, of which only those are read that say something about the operator or the place of a text. */
export interface Attributes {
  alt: string | undefined
  'aria-hidden': string | undefined
  'aria-label': string | undefined
  class: string | undefined
  content: string | undefined
  hidden: string | undefined
  href: string | undefined
  'http-equiv': string | undefined
  id: string | undefined
  itemprop: string | undefined
  itemscope: string | undefined
  itemtype: string | undefined
  lang: string | undefined
  media: string | undefined
  name: string | undefined
  open: string | undefined
  popover: string | undefined
  property: string | undefined
  rel: string | undefined
  role: string | undefined
  src: string | undefined
  style: string | undefined
  title: string | undefined
  type: string | undefined
  /** The attributes class, id and data-* of a marked element in their order. Null for other elements. */
  marks: Map<string, string> | null
  /**
   * Markup of the tag behind its name, for attributes that only the selectors of a style sheet
   * read.
   */
  source: string
}

/** All objects have the same fields in the same order, so that V8 reads each field at a fixed place. */
export const noAttributes = (): Attributes => ({
  alt: undefined,
  'aria-hidden': undefined,
  'aria-label': undefined,
  class: undefined,
  content: undefined,
  hidden: undefined,
  href: undefined,
  'http-equiv': undefined,
  id: undefined,
  itemprop: undefined,
  itemscope: undefined,
  itemtype: undefined,
  lang: undefined,
  media: undefined,
  name: undefined,
  open: undefined,
  popover: undefined,
  property: undefined,
  rel: undefined,
  role: undefined,
  src: undefined,
  style: undefined,
  title: undefined,
  type: undefined,
  marks: null,
  source: '',
})

export type AttributeName = Exclude<keyof Attributes, 'marks' | 'source'>

const NAMES: ReadonlyMap<string, AttributeName> = new Map(
  Object.keys(noAttributes())
    .filter((name): name is AttributeName => name !== 'marks' && name !== 'source')
    .map((name) => [name, name]),
)

/** Returns the name of an attribute that is read, or undefined. `name` is in small letters. */
export const attributeName = (name: string): AttributeName | undefined => NAMES.get(name)

export const isMark = (name: string): boolean => name === 'class' || name === 'id' || name.startsWith('data-')
