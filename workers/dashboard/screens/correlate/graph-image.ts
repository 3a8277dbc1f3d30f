import { confidenceInWords, percent, shortened, withVisibleControls } from '../../parts/texts.ts'
import { type CorrelationGraph, STRENGTHS, strengthOf } from './correlation-graph.ts'
import { type Look, lookOf } from './graph-look.ts'
import { LABEL_GAP_PX, type LabelSide, labelsThatFit, type Point, WORLD } from './graph-view.ts'
import { xmlEscaped } from './markup.ts'

const LEGEND_LINE = 26
const LEGEND_COLUMNS = 3
const LEGEND_CHARACTERS_MAX = 42
export const LABEL_CHARACTERS_MAX = 30
const HEADER_HEIGHT = 60
const FOOTER_HEIGHT = 24
const FONT = 'font-family="system-ui,sans-serif"'
const INK = '#1b1d22'
const LINE_COLOUR = '#5a5f68'

const decimal = (value: number): string => value.toFixed(1)

const textAt = (
  x: number,
  y: number,
  size: number,
  content: string,
  side: LabelSide = 'right',
): string =>
  `<text x="${decimal(x)}" y="${decimal(y)}" ` +
  `text-anchor="${side === 'right' ? 'start' : 'end'}" font-size="${size}" ${FONT} ` +
  `fill="${INK}">${xmlEscaped(content)}</text>`

const symbolAt = ({ x, y }: Point, look: Look, title: string): string =>
  `<path transform="translate(${decimal(x)} ${decimal(y)})" d="${look.symbol}" ` +
  `fill="${look.isFilled ? look.light : '#fff'}" ` +
  `stroke="${look.isFilled ? '#fff' : look.light}" ` +
  `stroke-width="${look.isFilled ? 1 : 2}"><title>${xmlEscaped(title)}</title></path>`

/** Shortens a long text and makes characters visible that could deceive the reader. */
export const drawn = (text: string, max = LABEL_CHARACTERS_MAX): string =>
  shortened(withVisibleControls(text), max)

/** Size in pixels. The legend below the drawing has three groups on each line. */
export function imageSize({ groups }: CorrelationGraph): { width: number; height: number } {
  const legend = Math.ceil((groups.length + 1) / LEGEND_COLUMNS) * LEGEND_LINE
  return { width: WORLD.width, height: HEADER_HEIGHT + WORLD.height + legend + FOOTER_HEIGHT }
}

/**
 * Returns an SVG 1.1 file that needs nothing else: no scripts, no styles, no references. The
 * colours are those of the light theme. Links with a score below `scoreMin` are left out.
 */
export function graphImage(
  graph: CorrelationGraph,
  points: readonly Point[],
  title: string,
  scoreMin: number,
): string {
  const { width, height } = imageSize(graph)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ` +
      `${width} ${height}" role="img">`,
    `<title>${xmlEscaped(drawn(title, 200))}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    textAt(WORLD.margin / 2, 36, 18, drawn(title, 110)),
    `<g transform="translate(0 ${HEADER_HEIGHT})">`,
    ...linePaths(graph, points, scoreMin).map(
      ({ path, level: { width: line, opacity } }) =>
        `<path d="${path}" fill="none" stroke="${LINE_COLOUR}" stroke-width="${line}" ` +
        `stroke-opacity="${opacity}"/>`,
    ),
    ...nodesOf(graph, points),
    '</g>',
    ...legendOf(graph),
    '</svg>',
    '',
  ].join('\n')
}

/**
 * Draws all links of the same strength as one path. Thousands of separate elements would block the
 * browser for tenths of a second.
 */
export function linePaths(
  { edges }: Pick<CorrelationGraph, 'edges'>,
  points: readonly Point[],
  scoreMin: number,
): { path: string; level: (typeof STRENGTHS)[number] }[] {
  const paths: string[][] = STRENGTHS.map(() => [])
  for (const { from, to, score } of edges) {
    const [a, b] = [points[from], points[to]]
    if (a === undefined || b === undefined || score < scoreMin) continue
    paths[strengthOf(score)]?.push(
      `M${decimal(a.x)} ${decimal(a.y)}L${decimal(b.x)} ${decimal(b.y)}`,
    )
  }
  return STRENGTHS.flatMap((level, index) => {
    const path = paths[index]?.join('') ?? ''
    return path === '' ? [] : [{ path, level }]
  }).reverse()
}

function nodesOf({ nodes, edgesOf }: CorrelationGraph, points: readonly Point[]): string[] {
  const labels = nodes.map(({ domain }) => drawn(domain))
  const shown = labelsThatFit(labels, points, (node) => edgesOf[node]?.length ?? 0, 1)
  return nodes.flatMap(({ domain, group }, index) => {
    const point = points[index]
    if (point === undefined) return []
    const side = shown.get(index)
    const away = side === 'left' ? -LABEL_GAP_PX : LABEL_GAP_PX
    const label =
      side === undefined ? [] : [textAt(point.x + away, point.y + 4, 12, labels[index] ?? '', side)]
    return [symbolAt(point, lookOf(group), drawn(domain, 253)), ...label]
  })
}

function legendOf({ groups }: CorrelationGraph): string[] {
  const rows = groups.map(({ entity, confidence, members }, group) => ({
    look: lookOf(group),
    words:
      `${drawn(entity ?? 'Operator unknown', LEGEND_CHARACTERS_MAX)} (${members.length}), ` +
      `${percent(confidence)} ${confidenceInWords(confidence)}`,
  }))
  return [...rows, { look: lookOf(null), words: 'In no group' }].flatMap(
    ({ look, words }, index) => {
      const x = WORLD.margin / 2 + (index % LEGEND_COLUMNS) * (WORLD.width / LEGEND_COLUMNS)
      const y = HEADER_HEIGHT + WORLD.height + Math.floor(index / LEGEND_COLUMNS) * LEGEND_LINE
      return [symbolAt({ x: x + 8, y }, look, words), textAt(x + 24, y + 4, 12, words)]
    },
  )
}
