import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import bidiFactory from 'bidi-js'
import { EmbeddedFont, type ShapedRun } from './embedded-font.ts'
import { type ChosenFonts, chooseFonts, type FontStore, WEIGHTS, type Weight } from './font-store.ts'

/** One line of text, shaped and in visual order. Widths are in thousandths of the font size. */
export interface SetLine {
  runs: ShapedRun[]
  width: number
}

type Base = 'auto' | 'ltr'

const bidi = bidiFactory()

/** Directional controls only reorder what is around them; a name must not be able to. Other controls have no glyph. */
const INVISIBLE = /\p{Cc}|\p{Variation_Selector}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const SUBSET_TAG_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Text as it can be drawn: composed (NFC), white space folded, without invisible characters. */
export function drawable(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '')
}

/** Sets text in whatever script it is. Fonts are read once, for the characters that the document needs. */
export class Typesetter {
  readonly #fonts: ReadonlyMap<string, EmbeddedFont>
  readonly #chosen: ChosenFonts
  /** Names come up again and again; shaping one is the dear part. */
  readonly #lines = new Map<string, SetLine>()

  private constructor(chosen: ChosenFonts, fonts: ReadonlyMap<string, EmbeddedFont>) {
    this.#chosen = chosen
    this.#fonts = fonts
  }

  /** Makes a typesetter for the given texts by weight. Rejects when the store lacks a font that it lists. */
  static async open(document: PDFDocument, store: FontStore, texts: Record<Weight, string[]>): Promise<Typesetter> {
    // Characters that no font has are written as U+XXXX, so the characters of that spelling are always wanted.
    const characters = (weight: Weight) => drawable(`${texts[weight].join(' ')} [U+0123456789ABCDEF]…`)
    const wanted = Object.fromEntries(WEIGHTS.map((weight) => [weight, characters(weight)])) as Record<Weight, string>
    const chosen = await chooseFonts(store, wanted)
    const bytes = await Promise.all(chosen.files.map(async ({ file }) => [file, await store.read(file)] as const))
    // Made one after another, so that their places in the document do not depend on which file came first.
    return new Typesetter(chosen, new Map(bytes.map(([file, read]) => [file, new EmbeddedFont(document, read)])))
  }

  /** The fonts that were used, by the names under which pages draw with them. */
  get fonts(): EmbeddedFont[] {
    return [...this.#fonts.values()]
  }

  /** Writes every font into the document; nothing can be set afterwards. */
  finish(document: PDFDocument): PDFRef[] {
    return this.fonts.map((font, index) => {
      const letters = [index / 26, index % 26].map((letter) => SUBSET_TAG_LETTERS.charAt(Math.floor(letter)))
      font.embed(document, `CERT${letters.join('')}`)
      return font.reference
    })
  }

  #width(text: string, weight: Weight): number {
    return this.line(text, weight).width
  }

  /** One line, in the Unicode Bidirectional Algorithm's visual order (UAX 9). Names go by their first letter, our sentences left to right. */
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
    let at = 0
    for (const character of readable) {
      const level = levels[at] ?? 0
      const previous = runs.at(-1)
      const shown = mirrored.get(at) ?? character
      const file = this.#fileOf(shown, weight, previous)
      if (previous !== undefined && previous.level === level && previous.file === file) previous.text += shown
      else runs.push({ text: shown, level, file })
      at += character.length
    }
    const shaped = inVisualOrder(runs).map((run) =>
      this.#font(run.file).shape(run.text, run.level % 2 === 1 ? 'rtl' : 'ltr'),
    )
    return { runs: shaped, width: shaped.reduce((sum, { width }) => sum + width, 0) }
  }

  /** Text broken into lines of at most `width` thousandths of the font size, at most `linesMax`; what is left over becomes `…`. */
  paragraph(text: string, weight: Weight, width: number, linesMax: number, base: Base = 'auto'): SetLine[] {
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

  /** One line of at most `width`, cut at its end with `…` where it is longer. */
  fitted(text: string, weight: Weight, width: number, base: Base = 'auto'): SetLine {
    const whole = this.line(text, weight, base)
    if (whole.width <= width) return whole
    const graphemes = [...new Intl.Segmenter('en').segment(drawable(text))].map(({ segment }) => segment)
    let kept = 0
    let sum = this.#width('…', weight)
    while (kept < graphemes.length && sum <= width) {
      sum += this.#width(graphemes[kept] ?? '', weight)
      kept += 1
    }
    // Joined forms and kerning make a whole narrower or wider than its letters.
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

  /** Characters that no font has, as their code points: a name on a certificate may look odd but must not lose a letter. */
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

  /** Marks stay with the font of their letter, where it has them, so that they are placed together. */
  #fileOf(character: string, weight: Weight, previous: { file: string } | undefined): string {
    const own = this.#chosen.fileOf(character, weight) ?? ''
    const isMark = /\p{M}/u.test(character)
    return isMark && previous !== undefined ? (this.#has(previous.file, character) ? previous.file : own) : own
  }

  #has(file: string, character: string): boolean {
    return this.#font(file).has(character)
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Embedding levels by UTF-16 unit, and the brackets to turn round. Most texts have neither. */
function directionsOf(text: string, base: Base): { levels: ArrayLike<number>; mirrored: ReadonlyMap<number, string> } {
  if (!RIGHT_TO_LEFT.test(text)) return { levels: [], mirrored: new Map() }
  const embedding = bidi.getEmbeddingLevels(text, base)
  return { levels: embedding.levels, mirrored: bidi.getMirroredCharactersMap(text, embedding.levels) }
}

/** Rule L2 of UAX 9: from the highest level down to the lowest odd one, reverse what is at that level or above. */
function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

const IDEOGRAPHIC = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const PIECES = new RegExp(`[${IDEOGRAPHIC}]\\p{P}*\\s*|[^\\s${IDEOGRAPHIC}]+\\s*|\\s+`, 'gu')
/** A word longer than this many letters may be broken, every so many. */
const WORD_LETTERS_MAX = 28
const BROKEN_LETTERS = 14

/** Text in pieces between which a line may end: after spaces, around ideographs, and inside words of unreadable length. */
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
