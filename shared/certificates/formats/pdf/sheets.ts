import { type PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import type { EmbeddedFont } from './embedded-font.ts'
import type { SetLine, Typesetter } from './typesetter.ts'

/** A4 in points (1/72 inch), and the type area on it. */
export const PAGE = { width: 595.28, height: 841.89, left: 54, right: 541.28, top: 790, bottom: 64 } as const
export const TEXT_WIDTH = PAGE.right - PAGE.left

/** Red, green, blue from 0 to 1. */
export type Color = readonly [number, number, number]
export const INK: Color = [0.1, 0.12, 0.16]
export const QUIET: Color = [0.4, 0.43, 0.49]
export const RULE: Color = [0.82, 0.84, 0.87]
export const TINT: Color = [0.95, 0.96, 0.975]
export const ACCENT: Color = [0.11, 0.36, 0.6]

const number = (value: number) => String(Number(value.toFixed(3)))
const color = (value: Color) => value.map(number).join(' ')

/** Pages that are written from top to bottom. `y` is the upper edge of what is still free on the last page. */
export class Sheets {
  y: number = PAGE.top
  readonly #document: PDFDocument
  readonly #typesetter: Typesetter
  readonly #pages: { page: PDFPage; content: string[] }[] = []

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

  /** Begins a new page. */
  turn(): void {
    this.#pages.push({ page: this.#document.addPage([PAGE.width, PAGE.height]), content: [] })
    this.y = PAGE.top
  }

  /** Makes sure that `height` points are free, on a new page if need be. True when the page was turned. */
  need(height: number): boolean {
    if (this.y - height >= PAGE.bottom) return false
    this.turn()
    return true
  }

  /** Draws a line of text with its baseline at y. `align` says which end of it is at x. */
  text(
    line: SetLine,
    at: { x: number; y: number; size: number; color?: Color; align?: 'left' | 'right'; page?: number },
  ): void {
    const content = this.#content(at.page)
    let x = at.align === 'right' ? at.x - (line.width * at.size) / 1000 : at.x
    for (const { font, glyphs, width } of line.runs) {
      const moves: string[] = []
      let rise = 0
      for (const glyph of glyphs) {
        if (glyph.rise !== rise) {
          moves.push(`${number((glyph.rise * at.size) / 1000)} Ts`)
          rise = glyph.rise
        }
        // A positive number in TJ moves left (ISO 32000-1 section 9.4.3).
        moves.push(
          `[${glyph.before === 0 ? '' : number(-glyph.before)}<${glyph.code}>${Math.abs(glyph.after) < 0.01 ? '' : number(-glyph.after)}] TJ`,
        )
      }
      const operators = [`BT /${this.#fontKey(font)} ${number(at.size)} Tf ${color(at.color ?? INK)} rg`]
      operators.push(`1 0 0 1 ${number(x)} ${number(at.y)} Tm`, merged(moves).join(' '), 'ET')
      content.push(operators.join(' '))
      x += (width * at.size) / 1000
    }
  }

  /** A filled rectangle from its lower left corner. */
  box(x: number, y: number, width: number, height: number, fill: Color): void {
    this.#content().push(`${color(fill)} rg ${[x, y, width, height].map(number).join(' ')} re f`)
  }

  /** A horizontal hairline across the type area. */
  rule(y: number, stroke: Color = RULE, page?: number): void {
    this.#content(page).push(
      `${color(stroke)} RG 0.6 w ${number(PAGE.left)} ${number(y)} m ${number(PAGE.right)} ${number(y)} l S`,
    )
  }

  /** Puts what was drawn, and the fonts that were used, into the document. */
  finish(): void {
    const { context } = this.#document
    const references = this.#typesetter.finish(this.#document)
    const fonts = context.obj(Object.fromEntries(references.map((reference, index) => [`F${index + 1}`, reference])))
    for (const { page, content } of this.#pages) {
      page.node.set(PDFName.of('Resources'), context.obj({ Font: fonts }))
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content.join('\n'))))
    }
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

/** Neighbouring TJ operators as one, so that a word stays one piece of text to whoever extracts it. */
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
