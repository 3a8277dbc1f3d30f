import type { Attributes } from './markup/attributes.ts'
import type { ElementKind } from './markup/element-kinds.ts'
import type { ElementReceiver } from './markup/element-tree.ts'
import type { PageBudget } from './page-budget.ts'
import type { LeftOut, MicrodataItem, PageDocument, Region } from './page-document.ts'
import { PageLines } from './page-lines.ts'
import { foldText } from './text.ts'
import { Triggers } from './triggers/page-triggers.ts'
import { ElementReader } from './visibility.ts'

const LINE_LENGTH_MAX = 2_000
const ANCHORS_MAX = 1_500
const METAS_MAX = 300
const STRUCTURED_BLOCKS_MAX = 20
const SCRIPT_LENGTH_MAX = 512 * 1024
const RESOURCES_MAX = 500
const PROPERTIES_MAX = 60
const PROPERTY_LENGTH_MAX = 500
/** Number of characters of a property that are kept before white space is removed from them. */
const PROPERTY_SOURCE_MAX = PROPERTY_LENGTH_MAX * 4

interface OpenElement {
  hidden: boolean
  region: Region
  item: MicrodataItem | null
  property: { item: MicrodataItem; name: string; text: string } | null
  inPicture: boolean
}

/**
 * Builds a PageDocument (lines, links and meta data of a web page) from the events of an HTML parser, in one pass. Every list in the
 * PageDocument has a maximum length.
 */
export class DocumentReader implements ElementReceiver {
  private readonly lines = new PageLines()
  private readonly document: PageDocument = {
    language: null,
    title: null,
    metas: new Map(),
    links: [],
    anchors: [],
    lines: this.lines.kept,
    structuredData: [],
    microdata: [],
    scripts: '',
    resources: [],
    attributes: [],
    leftOut: [],
  }
  private readonly stack: OpenElement[] = []
  private readonly elements = new ElementReader()
  private line: string[] = []
  private linkedCharacters = 0
  private closedInline = false
  private openProperties = 0
  private block = 0
  private heading = 0
  private row = 0
  private cell: { row: number; index: number } | null = null
  private titleParts: string[] | null = null
  private scriptParts: { structured: boolean; isCut: boolean; parts: string[] } | null = null
  private scriptLength = 0
  private anchor: { href: string; rel: string; parts: string[]; label: string } | null = null

  constructor(private readonly budget: PageBudget) {}

  get depth(): number {
    return this.stack.length
  }

  open(kind: ElementKind, attributes: Attributes): void {
    const parent = this.stack[this.stack.length - 1]
    const { hidden, region } = this.elements.read(kind.name, attributes, parent?.region ?? 'main')
    const element: OpenElement = {
      hidden: hidden || kind.isSilent || (parent?.hidden ?? false),
      region,
      item: parent?.item ?? null,
      property: null,
      inPicture: kind.name === 'svg' || (parent?.inPicture ?? false),
    }
    if (kind.isBlock) this.startBlock(kind)
    else if (kind.name === 'br') this.flush()
    this.stack.push(element)
    if (attributes.itemscope !== undefined || attributes.itemprop !== undefined) this.noteItem(element, attributes)
    this.noteElement(kind.name, attributes, element)
  }

  close({ name, isBlock, heading }: ElementKind): void {
    const element = this.stack.pop()
    if (element !== undefined && element.property !== null) this.closeProperty(element.property)
    if (name === 'title') this.closeTitle()
    if (name === 'script') this.closeScript()
    if (name === 'a') this.closeAnchor(element?.region ?? 'main')
    this.closedInline = true
    if (!isBlock) return
    this.flush(element?.region)
    this.block += 1
    if (heading > 0) this.heading = 0
    if (name === 'td' || name === 'th' || name === 'dd' || name === 'dt') this.cell = null
  }

  text(text: string): void {
    if (this.titleParts !== null) this.titleParts.push(text)
    if (this.scriptParts !== null) this.noteScript(text)
    const element = this.stack[this.stack.length - 1]
    if (element?.hidden) return
    if (this.closedInline && runsTogether(this.line[this.line.length - 1], text)) this.line.push(' ')
    this.closedInline = false
    this.line.push(text)
    if (this.anchor !== null) this.linkedCharacters += text.trim().length
    if (this.anchor !== null && this.anchor.parts.length < 50) this.anchor.parts.push(text)
    if (this.openProperties > 0) this.noteProperties(text)
  }

  private noteProperties(text: string): void {
    for (let index = this.stack.length - 1, seen = 0; index >= 0 && seen < 8; index -= 1, seen += 1) {
      const property = this.stack[index]?.property
      if (property && property.text.length < PROPERTY_SOURCE_MAX) property.text += text.slice(0, PROPERTY_SOURCE_MAX)
    }
  }

  /** Ends all open elements, because the reader does not get the next part of the page. `limit` is the reason. */
  interrupt(limit: LeftOut): void {
    this.closeTitle()
    this.closeScript()
    this.flush()
    this.anchor = null
    this.cell = null
    this.heading = 0
    this.stack.length = 0
    this.openProperties = 0
    this.leaveOut(limit)
  }

