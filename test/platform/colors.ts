const CODES = { green: 32, yellow: 33, red: 31 } as const

export type Color = keyof typeof CODES
export type Paint = (color: Color, text: string) => string

export const plain: Paint = (_, text) => text

/** No colors in a file, and none if NO_COLOR has a value (no-color.org). */
export function paintFor(
  { isTTY }: { isTTY?: boolean },
  { NO_COLOR = '', TERM = '' }: { NO_COLOR?: string | undefined; TERM?: string | undefined },
): Paint {
  if (isTTY !== true || NO_COLOR !== '' || TERM === 'dumb') return plain
  return (color, text) => `\u001b[${CODES[color]}m${text}\u001b[39m`
}
