export type Region = 'main' | 'header' | 'nav' | 'footer' | 'article' | 'figure'

/** One line as a reader sees it: a paragraph, a heading, a table cell, or a part of those between line breaks. */
export interface PageLine {
  text: string
  region: Region
  /** 1-6 for headings, 0 otherwise. */
  heading: number
  /** Lines of one paragraph or cell share it. */
  block: number
  /** The table row or definition that the line belongs to, with the place of its cell, or null. */
  cell: { row: number; index: number } | null
  /** Whether all of the line is the text of links. */
  linked: boolean
}

export interface PageAnchor {
  href: string
  text: string
  rel: string
  region: Region
}

/** What of an HTML page matters here, read in one pass, each list bounded, hidden parts left out. */
export interface PageDocument {
  language: string | null
  title: string | null
  /** First content of each meta name, property or http-equiv, in lower case. */
  metas: Map<string, string>
  links: { rel: string; type: string; href: string }[]
  anchors: PageAnchor[]
  lines: PageLine[]
  structuredData: string[]
  microdata: MicrodataItem[]
  /** Inline scripts, joined. */
  scripts: string
  /** Addresses of scripts, frames and images. */
  resources: string[]
  /** Markers that scripts of platforms read: attribute names of html and body, and data-* values of script elements. */
  attributes: string[]
}

export interface MicrodataItem {
  type: string
  /** The property of an enclosing item that this one is the value of, or ''. */
  via: string
  properties: { name: string; value: string }[]
}