  finished(): PageDocument {
    this.closeTitle()
    this.closeScript()
    this.flush()
    if (this.lines.cut(this.budget)) this.leaveOut('text')
    return this.document
  }

  private leaveOut(limit: LeftOut): void {
    if (!this.document.leftOut.includes(limit)) this.document.leftOut.push(limit)
  }

  private startBlock({ name, heading }: ElementKind): void {
    this.flush()
    this.block += 1
    if (heading > 0) this.heading = heading
    if (name === 'tr' || name === 'dt') {
      this.row += 1
      this.cell = name === 'dt' ? { row: this.row, index: 0 } : null
      this.cellCount = 0
    }
    if (name === 'dd') this.cell = { row: this.row, index: 1 }
    if (name === 'td' || name === 'th') {
      this.cell = { row: this.row, index: this.cellCount }
      this.cellCount += 1
    }
  }
  private cellCount = 0

  private flush(region?: Region): void {
    if (this.line.length === 0) return
    const joined = this.line.join('')
    const linked = this.linkedCharacters > 0 && this.linkedCharacters >= joined.trim().length
    const text = foldText(joined, LINE_LENGTH_MAX)
    this.line = []
    this.linkedCharacters = 0
    if (text === '') return
    this.lines.add({
      text,
      region: region ?? this.stack.at(-1)?.region ?? 'main',
      heading: this.heading,
      block: this.block,
      cell: this.cell,
      linked,
      triggers: Triggers.in(text),
    })
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
        break
      case 'script':
        this.scriptParts = { structured: /ld\+json/iu.test(attributes.type ?? ''), isCut: false, parts: [] }
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
        if (attributes.href !== undefined && !element.hidden)
          this.anchor = {
            href: attributes.href.trim().slice(0, LINE_LENGTH_MAX),
            rel: (attributes.rel ?? '').toLowerCase(),
            parts: [],
            label: attributes['aria-label'] ?? attributes.title ?? '',
          }
        break
    }
  }

  private noteMeta(attributes: Attributes): void {
    const key = (attributes.property ?? attributes.name ?? attributes['http-equiv'] ?? '').trim().toLowerCase()
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
    for (const [name, value] of attributes.marks ?? []) {
      if (this.document.attributes.length >= RESOURCES_MAX) return
      this.document.attributes.push(`${name}=${value.slice(0, 200)}`)
    }
  }

  private noteScript(text: string): void {
    const script = this.scriptParts
    if (script === null) return
    if (script.structured) script.isCut ||= !this.budget.take('structuredData', text.length)
    else script.isCut ||= this.scriptLength + text.length > SCRIPT_LENGTH_MAX * 2
    if (script.isCut) return
    if (!script.structured) this.scriptLength += text.length
    script.parts.push(text)
  }

  private closeScript(): void {
    if (this.scriptParts === null) return
    const { structured, isCut, parts } = this.scriptParts
    this.scriptParts = null
    const { document } = this
    if (structured) {
      // A part of a JSON text cannot be parsed, so a block that exceeds the budget is left out completely.
      const isKept = !isCut && document.structuredData.length < STRUCTURED_BLOCKS_MAX
      if (isKept) document.structuredData.push(parts.join(''))
      else this.leaveOut('structured_data')
      return
    }
    const isKept = document.scripts.length < SCRIPT_LENGTH_MAX
    if (isKept) document.scripts += `${parts.join('')}\n`
    if (isCut || !isKept) this.leaveOut('scripts')
  }

  private closeTitle(): void {
    if (this.titleParts === null) return
    this.document.title = foldText(this.titleParts.join(''), 300) || null
    this.titleParts = null
  }

  private closeAnchor(region: Region): void {
    if (this.anchor === null) return
    const { href, rel, parts, label } = this.anchor
    this.anchor = null
    if (this.document.anchors.length >= ANCHORS_MAX) return
    this.document.anchors.push({ href, rel, region, text: foldText(parts.join(''), 200) || foldText(label, 200) })
  }

  private noteItem(element: OpenElement, attributes: Attributes): void {
    const outer = element.item
    const name = attributes.itemprop?.trim().split(/\s+/u)[0]
    if (attributes.itemscope !== undefined) {
      const type = /([A-Za-z]{2,60})\/?$/u.exec(attributes.itemtype?.trim() ?? '')?.[1] ?? ''
      element.item = { type, via: outer === null ? '' : (name ?? ''), properties: [] }
      if (this.document.microdata.length < RESOURCES_MAX) this.document.microdata.push(element.item)
      return
    }
    if (outer === null || !name || outer.properties.length >= PROPERTIES_MAX) return
    const value = attributes.content ?? attributes.href ?? attributes.src
    if (value !== undefined) outer.properties.push({ name, value: foldText(value, PROPERTY_LENGTH_MAX) })
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

/**
 * True when a space must be inserted between two texts. In the HTML source, the texts of two elements may have no space between them
 * ("Acme" and "Powered by ..."), although a browser shows them apart.
 */
const runsTogether = (before: string | undefined, text: string): boolean =>
  before !== undefined && /[\p{Ll}\p{N}.,;)]$/u.test(before.slice(-2)) && /^\p{Lu}/u.test(text)
