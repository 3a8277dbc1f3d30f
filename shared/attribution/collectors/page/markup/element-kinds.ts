/** Language of the content of an element. HTML has other rules inside of SVG and MathML. */
export type Language = 'html' | 'svg' | 'mathml'

/** Properties of the HTML elements of one name that decide how their markup is read. */
export interface ElementKind {
  name: string
  /** True for an element without content, such as `br`. Its closing tag is ignored. */
  isVoid: boolean
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
  /** Content that ends only at the closing tag of the element. In `references`, character references are decoded. */
  content: 'markup' | 'raw' | 'references' | 'raw to the end'
  /** Names of open elements that end where this element begins, because their closing tags are optional. */
  ends: ReadonlySet<string> | null
  /** Language of the content of an element that may change it, or null. */
  language: Language | null
  /** True for the elements whose attributes show which website builder made the page. */
  isMarked: boolean
}

const words = (text: string): readonly string[] => text.split(' ')

const VOID = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
)
const BLOCKS = words(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section small summary table tbody td tfoot th thead tr ul',
)
const SILENT = words('script style template svg math head select textarea button')
const FALLBACK = words(
  'noscript object noembed noframes video audio canvas iframe datalist rp applet frameset progress meter',
)
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
const RAW = words('iframe noembed noframes script style xmp')
const REFERENCES = words('textarea title')
/** Elements that contain another language, and elements of SVG and MathML that contain HTML again. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['svg', 'svg'],
  ['math', 'mathml'],
  ...words('mi mo mn ms mtext annotation-xml foreignobject desc title').map((name) => [name, 'html'] as const),
])
const MARKED = words('html body script')

const ENDS: readonly (readonly [names: string, ended: string])[] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['a', 'a'],
  ['li', 'li'],
  [
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul',
    'p',
  ],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  ['select input output button datalist textarea', 'input option optgroup select button datalist textarea'],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
]
const ENDS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ENDS.flatMap(([names, ended]) => words(names).map((name) => [name, new Set(words(ended))] as const)),
)

const kindOf = (name: string): ElementKind => ({
  name,
  isVoid: VOID.includes(name),
  isBlock: BLOCKS.includes(name),
  isSilent: SILENT.includes(name),
  isFallback: FALLBACK.includes(name),
  heading: HEADINGS.indexOf(name) + 1,
  content: RAW.includes(name)
    ? 'raw'
    : REFERENCES.includes(name)
      ? 'references'
      : name === 'plaintext'
        ? 'raw to the end'
        : 'markup',
  ends: ENDS_OF.get(name) ?? null,
  language: LANGUAGES.get(name) ?? null,
  isMarked: MARKED.includes(name),
})

const KINDS: ReadonlyMap<string, ElementKind> = new Map(
  [
    ...VOID,
    ...BLOCKS,
    ...SILENT,
    ...FALLBACK,
    ...RAW,
    ...REFERENCES,
    ...LANGUAGES.keys(),
    ...ENDS_OF.keys(),
    ...words('plaintext a b br em i span strong u image label picture cite time sup sub font path g use rect circle'),
  ].map((name) => [name, kindOf(name)]),
)

/** Returns the kind of an element by its name in small letters. */
export const elementKind = (name: string): ElementKind => KINDS.get(name) ?? { ...PLAIN, name }

const PLAIN = kindOf('')
