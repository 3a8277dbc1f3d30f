import { registrableHost } from '../../../platform/net/url.ts'
import { nameParts } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import { foldLegalForm, isEndingLegalForm } from '../../names/legal-forms.ts'
import { oneOf } from '../../names/pattern-code.ts'
import { LINE_LENGTH_MAX } from './line-builder.ts'
import type { BuiltLine, LinePiece, PageLine } from './page-document.ts'
import words from './rights-words.json' with { type: 'json' }
import { EXTENSION_BY, MADE_WITH } from './rights-words.ts'
import { attributeOf, closest, type PageNode } from './style/page-node.ts'
import { foldText } from './text.ts'

export interface LinePart {
  text: string
  link: PageNode | null
  /** True if this part continues the sentence before a link: both parts are in one element. */
  goesOn: boolean
}

const DEPTH_MAX = 12

export function splitLine(line: PageLine | BuiltLine): LinePart[] {
  const pieces = 'pieces' in line ? line.pieces.filter(({ text }) => text.trim() !== '') : []
  if (pieces.length < 2)
    return [{ text: line.text, link: linkOf(pieces[0]?.node ?? null), goesOn: false }]
  const parts: { texts: string[]; link: PageNode | null; goesOn: boolean }[] = []
  let before: LinePiece | null = null
  for (const piece of piecesWithSpace(line)) {
    const last = parts.at(-1)
    if (
      before === null ||
      last === undefined ||
      (isBorder(before, piece) && !continuesName(last.texts.join(''), piece.text))
    )
      parts.push({
        texts: [piece.text],
        link: linkOf(piece.node),
        goesOn: before !== null && isNested(before, piece),
      })
    else last.texts.push(piece.text)
    before = piece
  }
  return parts.map(({ texts, ...part }) => ({
    ...part,
    text: foldText(texts.join(''), LINE_LENGTH_MAX),
  }))
}

function piecesWithSpace(line: BuiltLine | PageLine): LinePiece[] {
  const joined: LinePiece[] = []
  for (const piece of 'pieces' in line ? line.pieces : []) {
    const last = joined.at(-1)
    if (piece.text.trim() !== '' || last === undefined) joined.push(piece)
    else joined[joined.length - 1] = { ...last, text: `${last.text} ` }
  }
  return joined
}

/** "¦" stands where a sentence continues behind a link, and "|" between all other parts. */
export const borderedText = (parts: readonly LinePart[]): string =>
  parts
    .map(({ text, goesOn }, index) => (index === 0 ? text : ` ${goesOn ? '¦' : '|'} ${text}`))
    .join('')

const isNested = (before: LinePiece, { node }: LinePiece): boolean =>
  isInside(before.node, node) || isInside(node, before.node)

const isBorder = (before: LinePiece, piece: LinePiece): boolean =>
  linkOf(before.node) !== linkOf(piece.node) || !isNested(before, piece)

// Matches the end of a text that is not complete, so the link behind it continues the name: "© 2026
// Kork & <a>Loom</a>".
const OPEN = new RegExp(
  String.raw`(?:[&+(\-–/«„“"'’]|(?<!\p{L})${oneOf(words.openEnds)})\s*$`,
  'iu',
)
const CONTINUING = /^[\s\d]*[&+,.)®™:'’\-–/»”"]/u
// After one of these signs a link with a small first letter is a new name, not the rest of the name
// before: "© <a>kork</a>".
const SIGNED = /[©|•·\d]\s*$/u

export function continuesName(before: string, text: string): boolean {
  const [first = '', second = ''] = text.trim().split(/\s+/u, 2)
  const isForm =
    isEndingLegalForm(foldLegalForm(first)) ||
    isEndingLegalForm(foldLegalForm(`${first} ${second}`))
  const isSmall = /^\s*\p{Ll}/u.test(text) && !SIGNED.test(before.slice(-12))
  return isForm || OPEN.test(before.slice(-12)) || CONTINUING.test(text) || isSmall
}

const isInside = (node: PageNode | null, element: PageNode | null): boolean =>
  element === null || closest(node, DEPTH_MAX, (at) => at === element) !== null

const linkOf = (node: PageNode | null): PageNode | null =>
  closest(node, DEPTH_MAX, (at) => at.name === 'a' && attributeOf(at, 'href') !== undefined)

const FIELDS = new Set(['label', 'button', 'option', 'select', 'legend', 'textarea'])
const FIELD_LEVELS = 3

export function isFormField(line: PageLine | BuiltLine): boolean {
  if (line.text.endsWith(':')) return true
  if (!('pieces' in line)) return false
  return line.pieces.every(
    ({ node, text }) =>
      text.trim() === '' || closest(node, FIELD_LEVELS, ({ name }) => FIELDS.has(name)) !== null,
  )
}

