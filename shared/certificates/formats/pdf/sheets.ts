import { type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import type { EmbeddedFont } from './embedded-font.ts'
import type { Weight } from './font-store.ts'
import { StructureTree, type Tag, type TagOptions } from './structure-tree.ts'
import type { SetLine, Typesetter } from './typesetter.ts'

/** Size of an A4 page and edges of its text area, in points (1/72 inch). */
export const PAGE = {
  width: 595.28,
  height: 841.89,
  left: 54,
  right: 541.28,
  top: 790,
  bottom: 64,
} as const
export const TEXT_WIDTH = PAGE.right - PAGE.left

export type Color = readonly [number, number, number]
export const INK: Color = [0.1, 0.12, 0.16]
export const QUIET: Color = [0.4, 0.43, 0.49]
export const RULE: Color = [0.82, 0.84, 0.87]
export const TINT: Color = [0.95, 0.96, 0.975]
export const ACCENT: Color = [0.11, 0.36, 0.6]
export const ALARM: Color = [0.7, 0.11, 0.09]
export const ALARM_TINT: Color = [0.995, 0.93, 0.925]
export const CAUTION: Color = [0.52, 0.33, 0]

const FLOW_LINES_MAX = 60

const number = (value: number) => String(Number(value.toFixed(3)))
const color = (value: Color) => value.map(number).join(' ')

interface Position {
  x: number
  /** Vertical position of the text's baseline. By default, `y` of `Sheets`. */
  y?: number
  size: number
  color?: Color
  /** With `right`, `x` is the right end of the line. Otherwise it is the left end. */
  align?: 'left' | 'right'
  page?: number
}

type FlowPosition = Omit<Position, 'y' | 'align' | 'page'> & {
  weight?: Weight
  width: number
  leading?: number
  linesMax?: number
}

/** Pages that are filled from top to bottom. `y` (points): where the last page is still free. */
export class Sheets {
  y: number = PAGE.top
  readonly #document: PDFDocument
  readonly #typesetter: Typesetter
  readonly #pages: { page: PDFPage; content: string[] }[] = []
  readonly #structure = new StructureTree()
  #isMarked = false

  constructor(document: PDFDocument, typesetter: Typesetter) {
    this.#document = document
    this.#typesetter = typesetter
    this.turn()
  }

  get count(): number {
    return this.#pages.length
  }

  get set(): Typesetter {
    return this.#typesetter
  }

  turn(): void {
    this.#pages.push({ page: this.#document.addPage([PAGE.width, PAGE.height]), content: [] })
    this.y = PAGE.top
  }

  /** Adds a page if fewer than `height` points are free. Returns true if it has added one. */
  need(height: number): boolean {
    if (this.y - height >= PAGE.bottom) return false
    this.turn()
    return true
  }

  /** Tags everything that `draw` draws. Content outside of a tag is decoration. */
  within(tag: Tag, draw: () => void, options: TagOptions = {}): void {
    this.#structure.within(tag, draw, options)
  }

  /** `draw` may draw only boxes. */
  picture(alt: string, box: readonly [number, number, number, number], draw: () => void): void {
    const mark = () => {
      this.#content().push(this.#structure.mark(this.count - 1))
      this.#isMarked = true
      draw()
      this.#isMarked = false
      this.#content().push('EMC')
    }
    this.within('Figure', mark, { alt, box })
  }

  /** Draws all lines of a text below `y`, on further pages if necessary. */
  flow(
    text: string,
    { weight = 'regular', width, linesMax = FLOW_LINES_MAX, leading, ...at }: FlowPosition,
  ): void {
    const step = leading ?? at.size * 1.36
    const lines = this.set.paragraph(text, weight, (width / at.size) * 1000, linesMax, 'ltr')
    for (const line of lines) {
      this.need(step)
      this.y -= step
      this.text(line, at)
    }
  }

  /** Height of `flow` with the same arguments, on one page. */
  heightOf(
    text: string,
    { weight = 'regular', width, linesMax = FLOW_LINES_MAX, leading, size }: FlowPosition,
  ): number {
    const lines = this.set.paragraph(text, weight, (width / size) * 1000, linesMax, 'ltr')
    return lines.length * (leading ?? size * 1.36)
  }

  /** Draws text in one line. Text wider than `width` (points) is cut and ends with `…`. */
  write(
    text: string,
    { weight = 'regular', width, ...at }: Position & { weight?: Weight; width?: number },
  ): void {
    const line =
      width === undefined
        ? this.set.line(text, weight)
        : this.set.fitted(text, weight, (width / at.size) * 1000)
    this.text(line, at)
  }

  text(line: SetLine, at: Position): void {
    const content = this.#content(at.page)
    content.push(at.page === undefined ? this.#structure.mark(this.count - 1) : '/Artifact BMC')
    let x = at.align === 'right' ? at.x - (line.width * at.size) / 1000 : at.x
    for (const { font, glyphs, width } of line.runs) {
      const moves: string[] = []
      let rise = 0
      for (const glyph of glyphs) {
        if (glyph.rise !== rise) {
          moves.push(`${number((glyph.rise * at.size) / 1000)} Ts`)
          rise = glyph.rise
        }
        // In the PDF operator TJ, a positive number moves the next glyph to the left (ISO 32000-1
        // section 9.4.3), so the numbers are negated.
        const before = glyph.before === 0 ? '' : number(-glyph.before)
        const after = Math.abs(glyph.after) < 0.01 ? '' : number(-glyph.after)
        moves.push(`[${before}<${glyph.code}>${after}] TJ`)
      }
      const begin = `BT /${this.#fontKey(font)} ${number(at.size)} Tf ${color(at.color ?? INK)} rg`
      const place = `1 0 0 1 ${number(x)} ${number(at.y ?? this.y)} Tm`
      content.push(`${begin} ${place} ${merged(moves).join(' ')} ET`)
      x += (width * at.size) / 1000
    }
    content.push('EMC')
  }

  box(x: number, y: number, width: number, height: number, fill: Color): void {
    const drawn = `${color(fill)} rg ${[x, y, width, height].map(number).join(' ')} re f`
    this.#content().push(this.#isMarked ? drawn : `/Artifact BMC ${drawn} EMC`)
  }

  rule(y: number, stroke: Color = RULE, page?: number): void {
    this.#content(page).push(
      `/Artifact BMC ${color(stroke)} RG 0.6 w ${number(PAGE.left)} ${number(y)} m ${number(PAGE.right)} ` +
        `${number(y)} l S EMC`,
    )
  }

  /** Writes all pages and fonts into the document. Must be called once, at the end. */
  finish(): void {
    const { context } = this.#document
    const references = this.#typesetter.finish(this.#document)
    const fonts = context.obj(
      Object.fromEntries(references.map((reference, index) => [`F${index + 1}`, reference])),
    )
    for (const { page, content } of this.#pages) {
      page.node.set(PDFName.of('Resources'), context.obj({ Font: fonts }))
      page.node.set(
        PDFName.of('Contents'),
        context.register(context.flateStream(content.join('\n'))),
      )
    }
    this.#structure.write(
      this.#document,
      this.#pages.map(({ page }) => page),
    )
  }

  #content(page = this.#pages.length - 1): string[] {
    const found = this.#pages[page]
    if (found === undefined) throw new Error(`there is no page ${page}`)
    return found.content
  }

  #fontKey(font: EmbeddedFont): string {
    return `F${this.#typesetter.fonts.indexOf(font) + 1}`
  }
}

// Joins the drawing operators of neighbouring glyphs. With one operator for each glyph, programs
// that extract text would see spaces inside words.
function merged(moves: readonly string[]): string[] {
  const operators: string[] = []
  for (const move of moves) {
    const last = operators.at(-1)
    if (move.endsWith('] TJ') && last?.endsWith('] TJ'))
      operators[operators.length - 1] = `${last.slice(0, -4)} ${move.slice(1)}`
    else operators.push(move)
  }
  return operators.map((operator) => operator.replaceAll(/> ?</g, ''))
}
