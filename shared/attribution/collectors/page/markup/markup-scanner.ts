import { Parser } from 'htmlparser2'
import { type Attributes, attributeName, isMark, noAttributes } from './attributes.ts'
import { type ElementKind, elementKind } from './element-kinds.ts'
import type { ElementTree } from './element-tree.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const EXCLAMATION_MARK = 0x21
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const HYPHEN = 0x2d
const SLASH = 0x2f
const LESS_THAN = 0x3c
const EQUALS_SIGN = 0x3d
const GREATER_THAN = 0x3e
const QUESTION_MARK = 0x3f
const SMALL_A = 0x61
const SMALL_Z = 0x7a
/** Difference between a capital ASCII letter and its small letter. */
const CASE_BIT = 0x20

const CDATA = '[CDATA['
const CDATA_END = ']]>'
/** Longer than each character reference that pages use. */
const REFERENCE_LENGTH_MAX = 40

const isSpace = (unit: number): boolean =>
  unit === SPACE || unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN || unit === FORM_FEED
const endsName = (unit: number): boolean => unit === GREATER_THAN || unit === SLASH || isSpace(unit)
const isLetter = (unit: number): boolean => (unit | CASE_BIT) >= SMALL_A && (unit | CASE_BIT) <= SMALL_Z && unit < 0x80

/**
 * Splits an HTML page into tags, attributes and texts, with the same result as htmlparser2. Jumps to the next character that can end a
 * part, and copies only what is used, because most of a page is script, addresses and class names.
 */
export class MarkupScanner {
  /** Position of the first character that was not read. */
  at = 0
  /** Number of attributes that were read. */
  attributes = 0
  private nextTag = -1
  private tag: { element: ElementKind; attributes: Attributes; hasContent: boolean; start: number } | null = null
  private content: { element: ElementKind; end: number } | null = null
  private readonly references = new ReferenceDecoder()

  constructor(
    private readonly html: string,
    private readonly tree: ElementTree,
  ) {}

  /** Reads up to a position, and to the end of the attribute, tag or comment there. */
  readTo(end: number): void {
    while (this.at < end) {
      if (this.tag !== null) this.readAttribute(this.tag)
      else if (this.content !== null) this.readContent(this.content, end)
      else this.readMarkup(end)
    }
  }

  private readMarkup(end: number): void {
    const { html, at } = this
    const unit = html.charCodeAt(at) === LESS_THAN ? html.charCodeAt(at + 1) : Number.NaN
    if (isLetter(unit)) this.readTagName()
    else if (unit === SLASH && at + 2 < html.length) this.readClosingTag()
    else if (unit === EXCLAMATION_MARK) this.skipDeclaration()
    else if (unit === QUESTION_MARK) this.skipPast('>', at + 1)
    else this.readText(end)
  }

  /** A sign "<" at the beginning belongs to the text, because it begins no tag. */
  private readText(end: number): void {
    const { html, at } = this
    if (this.nextTag <= at) this.nextTag = indexOrEnd(html, '<', at + 1)
    const to = this.nextTag <= end ? this.nextTag : this.beforeReference(end, this.nextTag)
    this.at = to
    const text = html.slice(at, to)
    if (text.includes('&')) this.emitParts(text)
    else this.tree.text(text)
  }

  /** Returns the end of the next part of a text that is read in several parts, so that no character reference is split. */
  private beforeReference(end: number, textEnd: number): number {
    const { html, at } = this
    const start = Math.max(at, end - REFERENCE_LENGTH_MAX)
    const reference = html.slice(start, end).lastIndexOf('&')
    if (reference < 0) return end
    if (start + reference > at) return start + reference
    const next = html.slice(at + 1, at + REFERENCE_LENGTH_MAX).indexOf('&')
    return Math.min(textEnd, next < 0 ? at + REFERENCE_LENGTH_MAX : at + 1 + next)
  }

  private emitParts(text: string): void {
    for (const part of this.references.parts(text)) this.tree.text(part)
  }

  private readTagName(): void {
    const { html, at } = this
    const end = nameEnd(html, at + 1)
    const element = this.elementOf(at + 1, end)
    const hasContent = element.content !== 'markup' && !this.tree.isForeign
    this.at = end
    this.tag = { element, attributes: noAttributes(), hasContent, start: end }
    if (element.isMarked) this.tag.attributes.marks = new Map()
  }

  private elementOf(start: number, end: number): ElementKind {
    const name = this.html.slice(start, end).toLowerCase()
    return elementKind(name === 'image' && !this.tree.isForeign ? 'img' : name)
  }

  /** Reads the next attribute of a tag, or the end of the tag. A tag without an end is not an element. */
  private readAttribute(tag: NonNullable<MarkupScanner['tag']>): void {
    const { html } = this
    let start = this.at
    let isSelfClosing = false
    let unit = html.charCodeAt(start)
    while (unit === SLASH || isSpace(unit)) {
      if (unit === SLASH) isSelfClosing = true
      start += 1
      unit = html.charCodeAt(start)
    }
    if (unit === GREATER_THAN) {
      this.at = start + 1
      this.openTag(tag, isSelfClosing)
      return
    }
    let end = start + 1
    while (end < html.length && html.charCodeAt(end) !== EQUALS_SIGN && !endsName(html.charCodeAt(end))) end += 1
    let value = end
    while (isSpace(html.charCodeAt(value))) value += 1
    if (html.charCodeAt(value) === EQUALS_SIGN) {
      value += 1
      while (isSpace(html.charCodeAt(value))) value += 1
      this.at = valueEnd(html, value)
    } else {
      this.at = value
      value = -1
    }
    if (start < html.length) this.attributes += 1
    if (this.at >= html.length) this.tag = null
    else this.noteAttribute(tag.attributes, html.slice(start, end).toLowerCase(), value)
  }