const PICTURE_LEVELS = 2

export function standsBesidePicture(line: PageLine | BuiltLine): boolean {
  const node = 'pieces' in line ? (line.pieces[0]?.node ?? null) : null
  const found = closest(
    node,
    PICTURE_LEVELS + 1,
    ({ name, hasMedia }) => name === 'body' || hasMedia,
  )
  return found !== null && found.name !== 'body'
}

/** Returns the host to which the link leads, or null for a link inside the site. */
export function leavesTo(link: PageNode | null, siteUrl: string): string | null {
  const href = link === null ? undefined : attributeOf(link, 'href')?.trim()
  if (href === undefined || !/^(?:https?:)?\/\//iu.test(href)) return null
  const host = registrableHost(href.startsWith('//') ? `https:${href}` : href)
  return host === '' || host === registrableHost(siteUrl) ? null : host
}

const AGENCY = new RegExp(String.raw`\b${oneOf(words.agencies)}\b`, 'iu')

/**
 * True if a link names the agency that made the site. Its title advertises an agency, or its `rel`
 * is "nofollow". A publisher may also link to its company with "nofollow", but then with the legal
 * form of the company.
 */
export function isMakersLink(name: string, link: PageNode | null, siteUrl: string): boolean {
  if (link === null || leavesTo(link, siteUrl) === null) return false
  if (AGENCY.test((attributeOf(link, 'title') ?? '').slice(0, 200))) return true
  return /\bnofollow\b/iu.test(attributeOf(link, 'rel') ?? '') && !hasForm(name)
}

const TOKENS_MIN = 3
/** Matches the version at the end of "Kork Panel 12.1" or "Kork v2". */
const VERSION = new RegExp(
  [
    String.raw`(?:^|\s|\bv(?:er(?:sion)?)?\.?\s?)\d{1,3}(?:\.\d{1,4}){1,3}[a-z]?[,\s]*$`,
    String.raw`(?:^|\s)v(?:er(?:sion)?)?\.?\s?\d{1,3}[,\s]*$`,
  ].join('|'),
  'iu',
)

/**
 * True if a copyright sign belongs to software, not to the site. One of these is true:
 * - "powered by" or the version of a program stands directly before the sign (`before`).
 * - The holder is the product that a "powered by" near the line names, or the target of its link.
 */
export function isSoftwareHolder(
  name: string,
  before: string,
  { near, siteUrl }: { near: readonly LinePart[]; siteUrl: string },
): boolean {
  const letters = foldToLetters(name)
  const own = foldToLetters(registrableHost(siteUrl).split('.')[0] ?? '')
  if (
    own.length >= TOKENS_MIN &&
    (letters.includes(own) || (letters.length >= TOKENS_MIN && own.includes(letters)))
  )
    return false
  if (MADE_WITH.test(before) || VERSION.test(before)) return true
  const [first = ''] = nameParts(name).core.map((word) => foldToLetters(word))
  const maker = foldToLetters(EXTENSION_BY.exec(before)?.groups?.maker ?? '')
  if (first.length >= TOKENS_MIN && maker.startsWith(first)) return true
  const text = borderedText(near)
  const powered = MADE_WITH.exec(text)
  if (powered === null) return false
  const behind = text.slice(powered.index + powered[0].length).replace(/^[\s|:]+/u, '')
  const product = foldToLetters((behind.split(/[|©(]/u)[0] ?? '').slice(0, PRODUCT_LENGTH_MAX))
  const program = foldToLetters(before)
  if (program.length >= 2 && product.startsWith(program)) return true
  if (first.length >= TOKENS_MIN && product.includes(first)) return true
  const makers = hostsOfMakers(near, siteUrl)
  const short = letters.slice(0, Math.max(letters.length - GROUP_LETTERS, LETTERS_MIN))
  if (makers.some((host) => foldToLetters(host).startsWith(short))) return true
  return near.some(
    ({ link, text: linked }) =>
      linked.includes(name) && makers.includes(leavesTo(link, siteUrl) ?? ''),
  )
}

const PRODUCT_LENGTH_MAX = 40
// Number of letters by which the name of a maker may be longer than its domain: "MyBB Group",
// "XenForo Ltd".
const GROUP_LETTERS = 5
const LETTERS_MIN = 5

const hostsOfMakers = (near: readonly LinePart[], siteUrl: string): string[] =>
  near.flatMap(({ text, link }, index) => {
    const isMaker = MADE_WITH.test(text) || MADE_WITH.test(near[index - 1]?.text ?? '')
    const host = isMaker ? leavesTo(link, siteUrl) : null
    return host === null ? [] : [host]
  })
