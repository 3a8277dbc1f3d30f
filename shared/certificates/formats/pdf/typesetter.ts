import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import bidiFactory from 'bidi-js'
import { EmbeddedFont, type ShapedRun } from './embedded-font.ts'
import {
  type ChosenFonts,
  chooseFonts,
  type FontStore,
  WEIGHTS,
  type Weight,
} from './font-store.ts'

/**
 * One line of text as positioned glyphs, ordered from left to right. Unit of the widths: one
 * thousandth of the font size.
 */
export interface SetLine {
  runs: ShapedRun[]
  width: number
}

type Base = 'auto' | 'ltr'

const bidi = bidiFactory()

/**
 * Invisible characters that are removed from text before the text is drawn. Some of these
 * characters change the writing direction, so a name with such a character could reorder the text
 * around the name.
 */
const INVISIBLE =
  /\p{Cc}|\p{Variation_Selector}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const SUBSET_TAG_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns text that a font can draw: composed (Unicode NFC), with single spaces and without
 * invisible characters.
 */
export function drawable(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '')
}

/**
 * Converts text in any script to positioned glyphs for a PDF. Loads only the fonts that the texts
 * of this PDF need.
 */
export class Typesetter {
  readonly #fonts: ReadonlyMap<string, EmbeddedFont>
  readonly #chosen: ChosenFonts
  readonly #lines = new Map<string, SetLine>()

  private constructor(chosen: ChosenFonts, fonts: ReadonlyMap<string, EmbeddedFont>) {
    this.#chosen = chosen
    this.#fonts = fonts
  }

  /**
   * Loads the fonts for all texts of a PDF. The texts are grouped by font weight. Rejects if a font
   * file is missing.
   */
  static async open(
    document: PDFDocument,
    store: FontStore,
    texts: Record<Weight, string[]>,
  ): Promise<Typesetter> {
    // A character that no font contains is drawn as its code point, for example [U+1F600]. The
    // characters of this notation are therefore always needed, and their fonts are always loaded.
    const characters = (weight: Weight) =>
      drawable(`${texts[weight].join(' ')} [U+0123456789ABCDEF]…`)
    const wanted = Object.fromEntries(
      WEIGHTS.map((weight) => [weight, characters(weight)]),
    ) as Record<Weight, string>
    const chosen = await chooseFonts(store, wanted)
    const bytes = await Promise.all(
      chosen.files.map(async ({ file }) => [file, await store.read(file)] as const),
    )
    // Fonts are embedded in a fixed order, because the order in which the font files are read must
    // not change the bytes of the PDF.
    return new Typesetter(
      chosen,
      new Map(bytes.map(([file, read]) => [file, new EmbeddedFont(document, read)])),
    )
  }

  /**
   * The embedded fonts in a fixed order. Pages of the PDF refer to the fonts by their position, as
   * F1, F2 and so on.
   */
  get fonts(): EmbeddedFont[] {
    return [...this.#fonts.values()]
  }

  /**
   * Writes all fonts into the PDF document and returns references to these fonts. After this call,
   * no further text can be converted.
   */
  finish(document: PDFDocument): PDFRef[] {
    return this.fonts.map((font, index) => {
      const letters = [index / 26, index % 26].map((letter) =>
        SUBSET_TAG_LETTERS.charAt(Math.floor(letter)),
      )
      font.embed(document, `CERT${letters.join('')}`)
      return font.reference
    })
  }

  #width(text: string, weight: Weight): number {
    return this.line(text, weight).width
  }

  /**
   * Converts one line of text to glyphs in display order (Unicode bidirectional algorithm, UAX 9).
   * With base `auto`, the first letter sets the writing direction. Base `ltr` is for English
   * sentences that may begin with a name in another script.
   */
  line(text: string, weight: Weight, base: Base = 'auto'): SetLine {
    const key = `${weight} ${base} ${text}`
    const known = this.#lines.get(key)
    if (known !== undefined) return known
    const line = this.#shape(text, weight, base)
    this.#lines.set(key, line)
    return line
  }

