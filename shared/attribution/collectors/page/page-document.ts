import type { PageEvidence } from '../../evidence.ts'
import type { PageNode } from './style/page-node.ts'
import type { PageSheet } from './style/sheet-reader.ts'

export type LeftOut = PageEvidence['left_out'][number]

/** The visitors of a site write a `visitor` region, and often what stands in a `quotation`. */
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

/**
 * Visible line of a web page: a paragraph, a heading, a table cell, or the text between two line
 * breaks.
 */
export interface PageLine {
  text: string
  region: Region
  /** Level of a heading (1 to 6), or 0 for a line that is not a heading. */
  heading: number
  /**
   * Number of the paragraph or table cell that contains the line. All lines of one paragraph have
   * the same number.
   */
  block: number
  /**
   * Position of the line in a table or definition list: row number, and number of the cell in its
   * row. Null for a line outside of tables and lists.
   */
  cell: { row: number; index: number } | null
  linked: boolean
  /** Number of lines from this one to the end of the page, those included that are not read. */
  fromEnd: number
}

/** Part of a line with the element that contains it directly. */
export interface LinePiece {
  text: string
  node: PageNode | null
}

/** Line with its parts, each of which may be hidden for itself. */
export interface BuiltLine extends PageLine {
  pieces: readonly LinePiece[]
}

export interface PageAnchor {
  href: string
  text: string
  rel: string
  region: Region
  node: PageNode | null
  /** False for a link that the styles of the page hide, for example in a closed menu. */
  isSeen: boolean
}

/**
 * Content of an HTML page that may show the operator of the site. Hidden elements are left out, and
 * every list has a maximum length.
 */
export interface PageDocument {
  language: string | null
  title: string | null
  /**
   * Content of meta elements. The key is the attribute name, property or http-equiv in lower case.
   * When two meta elements have the same key, the first is kept.
   */
  metas: Map<string, string>
  links: { rel: string; type: string; href: string }[]
  anchors: PageAnchor[]
  lines: BuiltLine[]
  /** Lines of text that a browser does not show, at most 400. */
  hiddenLines: PageLine[]
  sheets: PageSheet[]
  structuredData: string[]
  microdata: MicrodataItem[]
  scripts: string
  resources: string[]
  /**
   * Attributes in the markup that show which website builder made the page, each as "name=value".
   * Only class, id and data-* attributes of html, body and script elements are stored.
   */
  attributes: string[]
  /** Limits that the page exceeded, so that a part of it is missing here. */
  leftOut: LeftOut[]
}

export interface MicrodataItem {
  type: string
  /**
   * Name of the property by which an outer microdata item contains this item, for example
   * "publisher". Empty when this item is not inside another item.
   */
  via: string
  properties: { name: string; value: string }[]
}
