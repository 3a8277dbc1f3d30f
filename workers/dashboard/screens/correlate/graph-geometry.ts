export interface Point {
  readonly x: number
  readonly y: number
}

/** `x` and `y` are the upper left corner. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

const BLOCK_GAP = 18

/**
 * Places boxes in rows, in their order. Each row is in the middle of the width. A box that is wider
 * than the width gets a row of its own.
 */
export function packedInRows(
  boxes: readonly Pick<Box, 'width' | 'height'>[],
  width: number,
): { origins: Point[]; width: number; height: number } {
  const origins: Point[] = []
  let [top, bottom, start, used] = [0, 0, 0, 0]
  const centered = (end: number, row: number) => {
    for (let index = start; index < end; index += 1) {
      const { x = 0, y = 0 } = origins[index] ?? {}
      origins[index] = { x: x + Math.max(0, (width - row) / 2), y }
    }
  }
  boxes.forEach((box, index) => {
    const x = used === 0 ? 0 : used + BLOCK_GAP
    if (used > 0 && x + box.width > width) {
      centered(index, used)
      top = bottom + BLOCK_GAP
      start = index
      origins.push({ x: 0, y: top })
      used = box.width
    } else {
      origins.push({ x, y: top })
      used = x + box.width
    }
    bottom = Math.max(bottom, top + box.height)
  })
  centered(boxes.length, used)
  const right = Math.max(width, ...boxes.map((box) => box.width))
  return { origins, width: right, height: bottom }
}

/** The point of a box that is nearest to another point. */
export const nearestPoint = ({ x, y, width, height }: Box, to: Point): Point => ({
  x: Math.min(x + width, Math.max(x, to.x)),
  y: Math.min(y + height, Math.max(y, to.y)),
})

export const overlaps = (a: Box, b: Box): boolean =>
  a.x + a.width > b.x && a.x < b.x + b.width && a.y + a.height > b.y && a.y < b.y + b.height

/** A point in the data of an SVG path. */
export const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