  #shape(text: string, weight: Weight, base: Base): SetLine {
    const readable = this.#readable(drawable(text), weight)
    const { levels, mirrored } = directionsOf(readable, base)
    const runs: { text: string; level: number; file: string }[] = []
    let index = 0
    for (const character of readable) {
      const level = levels[index] ?? 0
      const previous = runs.at(-1)
      const shown = mirrored.get(index) ?? character
      const file = this.#fileOf(shown, weight, previous)
      if (previous !== undefined && previous.level === level && previous.file === file)
        previous.text += shown
      else runs.push({ text: shown, level, file })
      index += character.length
    }
    const shaped = inVisualOrder(runs).map((run) =>
      this.#font(run.file).shape(run.text, run.level % 2 === 1 ? 'rtl' : 'ltr'),
    )
    return { runs: shaped, width: shaped.reduce((sum, { width }) => sum + width, 0) }
  }

  /**
   * Breaks text into at most `linesMax` lines. Text that does not fit is cut and ends with `…`.
   * Unit of `width`: one thousandth of the font size.
   */
  paragraph(
    text: string,
    weight: Weight,
    width: number,
    linesMax: number,
    base: Base = 'auto',
  ): SetLine[] {
    const pieces = breakable(drawable(text))
    const lines: string[] = []
    let current = ''
    let currentWidth = 0
    let rest = ''
    for (const [index, piece] of pieces.entries()) {
      const pieceWidth = this.#width(piece, weight)
      if (current === '' || currentWidth + this.#width(piece.trimEnd(), weight) <= width) {
        current += piece
        currentWidth += pieceWidth
        continue
      }
      if (lines.length === linesMax - 1) {
        rest = pieces.slice(index).join('')
        break
      }
      lines.push(current)
      current = piece
      currentWidth = pieceWidth
    }
    lines.push(current + rest)
    return lines.map((line) => this.fitted(line.trim(), weight, width, base))
  }

  /**
   * Converts text to one line of glyphs. Text that is wider than `width` is cut and ends with `…`.
   * Unit of `width`: one thousandth of the font size.
   */
  fitted(text: string, weight: Weight, width: number, base: Base = 'auto'): SetLine {
    const whole = this.line(text, weight, base)
    if (whole.width <= width) return whole
    const graphemes = [...new Intl.Segmenter('en').segment(drawable(text))].map(
      ({ segment }) => segment,
    )
    let kept = 0
    let sum = this.#width('…', weight)
    while (kept < graphemes.length && sum <= width) {
      sum += this.#width(graphemes[kept] ?? '', weight)
      kept += 1
    }
    // Ligatures and kerning can make a line wider than the sum of its letters, so the shortened
    // line is measured again as a whole.
    for (;;) {
      kept = Math.max(0, kept - 1)
      const cut = this.line(`${graphemes.slice(0, kept).join('').trimEnd()}…`, weight, base)
      if (cut.width <= width || kept === 0) return cut
    }
  }

  #font(file: string): EmbeddedFont {
    const font = this.#fonts.get(file)
    if (font === undefined) throw new Error(`the font ${file} was not read`)
    return font
  }

  /**
   * Replaces each character that no font contains by its code point, for example [U+1F600]. If such
   * characters were left out, a name in the certificate would be incomplete.
   */
  #readable(text: string, weight: Weight): string {
    let readable = ''
    for (const character of text) {
      if (this.#chosen.fileOf(character, weight) !== null) readable += character
      else if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) {
        readable += `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
      }
    }
    return readable
  }

  /**
   * Returns the font file for a character. A combining mark (for example an accent) uses the font
   * of the letter before it if that font contains the mark, because a font can only position its
   * own glyphs.
   */
  #fileOf(character: string, weight: Weight, previous: { file: string } | undefined): string {
    const file = this.#chosen.fileOf(character, weight) ?? ''
    const isMark = /\p{M}/u.test(character)
    return isMark && previous !== undefined
      ? this.#has(previous.file, character)
        ? previous.file
        : file
      : file
  }

  #has(file: string, character: string): boolean {
    return this.#font(file).has(character)
  }
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns the writing direction of each UTF-16 code unit as a level (UAX 9: odd levels are
 * right-to-left), and the mirrored forms of brackets. For text without right-to-left letters, both
 * results are empty.
 */
function directionsOf(
  text: string,
  base: Base,
): { levels: ArrayLike<number>; mirrored: ReadonlyMap<number, string> } {
  if (!RIGHT_TO_LEFT.test(text)) return { levels: [], mirrored: new Map() }
  const embedding = bidi.getEmbeddingLevels(text, base)
  return {
    levels: embedding.levels,
    mirrored: bidi.getMirroredCharactersMap(text, embedding.levels),
  }
}

function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      if (end - start > 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

const IDEOGRAPHIC = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const PIECES = new RegExp(`[${IDEOGRAPHIC}]\\p{P}*\\s*|[^\\s${IDEOGRAPHIC}]+\\s*|\\s+`, 'gu')
/**
 * A word with at most this number of letters is never broken across lines. A longer word may be
 * broken after every BROKEN_LETTERS letters.
 */
const WORD_LETTERS_MAX = 28
const BROKEN_LETTERS = 14

/**
 * Splits text into pieces between which a line may break: after spaces, around Chinese, Japanese
 * and Korean characters, and inside very long words.
 */
function breakable(text: string): string[] {
  return (text.match(PIECES) ?? []).flatMap((piece) => {
    if (piece.length <= WORD_LETTERS_MAX) return [piece]
    const letters = [...new Intl.Segmenter('en').segment(piece)].map(({ segment }) => segment)
    const count = Math.ceil(letters.length / BROKEN_LETTERS)
    return Array.from({ length: count }, (_, part) =>
      letters.slice(part * BROKEN_LETTERS, (part + 1) * BROKEN_LETTERS).join(''),
    )
  })
}
