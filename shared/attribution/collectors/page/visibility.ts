import type { Region } from './page-document.ts'

export type Attributes = Record<string, string>

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

export function isHidden(attributes: Attributes): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    HIDDEN_STYLE.test((attributes.style ?? '').slice(0, 500)) ||
    hiddenByClass((attributes.class ?? '').slice(0, 500))
  )
}

/**
 * Returns the region of the page (for example footer or navigation) to which an HTML element belongs, from its name, role and classes. An
 * element inside a footer always belongs to the footer.
 */
export function regionOf(name: string, attributes: Attributes, inherited: Region): Region {
  if (inherited === 'footer') return 'footer'
  const marks = `${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.role ?? ''}`.slice(0, 300)
  if (name === 'footer' || name === 'address') return 'footer'
  if (name !== 'body' && name !== 'html' && name !== 'a' && FOOTER_MARK.test(marks)) return 'footer'
  if (name === 'figure' || name === 'figcaption' || (inherited !== 'header' && FIGURE_MARK.test(marks))) return 'figure'
  if (name === 'nav' || attributes.role === 'navigation') return 'nav'
  if (name === 'header' && inherited === 'main') return 'header'
  if (inherited === 'main' && (name === 'article' || ARTICLE_MARK.test(marks))) return 'article'
  return inherited
}

const hiddenByClass = (classes: string): boolean => HIDDEN_CLASS.test(classes) && !SHOWN_CLASS.test(classes)
