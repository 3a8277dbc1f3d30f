import type { ElementKind } from './element-kinds.ts'
import type { LinePiece, Region } from './page-document.ts'
import type { PageLines } from './page-lines.ts'
import type { PageNode } from './style/page-node.ts'
import { foldText } from './text.ts'

export const LINE_LENGTH_MAX = 2_000

export class LineBuilder {
  private pieces: LinePiece[] = []
  private linkedCharacters = 0
  private closedInline = false
  private block = 0
  private heading = 0
  private row = 0
  private cellCount = 0
  private cell: { row: number; index: number } | null = null

  constructor(private readonly lines: Pick<PageLines, 'add'>) {}

  startBlock({ name, heading }: ElementKind, region: Region): void {
    this.flush(region)
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

  endElement({ name, isBlock, heading }: ElementKind, region: Region): void {
    this.closedInline = true
    if (!isBlock) return
    this.flush(region)
    this.block += 1
    if (heading > 0) this.heading = 0
    if (name === 'td' || name === 'th' || name === 'dd' || name === 'dt') this.cell = null
  }

  add(text: string, node: PageNode | null, isLinked: boolean): void {
    if (this.closedInline && runsTogether(this.pieces[this.pieces.length - 1]?.text, text))
      this.pieces.push({ text: ' ', node })
    this.closedInline = false
    this.pieces.push({ text, node })
    if (isLinked) this.linkedCharacters += text.trim().length
  }

  flush(region: Region): void {
    if (this.pieces.length === 0) return
    const { pieces } = this
    const joined = textOf(pieces)
    const linked = this.linkedCharacters > 0 && this.linkedCharacters >= joined.trim().length
    const text = foldText(joined, LINE_LENGTH_MAX)
    this.pieces = []
    this.linkedCharacters = 0
    if (text === '') return
    const { heading, block, cell } = this
    this.lines.add({ text, region, heading, block, cell, linked, fromEnd: 0, pieces })
  }

  interrupt(region: Region): void {
    this.flush(region)
    this.cell = null
    this.heading = 0
  }
}

const textOf = (pieces: readonly LinePiece[]): string => {
  if (pieces.length === 1) return pieces[0]?.text ?? ''
  let joined = ''
  for (const { text } of pieces) joined += text
  return joined
}

// True if a space must be added between the texts of two elements ("Acme" and "Powered by"). The
// HTML source may have none there, although a browser shows the texts apart.
const runsTogether = (before: string | undefined, text: string): boolean =>
  before !== undefined && /[\p{Ll}\p{N}.,;)]$/u.test(before.slice(-2)) && /^\p{Lu}/u.test(text)
