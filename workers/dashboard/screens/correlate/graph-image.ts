import { LABEL_GAP } from './block-layout.ts'
import type { Box, Point } from './graph-geometry.ts'
import { HEADING_X, HEADING_Y, labelsThatFit } from './graph-labels.ts'
import { FACT_FONT_PX, FACT_HEIGHT, layOut, type PlacedNode } from './graph-layout.ts'
import { FAR_OPACITY, linePaths } from './graph-lines.ts'
import { ARROW, type Look, lookOf } from './graph-look.ts'
import type { Picture } from './graph-picture.ts'
import { drawn } from './link-words.ts'
import { xmlEscaped } from './markup.ts'
import { fittedText, wrappedText } from './text-width.ts'

const WIDTH = 1_200
const PADDING = 32
const INNER = WIDTH - 2 * PADDING
const TITLE_PX = 18
const TITLE_LINE = 26
const TITLE_LINES_MAX = 3
const TEXT_PX = 12
const TEXT_LINE = 18
const ALONE_LINES_MAX = 6
const SECTION_GAP = 20
const FULL_NAME_CHARACTERS_MAX = 253
const FONT = 'font-family="system-ui,sans-serif"'
const INK = '#1b1d22'
const MUTED = '#5a5f68'
const LINE = '#85888f'
const PAPER = '#ffffff'
const FACT_FILL = '#f0f0ed'
const BAD = '#a3231b'
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

interface ImageText {
  readonly title: string
  /** ISO 8601 time of the correlation. */
  readonly at: string | null
  /** Address of the page of the correlation. */
  readonly address: string
}

export interface GraphImage {
  readonly svg: string
  readonly width: number
  readonly height: number
}

const decimal = (value: number): string => value.toFixed(1)

interface TextLook {
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  fill?: string
  isBold?: boolean
  /** True for the white border under a text that lines may cross. */
  isHalo?: boolean
}

const textAt = (
  { x, y }: Point,
  content: string,
  { size = TEXT_PX, anchor = 'start', fill = INK, isBold = false, isHalo = false }: TextLook = {},
): string =>
  `<text x="${decimal(x)}" y="${decimal(y)}" text-anchor="${anchor}" font-size="${size}" ` +
  `${FONT}${isBold ? ' font-weight="600"' : ''}` +
  `${isHalo ? ` stroke="${PAPER}" stroke-width="4"` : ''} fill="${fill}">` +
  `${xmlEscaped(content)}</text>`

const rectAt = ({ x, y, width, height }: Box, radius: number, look: string): string =>
  `<rect x="${decimal(x)}" y="${decimal(y)}" width="${decimal(width)}" ` +
  `height="${decimal(height)}" rx="${radius}" ${look}/>`

const symbolAt = ({ x, y }: Point, look: Look, title: string): string =>
  `<path transform="translate(${decimal(x)} ${decimal(y)})" d="${look.symbol}" ` +
  `fill="${look.isFilled ? look.light : PAPER}" ` +
  `stroke="${look.isFilled ? PAPER : look.light}" ` +
  `stroke-width="${look.isFilled ? 1 : 2}"><title>${xmlEscaped(title)}</title></path>`

const factLook = (isDashed: boolean): string =>
  `fill="${FACT_FILL}" stroke="${LINE}" stroke-width="1.25"` +
  (isDashed ? ' stroke-dasharray="4 3"' : '')

/**
 * An SVG 1.1 file that needs nothing else: no scripts, no styles, no references. The colors are
 * those of the light theme. It always has the same width, whatever the size of the page is.
 */
