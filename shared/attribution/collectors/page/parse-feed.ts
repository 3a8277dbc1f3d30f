import { Parser } from 'htmlparser2'
import { parseUrl, registrableHost } from '../../../platform/net/url.ts'
import { plausibleName } from '../../names/names-in-text.ts'
import type { PageEvidence } from '../../page-evidence.ts'
import { readRights } from './mentions.ts'
import type { PageDocument } from './page-document.ts'
import { foldText } from './text.ts'

const FEED_TYPE = /^application\/(?:rss|atom)\+xml\b/u
const VALUE_LENGTH_MAX = 500
const DEPTH_MAX = 32
const VALUES_MAX = 8
// The first of these elements ends the reading, because the properties of a feed come before its
// entries.
const ENTRY = new Set(['item', 'entry'])
const ROOT = new Set(['rss', 'feed', 'rdf:rdf'])

// Sources: RSS 2.0 and 1.0 (rssboard.org/rss-specification, web.resource.org/rss/1.0), Atom (RFC
// 4287 section 4.2), the podcast extension (itunes) and Dublin Core (dc).
const PROPERTIES: Readonly<
  Record<string, 'title' | 'rights' | 'author' | 'language' | 'description' | 'generator'>
> = {
  'channel title': 'title',
  'feed title': 'title',
  'channel copyright': 'rights',
  'channel dc:rights': 'rights',
  'feed rights': 'rights',
  'channel itunes:owner itunes:name': 'author',
  'channel itunes:author': 'author',
  'channel managingeditor': 'author',
  'channel dc:publisher': 'author',
  'feed author name': 'author',
  'channel language': 'language',
  'channel description': 'description',
  'feed subtitle': 'description',
  'channel generator': 'generator',
  'feed generator': 'generator',
}
type Property = (typeof PROPERTIES)[string]

/** The feed is on the registrable domain of the page. Feeds of reader comments are skipped. */
export function feedUrl({ links }: PageDocument, base: string): string | null {
  for (const { rel, type, href } of links) {
    if (!rel.split(/\s+/u).includes('alternate') || !FEED_TYPE.test(type)) continue
    const url = parseUrl(href, base)
    if (
      url === null ||
      !/^https?:$/u.test(url.protocol) ||
      registrableHost(url.href) !== registrableHost(base)
    )
      continue
    if (!/\bcomments\b/iu.test(url.pathname)) return url.href.slice(0, 2_048)
  }
  return null
}

/** Returns null when the text is not a feed. */
export function parseFeed({
  url,
  status,
  xml,
}: {
  url: string
  status: number
  xml: string
}): PageEvidence | null {
  const values = readProperties(xml)
  if (values === null) return null
  const value = (property: Property): string | null => values.get(property)?.[0] ?? null
  const rights = value('rights')
  const authors = (values.get('author') ?? []).map(nameOfAuthor)
  return {
    url: url.slice(0, 2_048),
    role: 'feed',
    status,
    language: value('language')?.toLowerCase().slice(0, 20) ?? null,
    title: value('title'),
    description: value('description'),
    site_name: null,
    application_name: null,
    author: authors.find((name) => name !== null) ?? null,
    generator: value('generator'),
    canonical: null,
    alternates: [],
    organizations: [],
    legal_statements: [],
    mentions: rights === null ? [] : readRights(rights, ['feed']),
    identifiers: [],
    tracking: [],
    social: [],
    links_out: [],
    text: '',
    hidden_statements: [],
    has_scripts: false,
    left_out: [],
  }
}

/** RSS writes an author as "editor@example.com (Full Name)". Returns "Full Name". */
function nameOfAuthor(text: string): string | null {
  const name = /^[^\s@]+@[^\s@]+\s+\((.{2,200})\)$/u.exec(text)?.[1] ?? text
  return name.includes('@') ? null : plausibleName(name)
}

function readProperties(xml: string): Map<Property, string[]> | null {
  const values = new Map<Property, string[]>()
  const open: string[] = []
  let isFeed = false
  let value = ''
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.length === 0) isFeed ||= ROOT.has(name)
        open.push(name)
        value = ''
        if (!isFeed || ENTRY.has(name) || open.length > DEPTH_MAX) parser.pause()
      },
      ontext(text) {
        if (value.length < VALUE_LENGTH_MAX) value += text
      },
      onclosetag() {
        const place = open.filter((name) => name !== 'rss' && name !== 'rdf:rdf').join(' ')
        const property = PROPERTIES[place]
        const text = foldText(value, VALUE_LENGTH_MAX)
        if (property !== undefined && text !== '') {
          const existing = values.get(property)
          if (existing === undefined) values.set(property, [text])
          else if (existing.length < VALUES_MAX) existing.push(text)
        }
        open.pop()
        value = ''
      },
    },
    { xmlMode: true, lowerCaseTags: true, decodeEntities: true },
  )
  parser.write(xml)
  return isFeed ? values : null
}