  /** `start` is the position of the value with its quotation mark, or negative for an attribute without a value. */
  private noteAttribute(attributes: Attributes, name: string, start: number): void {
    const known = attributeName(name)
    if (known !== undefined && attributes[known] === undefined) attributes[known] = this.valueFrom(start)
    const { marks } = attributes
    if (marks !== null && isMark(name) && !marks.has(name)) marks.set(name, this.valueFrom(start))
  }

  private valueFrom(start: number): string {
    const { html, at } = this
    if (start < 0) return ''
    const quote = html.charCodeAt(start)
    const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE
    const value = isQuoted ? html.slice(start + 1, at - 1) : html.slice(start, at)
    return value.includes('&') ? this.references.value(html.slice(start, at)) : value
  }

  private openTag(
    { element, attributes, hasContent, start }: NonNullable<MarkupScanner['tag']>,
    isSelfClosing: boolean,
  ): void {
    this.tag = null
    if (this.at - start > 1) attributes.source = this.html.slice(start, this.at - 1)
    if (hasContent) this.content = { element, end: contentEnd(this.html, this.at, element) }
    this.tree.open(element, attributes, isSelfClosing)
  }

  /** Reads the content of an element that contains no elements, such as a script. */
  private readContent({ element, end: contentEnds }: NonNullable<MarkupScanner['content']>, end: number): void {
    const { html, at } = this
    const decodes = element.content === 'references'
    const to = contentEnds <= end ? contentEnds : decodes ? this.beforeReference(end, contentEnds) : end
    this.at = to
    if (to === contentEnds) this.content = null
    const text = html.slice(at, to)
    if (decodes && text.includes('&')) this.emitContent(text)
    else if (text !== '') this.tree.text(text)
  }

  /** A sign "<" begins no tag in such a content, so it is kept away from the decoder. */
  private emitContent(text: string): void {
    const [first = '', ...others] = text.split('<')
    this.emitParts(first)
    for (const part of others) {
      this.tree.text('<')
      this.emitParts(part)
    }
  }

  private readClosingTag(): void {
    const { html, at } = this
    const isTag = isLetter(html.charCodeAt(at + 2))
    const end = isTag ? nameEnd(html, at + 2) : at + 2
    if (isTag && end < html.length) this.tree.close(this.elementOf(at + 2, end))
    this.skipPast('>', end)
  }

  private skipDeclaration(): void {
    const { html, at } = this
    if (html.charCodeAt(at + 2) === HYPHEN && html.charCodeAt(at + 3) === HYPHEN) this.at = commentEnd(html, at + 4)
    else if (html.startsWith(CDATA, at + 2)) {
      const start = at + 2 + CDATA.length
      const end = indexOrEnd(html, CDATA_END, start)
      this.at = Math.min(html.length, end + CDATA_END.length)
      if (this.tree.isForeign && end < html.length) this.tree.text(html.slice(start, end))
    } else this.skipPast('>', at + 2)
  }

  private skipPast(sign: string, from: number): void {
    this.at = Math.min(this.html.length, indexOrEnd(this.html, sign, from) + 1)
  }
}

function indexOrEnd(html: string, sign: string, from: number): number {
  const index = html.indexOf(sign, from)
  return index < 0 ? html.length : index
}

function nameEnd(html: string, start: number): number {
  let end = start
  while (end < html.length && !endsName(html.charCodeAt(end))) end += 1
  return end
}

/** Returns the position behind a value and its quotation mark. */
function valueEnd(html: string, start: number): number {
  const quote = html.charCodeAt(start)
  if (quote === DOUBLE_QUOTE) return indexOrEnd(html, '"', start + 1) + 1
  if (quote === SINGLE_QUOTE) return indexOrEnd(html, "'", start + 1) + 1
  let end = start
  while (end < html.length && html.charCodeAt(end) !== GREATER_THAN && !isSpace(html.charCodeAt(end))) end += 1
  return end
}

const EMPTY_COMMENT = /-?>/y
const COMMENT_END = /--!?>/g

function commentEnd(html: string, start: number): number {
  EMPTY_COMMENT.lastIndex = start
  if (EMPTY_COMMENT.test(html)) return EMPTY_COMMENT.lastIndex
  COMMENT_END.lastIndex = start
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
}

function contentEnd(html: string, start: number, { name, content }: ElementKind): number {
  if (content === 'raw to the end') return html.length
  let end = indexOrEnd(html, '</', start)
  while (end < html.length) {
    const behind = end + 2 + name.length
    if (endsName(html.charCodeAt(behind)) && html.slice(end + 2, behind).toLowerCase() === name) return end
    end = indexOrEnd(html, '</', end + 2)
  }
  return end
}

/** Decodes character references by htmlparser2, which knows all 2,231 names of HTML and the rules for names without a semicolon. */
class ReferenceDecoder {
  private texts: string[] = []
  private attribute = ''
  private readonly parser = new Parser({
    ontext: (text) => this.texts.push(text),
    onattribute: (_name, value) => {
      this.attribute = value
    },
  })

  /** Returns the parts of a text without tags: the texts between its character references, and the decoded references. */
  parts(text: string): readonly string[] {
    this.texts = []
    this.parser.parseComplete(text)
    return this.texts
  }

  /** Decodes the value of an attribute, with its quotation marks. */
  value(value: string): string {
    this.parser.parseComplete(`<a a=${value}>`)
    return this.attribute
  }
}
