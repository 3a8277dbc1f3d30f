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

/** Runs from left to right. Widths in thousandths of the font size. */
export interface SetLine {
  runs: ShapedRun[]
  width: number
}

type Base = 'auto' | 'ltr'

const bidi = bidiFactory()

// Characters that draw nothing, which are removed. Some of them change the writing direction, so a
// name with one could reorder the text around it.
const INVISIBLE =
  /\p{Cc}|\p{Variation_Selector}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const SUBSET_TAG_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function drawable(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '')
}

/** Converts texts to glyphs. Loads only the fonts that the texts of this PDF need. */
export class Typesetter {
  readonly #fonts: ReadonlyMap<string, EmbeddedFont>
  readonly #chosen: ChosenFonts
  readonly #lines = new Map<string, SetLine>()

  private constructor(chosen: ChosenFonts, fonts: ReadonlyMap<string, EmbeddedFont>) {
    this.#chosen = chosen
    this.#fonts = fonts
  }

  static async open(
    document: PDFDocument,
    store: FontStore,
    texts: Record<Weight, string[]>,
  ): Promise<Typesetter> {
    // A character that no font has is drawn as its code point, for example [U+1F600]. So the fonts
    // must have the characters of this notation.
    const characters = (weight: Weight) =>
      drawable(`${texts[weight].join(' ')} [U+0123456789ABCDEF]…`)
    const wanted = Object.fromEntries(
      WEIGHTS.map((weight) => [weight, characters(weight)]),
    ) as Record<Weight, string>
    const chosen = await chooseFonts(store, wanted)
    const bytes = await Promise.all(
      chosen.files.map(async ({ file }) => [file, await store.read(file)] as const),
    )
    // The fonts keep the order of `chosen.files`. The order in which the files arrive must not
    // change the bytes of the PDF.
    return new Typesetter(
      chosen,
      new Map(bytes.map(([file, read]) => [file, new EmbeddedFont(document, read)])),
    )
  }

  /** The order never changes, because pages refer to fonts by position: F1, F2 and so on. */
  get fonts(): EmbeddedFont[] {
    return [...this.#fonts.values()]
  }

  /** Writes the fonts into the document. After this call no further text can be converted. */
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
   * Returns the glyphs of a text from left to right (UAX 9). With base `auto`, the first letter
   * sets the writing direction. Use `ltr` for English sentences that may begin with a name in
   * another script.
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

  /** The last line is cut and ends with `…`. `width` in thousandths of the font size. */
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

  /** Text wider than `width` (thousandths of the font size) is cut and ends with `…`. */
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
    // A line can be wider than the sum of its letters, because neighbouring letters change their
    // shape or distance. So letters are removed until it fits.
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

  /** Characters without a font become code points: a name must not be incomplete. */
  #readable(text: string, weight: Weight): string {
    let readable = ''
    for (const character of text) {
      if (this.#chosen.fileOf(character, weight) !== null) readable += character
      else if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) {
        const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
        readable += `[U+${code.padStart(4, '0')}]`
      }
    }
    return readable
  }

  /** A font can only position its own glyphs, so a mark stays in the font of its letter. */
  #fileOf(character: string, weight: Weight, previous: { file: string } | undefined): string {
    const file = this.#chosen.fileOf(character, weight) ?? ''
    const isMark = /\p{M}/u.test(character)
    return isMark && previous !== undefined && this.#font(previous.file).has(character)
      ? previous.file
      : file
  }
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Writing direction of each character (UAX 9: an odd level is right-to-left), and the brackets that
// must be mirrored. Empty for text without right-to-left letters.
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
/** A word with more letters than this may be broken after every BROKEN_LETTERS letters. */
const WORD_LETTERS_MAX = 16
const BROKEN_LETTERS = 14

// Divides a text where a line may break: after spaces, after each Chinese, Japanese or Korean
// character, and inside very long words.
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
