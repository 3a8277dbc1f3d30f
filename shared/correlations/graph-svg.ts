import { percentText } from '../attribution/answer/verdict.ts'
import type { CorrelationResult } from './correlation-result.ts'

const WIDTH = 960
const MARGIN = 40
const NODE_RADIUS = 7
const LABEL_CHARACTERS_MAX = 34
const LINE_SCORE_MIN = 0.2
const LINES_MAX = 1_500
const COLUMN_WIDTH = 300
const RING_PER_MEMBER = 15
const RING_MIN = 34
// Palette of Okabe and Ito, which colour-blind people can distinguish. If there are more groups
// than colours, the colours repeat.
const COLOURS = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#8C6D31',
  '#6A3D9A',
]
const ALONE_COLOUR = '#8A8F98'

interface Point {
  x: number
  y: number
}

const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\P{Cc}\n]/gu, '')

const shortened = (text: string): string =>
  text.length <= LABEL_CHARACTERS_MAX ? text : `${text.slice(0, LABEL_CHARACTERS_MAX - 1)}…`

const decimal = (value: number): string => value.toFixed(1)

/**
 * Picture of the result as SVG, without scripts and external references. The same result always
 * gives the same picture.
 */
export function correlationGraph(result: CorrelationResult): string {
  const positions = new Map<string, Point>()
  const parts: string[] = []
  let row: Point = { x: MARGIN, y: 76 }
  let rowHeight = 0
  const columnsFull = (width: number): boolean => row.x + width > WIDTH - MARGIN
  result.clusters.forEach((cluster, index) => {
    const ring = Math.max(RING_MIN, (cluster.domains.length * RING_PER_MEMBER) / Math.PI)
    const height = 2 * ring + 70
    if (columnsFull(2 * ring + COLUMN_WIDTH - 100)) {
      row = { x: MARGIN, y: row.y + rowHeight }
      rowHeight = 0
    }
    const centre = { x: row.x + ring + 20, y: row.y + ring + 30 }
    const colour = COLOURS[index % COLOURS.length] ?? ALONE_COLOUR
    const heading = `${cluster.entity ?? 'Operator unknown'} · ${percentText(cluster.confidence)}`
    parts.push(text({ x: row.x, y: row.y + 6 }, shortened(heading), 'heading', colour))
    cluster.domains.forEach((domain, member) => {
      const angle = (2 * Math.PI * member) / cluster.domains.length - Math.PI / 2
      const position = {
        x: centre.x + ring * Math.cos(angle),
        y: centre.y + ring * Math.sin(angle),
      }
      positions.set(domain, position)
      parts.push(node(domain, position, colour))
    })
    row = { x: row.x + 2 * ring + COLUMN_WIDTH - 60, y: row.y }
    rowHeight = Math.max(rowHeight, height)
  })
  let y = row.y + rowHeight + 20
  result.unclustered.forEach((domain, index) => {
    const position = {
      x: MARGIN + 10 + (index % 3) * COLUMN_WIDTH,
      y: y + Math.floor(index / 3) * 26,
    }
    positions.set(domain, position)
    parts.push(node(domain, position, ALONE_COLOUR))
  })
  y += Math.ceil(result.unclustered.length / 3) * 26 + MARGIN
  return svg(y, result.summary, [...lines(result, positions), ...parts])
}

function lines(result: CorrelationResult, positions: ReadonlyMap<string, Point>): string[] {
  return result.pairs
    .filter(({ score }) => score >= LINE_SCORE_MIN)
    .slice(0, LINES_MAX)
    .flatMap(({ a, b, score, signals }) => {
      const [from, to] = [positions.get(a), positions.get(b)]
      if (from === undefined || to === undefined) return []
      const why = signals.map(({ signal, value }) => `${signal} ${shortened(value)}`).join(', ')
      const title = `<title>${escaped(`${a} – ${b}: ${percentText(score)} (${why})`)}</title>`
      return [
        `<line x1="${decimal(from.x)}" y1="${decimal(from.y)}" x2="${decimal(to.x)}" ` +
          `y2="${decimal(to.y)}" stroke-width="${decimal(0.5 + 2.5 * score)}" ` +
          `opacity="${decimal(0.15 + 0.5 * score)}">${title}</line>`,
      ]
    })
}

const node = (domain: string, position: Point, colour: string): string =>
  `<circle cx="${decimal(position.x)}" cy="${decimal(position.y)}" r="${NODE_RADIUS}" ` +
  `fill="${colour}"><title>${escaped(domain)}</title></circle>${text({ x: position.x + NODE_RADIUS + 4, y: position.y + 4 }, shortened(domain), 'label')}`

const text = ({ x, y }: Point, content: string, kind: string, colour?: string): string =>
  `<text x="${decimal(x)}" y="${decimal(y)}" ` +
  `class="${kind}"${colour === undefined ? '' : ` fill="${colour}"`}>${escaped(content)}</text>`

function svg(height: number, summary: string, parts: readonly string[]): string {
  const style =
    'text{font:12px system-ui,sans-serif;fill:#1d2430}.heading{font-size:14px;font-weight:600}.summary{font-size:14px}line{stroke:#5b6472}'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" ` +
      `role="img" aria-label="${escaped(summary)}">`,
    `<style>${style}</style><rect width="100%" height="100%" fill="#fff"/>`,
    text({ x: MARGIN, y: 34 }, summary.slice(0, 130), 'summary'),
    ...parts,
    '</svg>',
  ].join('\n')
}
