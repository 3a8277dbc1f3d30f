import { cellsOf } from './analysis-text.ts'

const COLUMNS_DEFAULT = 80
const REDRAW_MS = 100
const CLEAR_LINE = '\r\u001b[2K'

export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/**
 * Shows progress. A terminal shows the present text on one line; other outputs get only the lines
 * of `ended`.
 */
export interface ProgressLine {
  update(text: string): void
  /** Writes the line again. On a terminal, a timer calls this ten times per second. */
  draw(): void
  /**
   * Writes a line. On a terminal nothing is written, because the progress line already shows the
   * same.
   */
  ended(line: string): void
  /** Removes the progress line. Nothing is drawn after this call. */
  clear(): void
}

function cut(text: string, columns: number): string {
  let shown = ''
  let cells = 0
  for (const letter of text) {
    cells += cellsOf(letter)
    if (cells >= columns) return `${shown}…`
    shown += letter
  }
  return shown
}

/**
 * Starts a progress line, which also shows the seconds since the start. `now` returns milliseconds.
 */
export function startProgress(screen: Screen, now: () => number): ProgressLine {
  const startedAt = now()
  let text = ''
  if (screen.isTTY !== true)
    return {
      update: () => undefined,
      draw: () => undefined,
      ended: (line) => screen.write(`${line}\n`),
      clear: () => undefined,
    }
  const draw = () => {
    const seconds = ((now() - startedAt) / 1_000).toFixed(1)
    screen.write(
      CLEAR_LINE + cut(`${seconds} s · ${text}`, (screen.columns || COLUMNS_DEFAULT) - 1),
    )
  }
  const timer = setInterval(draw, REDRAW_MS)
  timer.unref()
  return {
    update(latest) {
      text = latest
    },
    draw,
    ended: () => undefined,
    clear() {
      clearInterval(timer)
      screen.write(CLEAR_LINE)
    },
  }
}
