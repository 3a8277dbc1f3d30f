import { oneOf } from '../../names/pattern-code.ts'
import words from './class-marks.json' with { type: 'json' }
import type { Region } from './page-document.ts'
import type { Attributes } from './style/page-node.ts'
import { hidesAlone } from './style/page-styles.ts'
import { hasVisitorWord, isVisitorPart } from './visitor-parts.ts'

const FOOTER_MARK = /(?:^|[\s_-])(?:footer|colophon|site-?info|copyright|contentinfo|impressum)/iu
const FIGURE_MARK = new RegExp(String.raw`(?:^|[\s_-])${oneOf(words.figures)}(?:$|[\s_-])`, 'iu')
const ARTICLE_MARK = /(?:^|\s)(?:article|entry|post|story)[-_]{1,2}(?:body|content|text)(?:$|\s)/iu
const HIDDEN_CLASS = new RegExp(String.raw`(?:^|\s)${oneOf(words.hidden)}(?:\s|$)`, 'iu')

// Classes that show an element on large screens: "hidden md:block" hides it on small screens only.
const SHOWN_CLASS = /(?:^|\s)(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|table|contents)/u

/** A fast check: most classes and ids match none of the patterns above, so these are not tried. */
const ANY_MARK = new RegExp(words.any.join('|'), 'iu')

interface ElementMarks {
  hidden: boolean
  footer: boolean
  figure: boolean
  article: boolean
  visitor: boolean
}

const UNMARKED: ElementMarks = {
  hidden: false,
  footer: false,
  figure: false,
  article: false,
  visitor: false,
}
const VISITED: ElementMarks = { ...UNMARKED, visitor: true }
const KNOWN_MAX = 2_000
const MARKS_LENGTH_MAX = 300

export class ElementReader {
  hasStyles = false
  private readonly known = new Map<string, ElementMarks>()
  private readonly styles = new Map<string, boolean>()

  /**
   * Returns the region of an element and if it is hidden. `inherited` is the region of its parent.
   */
  read(
    name: string,
    attributes: Attributes,
    inherited: Region,
  ): { hidden: boolean; region: Region } {
    const marks = this.marksOf(attributes)
    return {
      hidden: marks.hidden || isHidden(name, attributes) || this.isStyledAway(attributes.style),
      region: regionOf(name, attributes, marks, inherited),
    }
  }

  private isStyledAway(style: string | undefined): boolean {
    if (style === undefined) return false
    this.hasStyles = true
    const known = this.styles.get(style)
    if (known !== undefined) return known
    const isAway = hidesAlone(style)
    if (this.styles.size < KNOWN_MAX) this.styles.set(style, isAway)
    return isAway
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

const QUOTATIONS = new Set(['blockquote', 'q', 'cite'])
const POST = new RegExp(String.raw`(?:^|\s)${oneOf(words.posts)}(?:\s|$)`, 'iu')
const POST_TYPE = /(?:BlogPosting|NewsArticle|SocialMediaPosting|LiveBlogPosting)$/u

const SITE_FOOTER = /(?:^|\s)(?:(?:site|page|main|global|nav)[-_]?footer|footer|colophon)(?:\s|$)/iu

const isSiteFooter = ({ class: classes = '', id = '' }: Attributes): boolean =>
  SITE_FOOTER.test(id) || SITE_FOOTER.test(classes.slice(0, MARKS_LENGTH_MAX))

const isPost = ({ class: classes, itemtype }: Attributes): boolean =>
  (classes !== undefined &&
    POST.test(classes.slice(0, MARKS_LENGTH_MAX)) &&
    !/\btype-page\b/u.test(classes)) ||
  (itemtype !== undefined && POST_TYPE.test(itemtype.trim()))

// Returns the region of the page to which an element belongs. An element inside a footer always
// belongs to the footer.
function regionOf(
  name: string,
  attributes: Attributes,
  marks: ElementMarks,
  inherited: Region,
): Region {
  // Because of unclosed tags, the footer of a site can be inside of the element that holds the
  // comments of visitors.
  if (inherited === 'visitor') return isSiteFooter(attributes) ? 'footer' : inherited
  if (isVisitorPart(name, attributes, marks.visitor)) return 'visitor'
  if (inherited === 'quotation' || QUOTATIONS.has(name)) return 'quotation'
  if (inherited === 'footer' || name === 'footer' || name === 'address') return 'footer'
  if (marks.footer && name !== 'body' && name !== 'html' && name !== 'a') return 'footer'
  if (name === 'figure' || name === 'figcaption' || (inherited !== 'header' && marks.figure))
    return 'figure'
  if (name === 'nav' || attributes.role === 'navigation') return 'nav'
  if (name === 'header' && inherited === 'main') return 'header'
  if (inherited === 'main' && name === 'article') return isPost(attributes) ? 'post' : 'article'
  if (inherited === 'main' && marks.article) return 'article'
  return inherited
}

// An element with a longer class attribute counts as hidden. Otherwise an attacker could put the
// class that hides it behind many others.
const CLASSES_LENGTH_MAX = 4_000

const isHidden = (
  name: string,
  { hidden, popover, open, class: classes, 'aria-hidden': aria }: Attributes,
): boolean =>
  hidden !== undefined ||
  popover !== undefined ||
  (name === 'dialog' && open === undefined) ||
  aria?.trim().toLowerCase() === 'true' ||
  (classes !== undefined && classes.length > CLASSES_LENGTH_MAX && name !== 'body')

function marksIn(classes: string, all: string): ElementMarks {
  const marks = all.slice(0, MARKS_LENGTH_MAX)
  const visitor = hasVisitorWord(all)
  if (!ANY_MARK.test(marks) && !(classes.length > MARKS_LENGTH_MAX && ANY_MARK.test(classes)))
    return visitor ? VISITED : UNMARKED
  return {
    hidden: hiddenByClass(classes),
    footer: FOOTER_MARK.test(marks),
    figure: FIGURE_MARK.test(marks),
    article: ARTICLE_MARK.test(marks),
    visitor,
  }
}

const hiddenByClass = (classes: string): boolean =>
  HIDDEN_CLASS.test(classes) && !SHOWN_CLASS.test(classes)
