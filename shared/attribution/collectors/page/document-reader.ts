import type { MicrodataItem, PageDocument, Region } from './page-document.ts'
import { foldText } from './text.ts'
import { type Attributes, isHidden, regionOf } from './visibility.ts'

const LINES_MAX = 4_000
const LINE_LENGTH_MAX = 2_000
const ANCHORS_MAX = 1_500
const METAS_MAX = 300
const STRUCTURED_BLOCKS_MAX = 20
const STRUCTURED_LENGTH_MAX = 256 * 1024
const SCRIPT_LENGTH_MAX = 512 * 1024
const RESOURCES_MAX = 500

interface OpenElement {
  name: string
  hidden: boolean
  region: Region
  item: MicrodataItem | null
  property: { item: MicrodataItem; name: string; parts: string[] } | null
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section small summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const SILENT = new Set('script style template noscript svg math head select textarea button object'.split(' '))
const VOID_BREAKS = new Set(['br', 'hr'])

/**
 * Builds a PageDocument (lines, links and meta data of a web page) from the events of an HTML parser, in one pass. Every list in the
 * PageDocument has a maximum length.
 */
export class DocumentReader {
  private readonly document: PageDocument = {
    language: null,
    title: null,
    metas: new Map(),
    links: [],
    anchors: [],
    lines: [],
    structuredData: [],
    microdata: [],
    scripts: '',
    resources: [],
    attributes: [],
  }
  private readonly stack: OpenElement[] = []
  private line: string[] = []
  private linkedCharacters = 0
  private closedInline = false
  private block = 0
  private heading = 0
  private row = 0
  private cell: { row: number; index: number } | null = null
  private titleParts: string[] | null = null
  private scriptParts: { structured: boolean; parts: string[] } | null = null
  private scriptLength = 0
  private anchor: { href: string; rel: string; parts: string[]; label: string } | null = null

  get depth(): number {
    return this.stack.length
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.stack.at(-1)
    const element: OpenElement = {
      name,
      hidden: (parent?.hidden ?? false) || SILENT.has(name) || isHidden(attributes),
      region: regionOf(name, attributes, parent?.region ?? 'main'),
      item: parent?.item ?? null,
      property: null,
    }
    if (BLOCKS.has(name)) this.startBlock(name)
    if (VOID_BREAKS.has(name)) this.flush()
    this.stack.push(element)
    this.noteItem(element, attributes)
    this.noteElement(name, attributes, element)
  }

  close(name: string): void {
    const element = this.stack.pop()
    if (element?.property) this.closeProperty(element.property)
    if (name === 'title') this.closeTitle()
    if (name === 'script') this.closeScript()
    if (name === 'a') this.closeAnchor(element?.region ?? 'main')
    this.closedInline = true
    if (!BLOCKS.has(name)) return
    this.flush(element?.region)
    this.block += 1
    if (/^h[1-6]$/u.test(name)) this.heading = 0
    if (name === 'td' || name === 'th' || name === 'dd' || name === 'dt') this.cell = null
  }

  text(text: string): void {
    if (this.titleParts !== null) this.titleParts.push(text)
    if (this.scriptParts !== null) this.noteScript(text)
    const element = this.stack.at(-1)
    if (element?.hidden) return
    if (this.closedInline && runsTogether(this.line.at(-1), text)) this.line.push(' ')
    this.closedInline = false
    this.line.push(text)
    if (this.anchor !== null) this.linkedCharacters += text.trim().length
    if (this.anchor !== null && this.anchor.parts.length < 50) this.anchor.parts.push(text)
    for (let index = this.stack.length - 1, seen = 0; index >= 0 && seen < 8; index -= 1, seen += 1)
      this.stack[index]?.property?.parts.push(text)
  }

  finished(): PageDocument {
    this.closeTitle()
    this.closeScript()
    this.flush()
    return this.document
  }

  private startBlock(name: string): void {
    this.flush()
    this.block += 1
    const level = /^h([1-6])$/u.exec(name)?.[1]
    if (level !== undefined) this.heading = Number(level)
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
    if (text === '' || this.document.lines.length >= LINES_MAX) return
    this.document.lines.push({
      text,
      region: region ?? this.stack.at(-1)?.region ?? 'main',
      heading: this.heading,
      block: this.block,
      cell: this.cell,
      linked,
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
        if (document.title === null && !this.stack.some((open) => open.name === 'svg')) this.titleParts = []
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
        this.scriptParts = { structured: /ld\+json/iu.test(attributes.type ?? ''), parts: [] }
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
    for (const [name, value] of Object.entries(attributes)) {
      if (this.document.attributes.length >= RESOURCES_MAX) return
      if (name.startsWith('data-') || name === 'class' || name === 'id')
        this.document.attributes.push(`${name}=${value.slice(0, 200)}`)
    }
  }

  private noteScript(text: string): void {
    const limit = this.scriptParts?.structured ? STRUCTURED_LENGTH_MAX : SCRIPT_LENGTH_MAX
    if (this.scriptLength + text.length > limit + SCRIPT_LENGTH_MAX) return
    this.scriptLength += text.length
    this.scriptParts?.parts.push(text)
  }

  private closeScript(): void {
    if (this.scriptParts === null) return
    const { structured, parts } = this.scriptParts
    this.scriptParts = null
    const text = parts.join('')
    const { document } = this
    if (!structured) {
      if (document.scripts.length < SCRIPT_LENGTH_MAX) document.scripts += `${text}\n`
    } else if (document.structuredData.length < STRUCTURED_BLOCKS_MAX) document.structuredData.push(text)
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
    if (outer === null || !name || outer.properties.length >= 60) return
    const value = attributes.content ?? attributes.href ?? attributes.src
    if (value !== undefined) outer.properties.push({ name, value: foldText(value, 500) })
    else element.property = { item: outer, name, parts: [] }
  }

  private closeProperty({ item, name, parts }: NonNullable<OpenElement['property']>): void {
    const value = foldText(parts.join(''), 500)
    if (value !== '') item.properties.push({ name, value })
  }
}

/**
 * True when a space must be inserted between two texts. In the HTML source, the texts of two elements may have no space between them
 * ("Acme" and "Powered by ..."), although a browser shows them apart.
 */
const runsTogether = (before: string | undefined, text: string): boolean =>
  before !== undefined && /[\p{Ll}\p{N}.,;)]$/u.test(before) && /^\p{Lu}/u.test(text)
