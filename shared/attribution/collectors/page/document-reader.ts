import type { ElementKind } from './element-kinds.ts'
import { HiddenText } from './hidden-text.ts'
import { LINE_LENGTH_MAX, LineBuilder } from './line-builder.ts'
import type { LeftOut, MicrodataItem, PageDocument, Region } from './page-document.ts'
import type { PageLimits } from './page-limits.ts'
import { PageLines } from './page-lines.ts'
import { ScriptReader } from './script-reader.ts'
import { createSlice, type SlicedWork } from './slices/sliced-work.ts'
import { type Attributes, createNode, type PageNode } from './style/page-node.ts'
import { PageStyles } from './style/page-styles.ts'
import { SheetReader } from './style/sheet-reader.ts'
import { UsedNames } from './style/used-names.ts'
import { foldText } from './text.ts'
import { ElementReader } from './visibility.ts'
import { sortLines } from './visible-lines.ts'

const ANCHORS_MAX = 1_500
const METAS_MAX = 300
const RESOURCES_MAX = 500
const PROPERTIES_MAX = 60
const PROPERTY_LENGTH_MAX = 500
const PROPERTY_SOURCE_MAX = PROPERTY_LENGTH_MAX * 4

interface OpenElement {
  /** `hidden`: readers do not see the text. `silent`: no text of the page, such as a script. */
  sight: 'seen' | 'hidden' | 'silent'
  region: Region
  item: MicrodataItem | null
  property: { item: MicrodataItem; name: string; text: string } | null
  inPicture: boolean
  isInert: boolean
  node: PageNode
}

export class DocumentReader {
  private readonly lines = new PageLines()
  private readonly hidden = new HiddenText()
  private readonly document: PageDocument = {
    language: null,
    title: null,
    metas: new Map(),
    links: [],
    anchors: [],
    lines: this.lines.kept,
    hiddenLines: this.hidden.lines,
    sheets: [],
    structuredData: [],
    microdata: [],
    scripts: '',
    resources: [],
    attributes: [],
    leftOut: [],
  }
  private readonly stack: OpenElement[] = []
  private readonly elements = new ElementReader()
  private readonly builder = new LineBuilder(this.lines)
  private readonly sheets = new SheetReader()
  private readonly used = new UsedNames()
  private readonly scripts: ScriptReader
  private openProperties = 0
  private titleParts: string[] | null = null
  private anchor: {
    href: string
    rel: string
    parts: string[]
    label: string
    node: PageNode
  } | null = null

  constructor(private readonly limits: PageLimits) {
    this.scripts = new ScriptReader(limits, (limit) => this.leaveOut(limit))
  }

  get depth(): number {
    return this.stack.length
  }

  open(kind: ElementKind, attributes: Attributes, source: string): void {
    const parent = this.stack[this.stack.length - 1]
    const { hidden, region } = this.elements.read(kind.name, attributes, parent?.region ?? 'main')
    const isHidden = (hidden && kind.name !== 'body' && kind.name !== 'html') || kind.isFallback
    const sight = kind.isSilent ? 'silent' : isHidden ? 'hidden' : 'seen'
    const element: OpenElement = {
      sight:
        parent === undefined || parent.sight === 'seen'
          ? sight
          : sight === 'silent'
            ? sight
            : parent.sight,
      region,
      item: parent?.item ?? null,
      property: null,
      inPicture: kind.name === 'svg' || (parent?.inPicture ?? false),
      isInert: kind.isFallback || kind.name === 'template' || (parent?.isInert ?? false),
      node: createNode(kind.name, { attributes, source }, parent?.node ?? null, {
        isHidden,
        region,
      }),
    }
    if (kind.isBlock) this.startBlock(kind, parent?.region ?? 'main')
    else if (kind.name === 'br') this.endLine(parent?.region ?? 'main')
    this.stack.push(element)
    this.used.note(attributes.class, attributes.id)
    if (attributes.itemscope !== undefined || attributes.itemprop !== undefined)
      this.noteItem(element, attributes)
    this.noteElement(kind.name, attributes, element)
  }

