import type { PageEvidence } from '../../evidence.ts'
import type { Triggers } from './triggers/page-triggers.ts'

export type LeftOut = PageEvidence['left_out'][number]

export type Region = 'main' | 'header' | 'nav' | 'footer' | 'article' | 'figure'

/** Visible line of a web page: a paragraph, a heading, a table cell, or the text between two line breaks. */
export interface PageLine {
  text: string
  region: Region
  /** Level of a heading (1 to 6), or 0 for a line that is not a heading. */
  heading: number
  /** Number of the paragraph or table cell that contains the line. All lines of one paragraph have the same number. */
  block: number
  /**
   * Position of the line in a table or definition list: row number, and number of the cell in its row. Null for a line outside of tables
   * and lists.
   */
  cell: { row: number; index: number } | null
  linked: boolean
  triggers: Triggers
}

export interface PageAnchor {
  href: string
  text: string
  rel: string
  region: Region
}

/** Content of an HTML page that may show the operator of the site. Hidden elements are left out, and every list has a maximum length. */
export interface PageDocument {
  language: string | null
  title: string | null
  /**
   * Content of meta elements. The key is the attribute name, property or http-equiv in lower case. When two meta elements have the same
   * key, the first is kept.
   */
  metas: Map<string, string>
  links: { rel: string; type: string; href: string }[]
  anchors: PageAnchor[]
  lines: PageLine[]
  structuredData: string[]
  microdata: MicrodataItem[]
  scripts: string
  resources: string[]
  /**
   * Attributes in the markup that show which website builder made the page, each as "name=value". Only class, id and data-* attributes of
   * html, body and script elements are stored.
   */
  attributes: string[]
  /** Limits that the page exceeded, so that a part of it is missing here. */
  leftOut: LeftOut[]
}

export interface MicrodataItem {
  type: string
  /**
   * Name of the property by which an outer microdata item contains this item, for example "publisher". Empty when this item is not inside
   * another item.
   */
  via: string
  properties: { name: string; value: string }[]
}
