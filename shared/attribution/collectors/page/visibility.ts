import type { Attributes } from './markup/attributes.ts'
import type { Region } from './page-document.ts'

const FOOTER_MARK = /(?:^|[\s_-])(?:footer|colophon|site-?info|copyright|contentinfo|impressum)/iu
const FIGURE_MARK =
  /(?:^|[\s_-])(?:caption|figcaption|photo-?credit|image-?credit|img-?credit|credits?|byline|wp-caption-text)(?:$|[\s_-])/iu
const ARTICLE_MARK = /(?:^|\s)(?:article|entry|post|story)[-_]{1,2}(?:body|content|text)(?:$|\s)/iu
const HIDDEN_STYLE =
  /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?![.\d])|opacity\s{0,3}:\s{0,3}0(?![.\d])|(?:left|top|text-indent)\s{0,3}:\s{0,3}-\d{3,}/iu
const HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|visuallyhidden|hidden|d-none|hide)(?:\s|$)/iu

/**
 * CSS classes that show an element on large screens. In "hidden md:block", for example, "hidden" applies only to small screens, so the
 * element counts as visible.
 */
const SHOWN_CLASS = /(?:^|\s)(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|table|contents)/u

/** Matches each text that one of the patterns above matches. Most classes and ids have no such word. */
const ANY_MARK =
  /footer|colophon|site-?info|copyright|contentinfo|impressum|caption|credit|byline|body|content|text|sr-only|hid|d-none/iu

/** Marks in the classes, the id and the role of an element. */
interface ElementMarks {
  hidden: boolean
  footer: boolean
  figure: boolean
  article: boolean
}

const UNMARKED: ElementMarks = { hidden: false, footer: false, figure: false, article: false }
const KNOWN_MAX = 2_000
const MARKS_LENGTH_MAX = 300

/** Shows if an element is visible and to which region of the page it belongs. Reads each class attribute of a page once. */
export class ElementReader {
  private readonly known = new Map<string, ElementMarks>()

  /** `inherited` is the region of the parent element. */
  read(name: string, attributes: Attributes, inherited: Region): { hidden: boolean; region: Region } {
    const marks = this.marksOf(attributes)
    return {
      hidden: marks.hidden || isHidden(attributes),
      region: regionOf(name, attributes, marks, inherited),
    }
  }

  private marksOf({ class: classes, id, role }: Attributes): ElementMarks {
    if (classes === undefined && id === undefined && role === undefined) return UNMARKED
    if (id !== undefined || role !== undefined)
      return marksIn(classes ?? '', `${classes ?? ''} ${id ?? ''} ${role ?? ''}`)
    const known = this.known.get(classes ?? '')
    if (known !== undefined) return known
    const marks = marksIn(classes ?? '', classes ?? '')
    if (this.known.size < KNOWN_MAX) this.known.set(classes ?? '', marks)
    return marks
  }
}

/**
 * Returns the region of the page (for example footer or navigation) to which an HTML element belongs, from its name, role and classes. An
 * element inside a footer always belongs to the footer.
 */
function regionOf(name: string, attributes: Attributes, marks: ElementMarks, inherited: Region): Region {
  if (inherited === 'footer' || name === 'footer' || name === 'address') return 'footer'
  if (marks.footer && name !== 'body' && name !== 'html' && name !== 'a') return 'footer'
  if (name === 'figure' || name === 'figcaption' || (inherited !== 'header' && marks.figure)) return 'figure'
  if (name === 'nav' || attributes.role === 'navigation') return 'nav'
  if (name === 'header' && inherited === 'main') return 'header'
  if (inherited === 'main' && (name === 'article' || marks.article)) return 'article'
  return inherited
}

const isHidden = (attributes: Attributes): boolean =>
  attributes.hidden !== undefined ||
  attributes['aria-hidden'] === 'true' ||
  (attributes.style !== undefined && HIDDEN_STYLE.test(attributes.style.slice(0, 500)))

function marksIn(classes: string, all: string): ElementMarks {
  const marks = all.slice(0, MARKS_LENGTH_MAX)
  const ownClasses = classes.slice(0, 500)
  if (!ANY_MARK.test(marks) && !(ownClasses.length > MARKS_LENGTH_MAX && ANY_MARK.test(ownClasses))) return UNMARKED
  return {
    hidden: hiddenByClass(ownClasses),
    footer: FOOTER_MARK.test(marks),
    figure: FIGURE_MARK.test(marks),
    article: ARTICLE_MARK.test(marks),
  }
}

const hiddenByClass = (classes: string): boolean => HIDDEN_CLASS.test(classes) && !SHOWN_CLASS.test(classes)
