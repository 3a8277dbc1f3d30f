import type { PageEvidence } from '../../page-evidence.ts'
import type { PageNode } from './style/page-node.ts'
import type { PageSheet } from './style/sheet-reader.ts'

export type LeftOut = PageEvidence['left_out'][number]

export type Region =
  | 'main'
  | 'header'
  | 'nav'
  | 'footer'
  | 'article'
  | 'post'
  | 'figure'
  | 'quotation'
  | 'visitor'

export interface PageLine {
  text: string
  region: Region
  /** Level of the heading from 1 to 6, or 0 for another line. */
  heading: number
  /**
   * Number of the paragraph or table cell that holds the line. Lines of one paragraph have the same
   * number.
   */
  block: number
  /** Null outside of a table or definition list. */
  cell: { row: number; index: number } | null
  linked: boolean
  /** Number of lines to the end of the page. Lines that are not read count too. */
  fromEnd: number
}

export interface LinePiece {
  text: string
  node: PageNode | null
}

/** A line with its pieces. Style rules may hide one piece of a line and show the rest. */
export interface BuiltLine extends PageLine {
  pieces: readonly LinePiece[]
}

export interface PageAnchor {
  href: string
  text: string
  rel: string
  region: Region
  node: PageNode | null
  /** False for a hidden link, for example in a closed menu. */
  isSeen: boolean
}

/** The content of a page. Text of hidden elements is only in `hiddenLines`. */
export interface PageDocument {
  language: string | null
  title: string | null
  /** By name, property or http-equiv in lower case. If a key occurs twice, the first counts. */
  metas: Map<string, string>
  links: { rel: string; type: string; href: string }[]
  anchors: PageAnchor[]
  lines: BuiltLine[]
  hiddenLines: PageLine[]
  sheets: PageSheet[]
  structuredData: string[]
  microdata: MicrodataItem[]
  scripts: string
  resources: string[]
  /**
   * Attributes that show a website builder, as "name=value": class, id and data-* of `html`, `body`
   * and `script`.
   */
  attributes: string[]
  leftOut: LeftOut[]
}

export interface MicrodataItem {
  type: string
  /** Property of the outer microdata item, for example "publisher", or empty. */
  via: string
  properties: { name: string; value: string }[]
}
