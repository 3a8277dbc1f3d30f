import { registrableHost } from '../../../platform/net/url.ts'
import { nameParts } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { foldLegalForm, isEndingLegalForm } from '../../names/legal-forms.ts'
import { hasForm } from '../../names/names-in-text.ts'
import { LINE_LENGTH_MAX } from './line-builder.ts'
import type { BuiltLine, LinePiece, PageLine } from './page-document.ts'
import { EXTENSION_BY, MADE_WITH } from './rights-words.ts'
import { attributeOf, type PageNode } from './style/page-node.ts'
import { foldText } from './text.ts'

/** Part of a line between two borders: a link, or one of two elements side by side. */
export interface LinePart {
  text: string
  link: PageNode | null
  /** True for the text around a link, which goes on in the same element. */
  goesOn: boolean
}

const DEPTH_MAX = 12

/** Returns the parts of a line that a reader sees as texts of their own. */
export function linePartsOf(line: PageLine | BuiltLine): LinePart[] {
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

/** White space between two elements belongs to the text before it. */
function piecesWithSpace(line: BuiltLine | PageLine): LinePiece[] {
  const joined: LinePiece[] = []
  for (const piece of 'pieces' in line ? line.pieces : []) {
    const last = joined.at(-1)
    if (piece.text.trim() !== '' || last === undefined) joined.push(piece)
    else joined[joined.length - 1] = { ...last, text: `${last.text} ` }
  }
  return joined
}

/**
 * Returns the text of a line with a "|" at each border, and a "¦" where a text goes on behind a
 * link.
 */
export const borderedText = (parts: readonly LinePart[]): string =>
  parts
    .map(({ text, goesOn }, index) => (index === 0 ? text : ` ${goesOn ? '¦' : '|'} ${text}`))
    .join('')

const isNested = (before: LinePiece, { node }: LinePiece): boolean =>
  isInside(before.node, node) || isInside(node, before.node)

const isBorder = (before: LinePiece, piece: LinePiece): boolean =>
  linkOf(before.node) !== linkOf(piece.node) || !isNested(before, piece)

/** Words that bind what follows to what stands before: "© 2026 Kork & <a>Loom</a>". */
const OPEN =
  /(?:[&+(\-–/«„“"'’]|(?<!\p{L})(?:and|of|the|by|und|der|die|das|von|et|de|du|des|la|le|y|e|i|del|di|da|do|en|van|og|och|và))\s*$/iu
const CONTINUING = /^[\s\d]*[&+,.)®™:'’\-–/»”"]/u
/** Sign or year before a name, which may begin with a small letter: "© <a>kork</a>". */
const SIGNED = /[©|•·\d]\s*$/u

export function continuesName(before: string, text: string): boolean {
  const [first = '', second = ''] = text.trim().split(/\s+/u, 2)
  const isForm =
    isEndingLegalForm(foldLegalForm(first)) ||
    isEndingLegalForm(foldLegalForm(`${first} ${second}`))
  const isSmall = /^\s*\p{Ll}/u.test(text) && !SIGNED.test(before.slice(-12))
  return isForm || OPEN.test(before.slice(-12)) || CONTINUING.test(text) || isSmall
}

function isInside(node: PageNode | null, element: PageNode | null): boolean {
  for (let at = node, level = 0; at !== null && level < DEPTH_MAX; at = at.parent, level += 1)
    if (at === element) return true
  return element === null
}

function linkOf(node: PageNode | null): PageNode | null {
  for (let at = node, level = 0; at !== null && level < DEPTH_MAX; at = at.parent, level += 1)
    if (at.name === 'a' && attributeOf(at, 'href') !== undefined) return at
  return null
}

const FIELDS = new Set(['label', 'button', 'option', 'select', 'legend', 'textarea'])
const FIELD_LEVELS = 3

/** True for the label or the choice of a form. */
export function isFormField(line: PageLine | BuiltLine): boolean {
  if (line.text.endsWith(':')) return true
  if (!('pieces' in line)) return false
  return line.pieces.every(
    ({ node, text }) => text.trim() === '' || isWithin(node, FIELDS, FIELD_LEVELS),
  )
}

function isWithin(node: PageNode | null, names: ReadonlySet<string>, levels: number): boolean {
  for (let at = node, level = 0; at !== null && level < levels; at = at.parent, level += 1)
    if (names.has(at.name)) return true
  return false
}

const PICTURE_LEVELS = 2

export function standsBesidePicture(line: PageLine | BuiltLine): boolean {
  let at = 'pieces' in line ? (line.pieces[0]?.node ?? null) : null
  for (
    let level = 0;
    at !== null && level <= PICTURE_LEVELS && at.name !== 'body';
    at = at.parent, level += 1
  )
    if (at.hasMedia) return true
  return false
}

/**
 * Returns the registrable domain to which a link leaves the site, or null for a link inside of it.
 */
export function leavesTo(link: PageNode | null, siteUrl: string): string | null {
  const href = link === null ? undefined : attributeOf(link, 'href')?.trim()
  if (href === undefined || !/^(?:https?:)?\/\//iu.test(href)) return null
  const host = registrableHost(href.startsWith('//') ? `https:${href}` : href)
  return host === '' || host === registrableHost(siteUrl) ? null : host
}

/** Words in the title of a link by which an agency advertises itself. */
const AGENCY =
  /\b(?:web|sites?|seo|design\p{L}*|agen\p{L}{2,5}|studio|hosting|marketing|developers?|développement|sviluppo|realizza\p{L}*|diseño|software|cms|theme|template)\b/iu

/**
 * True for a link in a copyright line whose target made the site and does not run it: an agency
 * whose title advertises, or a link that search engines shall not follow. Publishers link to their
 * company in the same way, but with its legal form.
 */
export function isMakersLink(name: string, link: PageNode | null, siteUrl: string): boolean {
  if (link === null || leavesTo(link, siteUrl) === null) return false
  if (AGENCY.test((attributeOf(link, 'title') ?? '').slice(0, 200))) return true
  return /\bnofollow\b/iu.test(attributeOf(link, 'rel') ?? '') && !hasForm(name)
}

const TOKENS_MIN = 3
/** Version behind the name of a program: "Kork Panel 12.1", "Kork v2". */
const VERSION =
  /(?:^|\s|\bv(?:er(?:sion)?)?\.?\s?)\d{1,3}(?:\.\d{1,4}){1,3}[a-z]?[,\s]*$|(?:^|\s)v(?:er(?:sion)?)?\.?\s?\d{1,3}[,\s]*$/iu

/**
 * True if a copyright line is the one of the software. The sign stands directly behind "powered
 * by", a program or its version; or "powered by" stands in the line or beside it, and the holder
 * is the product that is named there, or the target of its link. `before` is the text directly
 * before the sign, `near` are the parts of the lines around, the line itself included.
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
/**
 * Letters by which the maker of a program is called longer than its domain: "MyBB Group", "XenForo
 * Ltd".
 */
const GROUP_LETTERS = 5
const LETTERS_MIN = 5

/** Returns the domains to which "powered by" and the text behind it link. */
const hostsOfMakers = (near: readonly LinePart[], siteUrl: string): string[] =>
  near.flatMap(({ text, link }, index) => {
    const isMaker = MADE_WITH.test(text) || MADE_WITH.test(near[index - 1]?.text ?? '')
    const host = isMaker ? leavesTo(link, siteUrl) : null
    return host === null ? [] : [host]
  })
