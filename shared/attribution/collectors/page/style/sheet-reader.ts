import type { Attributes } from './page-node.ts'

/**
 * A style sheet in a `style` element (`css`) or in a file (`href`). The order of the sheets in the
 * page is kept.
 */
export interface PageSheet {
  css: string | null
  href: string | null
  media: string
}

// Limits of one page: its style sheets, and the characters in its `style` elements. The largest
// real page needs no more.
const SHEETS_MAX = 300
const CHARACTERS_MAX = 2 * 1024 * 1024
const HREF_LENGTH_MAX = 2_048

export class SheetReader {
  readonly sheets: PageSheet[] = []
  private parts: { media: string; texts: string[] } | null = null
  private characters = 0

  openStyle({ type, media = '' }: Attributes): void {
    const isCss = type === undefined || /^\s{0,9}(?:text\/css\s{0,9})?$/iu.test(type)
    this.parts = isCss ? { media, texts: [] } : null
  }

  text(text: string): void {
    if (this.parts === null) return
    this.characters += text.length
    if (this.characters <= CHARACTERS_MAX) this.parts.texts.push(text)
  }

  closeStyle(): void {
    if (this.parts === null) return
    const { media, texts } = this.parts
    this.parts = null
    this.add({ css: texts.join(''), href: null, media })
  }

  /** A sheet that a script turns on late (media "print", rel "preload") counts like any other. */
  noteLink({ rel = '', href, media = '' }: Attributes, source: string): void {
    const relations = rel.toLowerCase().split(/\s+/u)
    const isLate = /\bonload\b/iu.test(source)
    const isSheet = relations.includes('stylesheet') && !relations.includes('alternate')
    if (href === undefined || !(isSheet || (relations.includes('preload') && isLate))) return
    if (/\bdisabled\b/iu.test(source) && !isLate) return
    this.add({ css: null, href: href.trim().slice(0, HREF_LENGTH_MAX), media: isLate ? '' : media })
  }

  get isCut(): boolean {
    return this.characters > CHARACTERS_MAX || this.sheets.length > SHEETS_MAX
  }

  private add(sheet: PageSheet): void {
    if (this.sheets.length <= SHEETS_MAX) this.sheets.push(sheet)
  }
}