  close(kind: ElementKind): void {
    const element = this.stack.pop()
    const { name } = kind
    const region = element?.region ?? 'main'
    if (element !== undefined && element.property !== null) this.closeProperty(element.property)
    if (name === 'title') this.closeTitle()
    if (name === 'script') this.scripts.close()
    if (name === 'style') this.sheets.closeStyle()
    if (name === 'a') this.closeAnchor(region)
    this.builder.endElement(kind, region)
    this.hidden.builder.endElement(kind, region)
  }

  text(text: string): void {
    if (this.titleParts !== null) this.titleParts.push(text)
    this.scripts.text(text)
    this.sheets.text(text)
    const element = this.stack[this.stack.length - 1]
    if (element === undefined || element.sight === 'seen') {
      this.builder.add(text, element?.node ?? null, this.anchor !== null)
      if (this.anchor !== null && this.anchor.parts.length < 50) this.anchor.parts.push(text)
      if (this.openProperties > 0) this.noteProperties(text)
    } else if (element.sight === 'hidden') this.hidden.add(text, element.node, element.region)
  }

  private noteProperties(text: string): void {
    for (
      let index = this.stack.length - 1, seen = 0;
      index >= 0 && seen < 8;
      index -= 1, seen += 1
    ) {
      const property = this.stack[index]?.property
      if (property && property.text.length < PROPERTY_SOURCE_MAX)
        property.text += text.slice(0, PROPERTY_SOURCE_MAX)
    }
  }

  interrupt(limit: LeftOut): void {
    const region = this.stack.at(-1)?.region ?? 'main'
    this.closeTitle()
    this.scripts.close()
    this.builder.interrupt(region)
    this.hidden.builder.interrupt(region)
    this.anchor = null
    this.stack.length = 0
    this.openProperties = 0
    this.leaveOut(limit)
  }

  *finished(): SlicedWork<PageDocument> {
    this.closeTitle()
    this.scripts.close()
    this.endLine(this.stack.at(-1)?.region ?? 'main')
    const { document } = this
    document.scripts = this.scripts.code
    document.structuredData = this.scripts.structuredData
    if (this.lines.cut(this.limits)) this.leaveOut('text')
    for (const [index, line] of document.lines.entries())
      line.fromEnd = document.lines.length - index
    document.sheets = this.sheets.sheets
    if (document.sheets.length === 0 && !this.elements.hasStyles) return document
    const slice = createSlice()
    const styles = yield* PageStyles.of(
      document.sheets.flatMap(({ css, media }) => (css === null ? [] : [{ css, media }])),
      this.used,
      { isPartial: document.sheets.some(({ css }) => css === null), isCut: this.sheets.isCut },
      slice,
    )
    const { visible, hidden } = yield* sortLines(document.lines, styles, slice)
    document.lines = visible
    for (const line of hidden) this.hidden.keep(line)
    document.anchors = document.anchors.map((anchor) => ({
      ...anchor,
      isSeen: styles.shows(anchor.node),
    }))
    if (!styles.isComplete || this.sheets.isCut) this.leaveOut('styles')
    return document
  }

  private leaveOut(limit: LeftOut): void {
    if (!this.document.leftOut.includes(limit)) this.document.leftOut.push(limit)
  }

  private startBlock(kind: ElementKind, region: Region): void {
    this.builder.startBlock(kind, region)
    this.hidden.builder.startBlock(kind, region)
  }

  private endLine(region: Region): void {
    this.builder.flush(region)
    this.hidden.builder.flush(region)
  }

