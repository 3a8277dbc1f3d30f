import { create, type Font } from '@cantoo/fontkit'
import { type PDFDocument, PDFHexString, type PDFRef, PDFString } from '@cantoo/pdf-lib'

/** Glyphs in drawing order. Lengths in thousandths of the font size. */
export interface ShapedRun {
  font: EmbeddedFont
  glyphs: { code: string; width: number; before: number; after: number; rise: number }[]
  width: number
}

const CODES_PER_CMAP_BLOCK = 100

/**
 * A PDF font with two-byte codes (ISO 32000-1 section 9.7, "composite font"). It contains only the
 * glyphs that are used, and their Unicode characters, so that text can be copied from the PDF.
 */
export class EmbeddedFont {
  readonly reference: PDFRef
  readonly ascent: number
  readonly #font: Font
  readonly #subset: ReturnType<Font['createSubset']>
  readonly #used = new Map<number, { code: number; width: number; text: string }>()

  constructor(document: PDFDocument, bytes: Uint8Array) {
    const font = create(bytes)
    if (!('layout' in font)) throw new Error('a font collection cannot be embedded')
    this.#font = font
    this.#subset = font.createSubset()
    this.reference = document.context.nextRef()
    this.ascent = (font.ascent / font.unitsPerEm) * 1000
  }

  has(character: string): boolean {
    return this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }

  /** `text` has one writing direction. Right-to-left glyphs are returned in display order. */
  shape(text: string, direction: 'ltr' | 'rtl'): ShapedRun {
    const { glyphs, positions } = this.#font.layout(
      text,
      undefined,
      undefined,
      undefined,
      direction,
    )
    const scale = 1000 / this.#font.unitsPerEm
    let total = 0
    const shaped = glyphs.map((glyph, index) => {
      const position = positions?.[index]
      const width = glyph.advanceWidth * scale
      const advance = (position?.xAdvance ?? glyph.advanceWidth) * scale
      const offset = (position?.xOffset ?? 0) * scale
      total += advance
      const code = this.#codeOf(glyph.id, width, String.fromCodePoint(...glyph.codePoints))
      return {
        code: code.toString(16).padStart(4, '0'),
        width,
        before: offset,
        after: advance - width - offset,
        rise: (position?.yOffset ?? 0) * scale,
      }
    })
    return { font: this, glyphs: shaped, width: total }
  }

  #codeOf(glyphId: number, width: number, text: string): number {
    const known = this.#used.get(glyphId)
    if (known !== undefined) return known.code
    const code = this.#subset.includeGlyph(glyphId)
    this.#used.set(glyphId, { code, width, text })
    return code
  }

  /** `tag`: six capital letters, different for each subset (ISO 32000-1 section 9.6.4). */
  embed(document: PDFDocument, tag: string): void {
    const { context } = document
    const font = this.#font
    const scale = 1000 / font.unitsPerEm
    const name = `${tag}+${(font.postscriptName ?? 'Font').replace(/[^A-Za-z0-9-]/g, '')}`
    const used = [...this.#used.values()].sort((a, b) => a.code - b.code)
    const file = context.register(context.flateStream(this.#subset.encode()))
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: 4,
        FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((edge) =>
          Math.round(edge * scale),
        ),
        ItalicAngle: 0,
        Ascent: Math.round(font.ascent * scale),
        Descent: Math.round(font.descent * scale),
        CapHeight: Math.round((font.capHeight || font.ascent) * scale),
        StemV: 80,
        FontFile2: file,
      }),
    )
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        CIDToGIDMap: 'Identity',
        BaseFont: name,
        CIDSystemInfo: {
          Registry: PDFString.of('Adobe'),
          Ordering: PDFString.of('Identity'),
          Supplement: 0,
        },
        FontDescriptor: descriptor,
        W: used.flatMap(({ code, width }) => [code, [Number(width.toFixed(2))]]),
      }),
    )
    const unicode = context.register(context.flateStream(unicodeMap(used)))
    const composite = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    })
    context.assign(this.reference, composite)
  }
}

// Returns a CMap, the PDF table that converts glyph codes to Unicode (Adobe Technical Note 5411).
function unicodeMap(used: readonly { code: number; text: string }[]): string {
  const mapped = used.filter(({ text }) => text !== '')
  const blocks: string[] = []
  for (let start = 0; start < mapped.length; start += CODES_PER_CMAP_BLOCK) {
    const block = mapped.slice(start, start + CODES_PER_CMAP_BLOCK)
    const lines = block.map(
      ({ code, text }) => `<${code.toString(16).padStart(4, '0')}> <${utf16(text)}>`,
    )
    blocks.push(`${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

function utf16(text: string): string {
  return PDFHexString.fromText(text).asString().replace(/^feff/i, '')
}
