import { parseUrl } from '../../../platform/net/url.ts'
import type { Mention, PageRole } from '../../evidence.ts'
import { nameCuts } from '../../names/name-cuts.ts'
import { hasForm, namesWithForm, plausibleName } from '../../names/names-in-text.ts'
import { LABELLED } from '../../names/owner-words.ts'
import type { PageDocument, PageLine } from './page-document.ts'
import { isCredit, isRightsLine, rightsPieces } from './rights-pieces.ts'

/** Mentions kept of one page, the last of each place. */
const RIGHTS_MAX = 40
const LINES_MAX = 100
const LOGOS_MAX = 6
/** Lines from the end of a page that are read, in footers and elsewhere. */
const CLOSING_LINES_MAX = 400
const LINES_READ_MAX = 1_500
const OBSERVED_LENGTH_MAX = 300
const SHORT_LINE_LENGTH_MAX = 90
const FORM_LINE_LENGTH_MAX = 200
/** Lines at the end of a home page that are read like a footer, whatever the markup says; legal pages end in their own text. */
const TAIL_LINES = 25

/**
 * Names in places where sites put their own: statements of rights, footers, headings, the link to the home page, and rights or
 * publisher elements of the head. Each name is a verbatim part of `observed`; several cuts of one text may be given.
 */
export function readMentions(document: PageDocument, { url, role }: { url: string; role: PageRole }): Mention[] {
  const { lines } = document
  const rights: Mention[] = []
  const plain: Mention[] = []
  lines.forEach((line, index) => {
    const tail = index >= lines.length - TAIL_LINES
    const marks = [line.region, ...(tail ? ['tail'] : []), ...(line.linked ? ['linked'] : [])]
    // A line beside a picture or in an article is about that picture or article.
    if (!tail && (line.region === 'figure' || line.region === 'article')) return
    // An attacker who fills a page with footers or company names would otherwise buy seconds of work.
    if (index < lines.length - (line.region === 'footer' ? CLOSING_LINES_MAX : LINES_READ_MAX)) return
    if (isRightsLine(line.text)) rights.push(...rightsMentions(lines, index, marks))
    else plain.push(...lineMentions(line, marks, tail && role === 'home'))
  })
  return [
    ...rights.slice(-RIGHTS_MAX),
    ...plain.filter(({ place }) => place === 'owner').slice(-RIGHTS_MAX),
    ...plain.filter(({ place }) => place !== 'owner').slice(-LINES_MAX),
    ...headMentions(document),
    ...logoMentions(document, url),
  ]
}

/** Where a notice has no name, as in "© 2026", the holder may stand in the line before or behind it. */
function rightsMentions(lines: readonly PageLine[], index: number, marks: readonly string[]): Mention[] {
  const line = lines[index]
  if (line === undefined) return []
  const read = (text: string, more: readonly string[]): Mention[] =>
    rightsPieces(text).flatMap((piece, place) =>
      nameCuts(piece.text).map(({ name, cut }) =>
        mention('rights', name, text, [...marks, ...piece.marks, cut, place === 0 ? 'first' : 'later', ...more]),
      ),
    )
  const next = lines[index + 1]
  // "© 2026 Kork Brasil" before a line break and "Ind. e Com. Ltda." behind it are one name.
  const wrapped = next !== undefined && next.block === line.block && next.text.length <= SHORT_LINE_LENGTH_MAX
  const found = [...read(line.text, []), ...(wrapped ? read(`${line.text} ${next.text}`, ['wrapped']) : [])]
  if (found.length > 0) return found
  return [lines[index - 1], lines[index + 1]].flatMap((near, place) =>
    near === undefined || near.text.length > SHORT_LINE_LENGTH_MAX || near.region !== line.region || isCredit(near.text)
      ? []
      : nameCuts(near.text).map(({ name, cut }) =>
          mention('near_rights', name, near.text, [...marks, cut, place === 0 ? 'before' : 'behind']),
        ),
  )
}

function lineMentions(line: PageLine, marks: readonly string[], tail: boolean): Mention[] {
  const { text, region, heading } = line
  if (text.length > FORM_LINE_LENGTH_MAX || isCredit(text)) return []
  if (region === 'footer' || tail) {
    const cuts = nameCuts(text)
    if (cuts.some(({ cut }) => cut === 'owner')) {
      const stated = LABELLED.test(text) ? 'labelled' : 'in a sentence'
      return cuts.map(({ name, cut }) =>
        mention(cut === 'owner' ? 'owner' : 'footer', name, text, [...marks, cut, stated]),
      )
    }
    if (text.length <= SHORT_LINE_LENGTH_MAX)
      return cuts.map(({ name, cut }) => mention('footer', name, text, [...marks, cut]))
  }
  if (heading === 1 || (region === 'header' && text.length <= SHORT_LINE_LENGTH_MAX && !line.linked))
    return nameCuts(text).map(({ name, cut }) => mention('heading', name, text, [...marks, cut]))
  return namesWithForm(text).map((name) => mention('form', name, text, marks))
}

/** Names of elements in the head that state who holds the rights or publishes (Dublin Core and its kin). */
const HEAD_ELEMENTS =
  /^(?:copyright|rights|dc\.rights|dcterms\.rights(?:holder)?|dc\.publisher|dcterms\.publisher|publisher|company|owner|organization)$/u

function headMentions({ metas }: PageDocument): Mention[] {
  return [...metas].flatMap(([key, value]) =>
    HEAD_ELEMENTS.test(key) ? rightsOf(value, [key.replace(/^.*\./u, '')]) : [],
  )
}

/** Names in an element that states the rights: it says by its own name what the sign says on a page. */
export function rightsOf(text: string, marks: readonly string[]): Mention[] {
  const pieces = rightsPieces(isRightsLine(text) ? text : `© ${text}`)
  return pieces.flatMap((piece) =>
    nameCuts(piece.text).map(({ name, cut }) => mention('head', name, text, [...marks, cut])),
  )
}

/** The text of links to the site's own front page, which is its name or its logo's. */
function logoMentions({ anchors }: PageDocument, url: string): Mention[] {
  const origin = parseUrl(url)?.origin
  const names = new Map<string, Mention>()
  for (const { href, text, region } of anchors) {
    if (text.length > SHORT_LINE_LENGTH_MAX || !/^(?:\/|\.\/|https?:\/\/[^/]+\/?)(?:index\.\w+|home\/?)?$/iu.test(href))
      continue
    const target = parseUrl(href, url)
    if (target === null || target.origin !== origin || names.size >= LOGOS_MAX) continue
    const name = plausibleName(
      text.replace(/\b(?:logo|home(?:page)?|back to|to the|startseite|zur)\b/giu, ' ').replace(/\s+/gu, ' '),
    )
    if (name !== null && !names.has(name)) names.set(name, mention('logo', name, text, [region]))
  }
  return [...names.values()].filter(({ name, observed }) => observed.includes(name))
}

const mention = (place: Mention['place'], name: string, observed: string, marks: readonly string[]): Mention => ({
  place,
  name,
  observed: observed.length <= OBSERVED_LENGTH_MAX ? observed : cutAround(observed, name),
  marks: [...marks, ...(hasForm(name) ? ['with_form'] : [])],
})

function cutAround(text: string, name: string): string {
  const at = Math.max(0, text.indexOf(name) - 60)
  return text.slice(at, at + OBSERVED_LENGTH_MAX)
}
