/** Properties of the HTML elements of one name that decide how their text is read. */
export interface ElementKind {
  name: string
  /** True for an element with lines of its own. */
  isBlock: boolean
  /** True for an element whose text is not shown, or is no text of the page. */
  isSilent: boolean
  /**
   * True for an element whose content only browsers show that lack something, for example scripts.
   */
  isFallback: boolean
  /** Level of a heading (1 to 6), or 0. */
  heading: number
}

const words = (text: string): readonly string[] => text.split(' ')

const BLOCKS = words(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section small summary table tbody td tfoot th thead tr ul',
)
const SILENT = words('script style template svg math head select textarea button')
const FALLBACK = words(
  'noscript object noembed noframes video audio canvas iframe datalist rp applet frameset progress meter',
)
const HEADINGS = words('h1 h2 h3 h4 h5 h6')

const kindOf = (name: string): ElementKind => ({
  name,
  isBlock: BLOCKS.includes(name),
  isSilent: SILENT.includes(name),
  isFallback: FALLBACK.includes(name),
  heading: HEADINGS.indexOf(name) + 1,
})

const KINDS: ReadonlyMap<string, ElementKind> = new Map(
  [...BLOCKS, ...SILENT, ...FALLBACK].map((name) => [name, kindOf(name)]),
)

const PLAIN = kindOf('')

/** Returns the kind of an element by its name in small letters. */
export const elementKind = (name: string): ElementKind => KINDS.get(name) ?? { ...PLAIN, name }