export function graphImage(picture: Picture, { title, at, address }: ImageText): GraphImage {
  const layout = layOut(picture, INNER)
  const parts: string[] = []
  let y = PADDING + TITLE_PX
  for (const line of wrappedText(title, INNER, TITLE_LINES_MAX, TITLE_PX)) {
    parts.push(textAt({ x: PADDING, y }, line, { size: TITLE_PX, isBold: true }))
    y += TITLE_LINE
  }
  const left = PADDING + Math.max(0, (INNER - layout.width) / 2)
  parts.push(`<g transform="translate(${decimal(left)} ${decimal(y)})">`)
  parts.push(...drawing(picture, layout), '</g>')
  y += layout.height + SECTION_GAP
  for (const line of aloneLines(picture)) {
    parts.push(textAt({ x: PADDING, y }, line))
    y += TEXT_LINE
  }
  y += SECTION_GAP / 2
  parts.push(...legendAt(y))
  y += 2 * SECTION_GAP
  const day = at === null ? '' : ` · ${DAY.format(new Date(at))}`
  const footer = fittedText(`Domain Attribution${day} · ${address}`, INNER)
  parts.push(textAt({ x: PADDING, y }, footer, { fill: MUTED }))
  const [width, height] = [
    Math.max(WIDTH, Math.ceil(layout.width) + 2 * PADDING),
    Math.ceil(y + PADDING),
  ]
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${xmlEscaped(drawn(title, 200))}</title>`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
  return { svg, width, height }
}

function drawing(picture: Picture, layout: ReturnType<typeof layOut>): string[] {
  const shown = labelsThatFit(picture, layout, 1)
  return [
    ...layout.hulls.flatMap((hull) => [
      rectAt(hull, 12, `fill="${PAPER}" stroke="${lookOf(hull.group).light}" stroke-width="1.5"`),
      textAt({ x: hull.x + HEADING_X, y: hull.y + HEADING_Y }, hull.heading, { isBold: true }),
    ]),
    ...linePaths(picture, layout).map(
      ({ path, isDashed, isFar }) =>
        `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="${isFar ? 1 : 1.5}" ` +
        `stroke-opacity="${isFar ? FAR_OPACITY : 1}"${isDashed ? ' stroke-dasharray="5 4"' : ''}/>`,
    ),
    ...layout.imitations.flatMap(({ path, isFirst, end, angle }) => [
      `<path d="${path}" fill="none" stroke="${BAD}" stroke-width="2" stroke-dasharray="6 4"/>`,
      ...(isFirst ? arrowAt(end, angle) : []),
    ]),
    ...layout.nodes.flatMap((node, index) => markOf(picture, node, index, shown.nodes.has(index))),
  ]
}

const arrowAt = (end: Point, angle: number): string[] => [
  `<path d="${ARROW}" fill="${BAD}" transform="translate(${decimal(end.x)} ${decimal(end.y)}) ` +
    `rotate(${decimal(angle)})"/>`,
  textAt({ x: end.x + 10, y: end.y + 18 }, 'imitates', { fill: BAD }),
]

function markOf(picture: Picture, placed: PlacedNode, index: number, isLabeled: boolean): string[] {
  const node = picture.nodes[index]
  const { x, y, label, labelWidth, side } = placed
  if (node?.kind === 'domain') {
    const isLeft = side === 'left'
    const at = { x: x + (isLeft ? -LABEL_GAP : LABEL_GAP), y: y + 4 }
    const symbol = symbolAt(placed, lookOf(node.group), drawn(node.name, FULL_NAME_CHARACTERS_MAX))
    const anchor = isLeft ? 'end' : 'start'
    const text = label[0] ?? ''
    return isLabeled
      ? [symbol, textAt(at, text, { anchor, isHalo: true }), textAt(at, text, { anchor })]
      : [symbol]
  }
  const box = {
    x: x - labelWidth / 2,
    y: y - FACT_HEIGHT / 2,
    width: labelWidth,
    height: FACT_HEIGHT,
  }
  return [
    rectAt(box, 6, factLook(node?.fact.copyable === true)),
    textAt({ x, y: y - 4 }, label[0] ?? '', { size: FACT_FONT_PX, anchor: 'middle', fill: MUTED }),
    textAt({ x, y: y + 12 }, label[1] ?? '', { anchor: 'middle' }),
  ]
}

function aloneLines({ graph, alone }: Picture): string[] {
  if (alone.length === 0) return []
  const names = alone.map((index) => drawn(graph.domains[index]?.domain ?? '', 60))
  return wrappedText(`Without links: ${names.join(', ')}`, INNER, ALONE_LINES_MAX, TEXT_PX)
}

function legendAt(y: number): string[] {
  const chip = (x: number): Box => ({ x, y: y - 10, width: 28, height: 14 })
  const [domain, fact, copied, group, imitates] = [0, 120, 250, 480, 690].map((x) => x + PADDING)
  const word = (x = 0, content: string) => textAt({ x: x + 36, y: y + 1 }, content)
  return [
    symbolAt({ x: (domain ?? 0) + 20, y: y - 3 }, lookOf(0), 'domain'),
    word(domain, 'domain'),
    rectAt(chip(fact ?? 0), 4, factLook(false)),
    word(fact, 'shared fact'),
    rectAt(chip(copied ?? 0), 4, factLook(true)),
    word(copied, 'fact that anybody can copy'),
    rectAt(chip(group ?? 0), 7, `fill="${PAPER}" stroke="${lookOf(0).light}" stroke-width="1.5"`),
    word(group, 'group with one operator'),
    `<path d="M${imitates} ${y - 3}h20" stroke="${BAD}" stroke-width="2" stroke-dasharray="6 4"/>`,
    `<path d="${ARROW}" fill="${BAD}" transform="translate(${(imitates ?? 0) + 29} ${y - 3})"/>`,
    word(imitates, 'imitates'),
  ]
}