  private noteElement(name: string, attributes: Attributes, element: OpenElement): void {
    const { document } = this
    switch (name) {
      case 'html':
        document.language ??= attributes.lang?.trim().toLowerCase().slice(0, 20) || null
        this.noteAttributes(attributes)
        break
      case 'body':
        this.noteAttributes(attributes)
        break
      case 'title':
        if (document.title === null && !element.inPicture) this.titleParts = []
        break
      case 'meta':
        this.noteMeta(attributes)
        break
      case 'link':
        if (document.links.length < RESOURCES_MAX && attributes.href !== undefined)
          document.links.push({
            rel: (attributes.rel ?? '').toLowerCase(),
            type: (attributes.type ?? '').trim().toLowerCase().slice(0, 100),
            href: attributes.href.trim(),
          })
        if (!element.isInert) this.sheets.noteLink(attributes, element.node.source)
        break
      case 'style':
        if (!element.isInert) this.sheets.openStyle(attributes)
        break
      case 'script':
        this.scripts.open(attributes.type)
        this.noteResource(attributes.src)
        this.noteAttributes(attributes)
        break
      case 'iframe':
      case 'img':
        this.noteResource(attributes.src)
        if (name === 'img' && this.anchor !== null) this.anchor.label ||= attributes.alt ?? ''
        break
      case 'a':
      case 'area':
        if (attributes.href !== undefined && element.sight === 'seen')
          this.anchor = {
            href: attributes.href.trim().slice(0, LINE_LENGTH_MAX),
            rel: (attributes.rel ?? '').toLowerCase(),
            parts: [],
            label: attributes['aria-label'] ?? attributes.title ?? '',
            node: element.node,
          }
        break
    }
  }

  private noteMeta(attributes: Attributes): void {
    const key = (attributes.property ?? attributes.name ?? attributes['http-equiv'] ?? '')
      .trim()
      .toLowerCase()
    const content = attributes.content
    const { metas } = this.document
    if (key === '' || content === undefined || metas.has(key) || metas.size >= METAS_MAX) return
    metas.set(key.slice(0, 100), foldText(content, LINE_LENGTH_MAX))
  }

  private noteResource(address: string | undefined): void {
    if (address !== undefined && this.document.resources.length < RESOURCES_MAX)
      this.document.resources.push(address.trim().slice(0, LINE_LENGTH_MAX))
  }

  private noteAttributes(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (name !== 'class' && name !== 'id' && !name.startsWith('data-')) continue
      if (this.document.attributes.length >= RESOURCES_MAX) return
      this.document.attributes.push(`${name}=${value.slice(0, 200)}`)
    }
  }

  private closeTitle(): void {
    if (this.titleParts === null) return
    this.document.title = foldText(this.titleParts.join(''), 300) || null
    this.titleParts = null
  }

  private closeAnchor(region: Region): void {
    if (this.anchor === null) return
    const { href, rel, parts, label, node } = this.anchor
    this.anchor = null
    if (this.document.anchors.length >= ANCHORS_MAX) return
    const text = foldText(parts.join(''), 200) || foldText(label, 200)
    this.document.anchors.push({ href, rel, region, text, isSeen: true, node })
  }

  private noteItem(element: OpenElement, attributes: Attributes): void {
    const outer = element.item
    const name = attributes.itemprop?.trim().split(/\s+/u)[0]
    if (attributes.itemscope !== undefined) {
      const type = /([A-Za-z]{2,60})\/?$/u.exec(attributes.itemtype?.trim() ?? '')?.[1] ?? ''
      const via = outer === null ? '' : (name ?? '')
      element.item = { type, via: element.region === 'visitor' ? 'review' : via, properties: [] }
      if (this.document.microdata.length < RESOURCES_MAX) this.document.microdata.push(element.item)
      return
    }
    if (outer === null || !name || outer.properties.length >= PROPERTIES_MAX) return
    const value = attributes.content ?? attributes.href ?? attributes.src
    if (value !== undefined)
      outer.properties.push({ name, value: foldText(value, PROPERTY_LENGTH_MAX) })
    else {
      element.property = { item: outer, name, text: '' }
      this.openProperties += 1
    }
  }

  private closeProperty({ item, name, text }: NonNullable<OpenElement['property']>): void {
    this.openProperties -= 1
    const value = foldText(text, PROPERTY_LENGTH_MAX)
    if (value !== '') item.properties.push({ name, value })
  }
}
