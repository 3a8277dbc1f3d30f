export interface Bin {
  from: number
  count: number
  confidence: number
  accuracy: number
}

const SIZE = 420
const MARGIN = 50
const SPAN = SIZE - 2 * MARGIN
const DOT_RADIUS_MIN = 2
const DOT_GROWTH_MAX = 12

const x = (value: number): string => (MARGIN + value * SPAN).toFixed(1)
const y = (value: number): string => (SIZE - MARGIN - value * SPAN).toFixed(1)

interface Series {
  name: string
  colour: string
  bins: readonly Bin[]
}

/**
 * Returns an SVG. Each dot shows the share of right results among those with a similar confidence;
 * a larger dot stands for more results. The caller must escape titles, names and colours. Pages can
 * change the design by the CSS classes.
 */
export function reliabilityDiagram(title: string, series: readonly Series[]): string {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const grid = ticks.map(
    (tick) =>
      `<path d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}" stroke="#ddd" ` +
      'class="grid"/>' +
      `<text x="${x(tick)}" y="${SIZE - MARGIN + 18}" text-anchor="middle">${tick}</text>` +
      `<text x="${MARGIN - 8}" y="${y(tick)}" text-anchor="end" ` +
      `dominant-baseline="middle">${tick}</text>`,
  )
  const largest = Math.max(1, ...series.flatMap(({ bins }) => bins.map(({ count }) => count)))
  const growth = Math.min(1, DOT_GROWTH_MAX / Math.sqrt(largest))
  const drawn = series.map(({ name, colour, bins }, index) => {
    const filled = bins.filter((bin) => bin.count > 0)
    const line = filled
      .map((bin, index) => `${index === 0 ? 'M' : 'L'}${x(bin.confidence)} ${y(bin.accuracy)}`)
      .join('')
    const dots = filled.map(
      (bin) =>
        `<circle cx="${x(bin.confidence)}" cy="${y(bin.accuracy)}" ` +
        `r="${(DOT_RADIUS_MIN + growth * Math.sqrt(bin.count)).toFixed(1)}" fill="${colour}" ` +
        `fill-opacity="0.7"><title>${bin.count} cases</title></circle>`,
    )
    return (
      `<path d="${line}" fill="none" stroke="${colour}"/>${dots.join('')}<text ` +
      `x="${MARGIN + 10}" y="${MARGIN + 16 + index * 16}" fill="${colour}">${name}</text>`
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ` +
      `${SIZE} ${SIZE}" font-family="sans-serif" font-size="12" role="img" ` +
      `aria-label="${title}">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#fff" class="paper"/>`,
    `<text x="${SIZE / 2}" y="24" text-anchor="middle" font-size="14">${title}</text>`,
    ...grid,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4" ` +
      'class="ideal"/>',
    ...drawn,
    `<text x="${SIZE / 2}" y="${SIZE - 10}" text-anchor="middle">stated confidence</text>`,
    `<text x="16" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 16 ` +
      `${SIZE / 2})">share that was right</text>`,
    '</svg>',
  ].join('\n')
}
