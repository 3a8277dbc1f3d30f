import { LineBuilder } from './line-builder.ts'
import type { PageLine, Region } from './page-document.ts'
import type { PageNode } from './style/page-node.ts'

const LINES_MAX = 400
const CHARACTERS_MAX = 40_000
/** The HTML parser returns the content of these elements as one text that still contains tags. */
const RAW = new Set(['noembed', 'noframes', 'iframe'])

export class HiddenText {
  readonly lines: PageLine[] = []
  readonly builder = new LineBuilder({ add: (line) => this.keep(line) })
  private characters = 0

  add(text: string, node: PageNode, region: Region): void {
    if (this.lines.length >= LINES_MAX) return
    if (!RAW.has(node.name)) {
      this.builder.add(text, node, false)
      return
    }
    for (const part of text.slice(0, CHARACTERS_MAX).split(/<[^<>]{0,300}>/u, LINES_MAX)) {
      this.builder.add(part, node, false)
      this.builder.flush(region)
    }
  }

  keep(line: PageLine): void {
    this.characters += line.text.length
    if (this.lines.length < LINES_MAX && this.characters < CHARACTERS_MAX) this.lines.push(line)
  }
}
