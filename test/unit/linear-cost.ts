const CHARACTERS = 32 * 1024
const GROWTH = 8
/**
 * Highest allowed growth of the CPU time when a text becomes 8 times as long. Linear code needs 8
 * times the CPU time, and quadratic code 64 times. The limit is between the two.
 */
const GROWTH_OF_COST_MAX = 20
/**
 * Time in milliseconds. A shorter run is ignored, because it measures mostly compilation and
 * garbage collection. Quadratic code needs far longer: a billion steps for 32 Ki characters.
 */
const IGNORED_MS = 40
const ROUNDS_MAX = 5

/** Functions that return a text of exactly `size` characters, by name. */
export type HostileTexts = Readonly<Record<string, (size: number) => string>>

/**
 * Texts that are repeated to make a long hostile text. Another character follows the last
 * repetition, so that a pattern almost matches and then fails.
 */
const UNITS = [
  ...[' ', 'a', '.', '(', '<', '&', '"', '\\', '\r\n', '\u0301', 'a ', 'a.', 'a-', '1.', 'by '],
  ...[
    'A B Inc. ',
    '© 2020 ',
    'key: a\n',
    'a@b.',
    '//',
    '{"a":1},',
    '<a b="',
    '<p>a',
    '<!--',
    '</a>',
  ],
]

const NESTED: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['{"a":', '}'],
  ['<div>', '</div>'],
]

const fill = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

const nested = (open: string, close: string) => (size: number) => {
  const depth = Math.floor(size / (open.length + close.length))
  return (open.repeat(depth) + close.repeat(depth)).padEnd(size, 'x')
}

export const HOSTILE_TEXTS: HostileTexts = Object.fromEntries([
  ...UNITS.map((unit) => [
    JSON.stringify(unit),
    (size: number) => fill(unit, size - 1) + (unit.includes('x') ? '!' : 'x'),
  ]),
  ...NESTED.map(([open, close]) => [`${open} … ${close} nested`, nested(open, close)]),
])

/**
 * Returns the names of the texts for which the parser is too slow: 8 times the size costs more than
 * 20 times the CPU time.
 */
export async function superLinearTexts(
  parse: (text: string) => unknown,
  texts: HostileTexts = HOSTILE_TEXTS,
  size = CHARACTERS,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, text] of Object.entries(texts))
    if (await growsTooFast(parse, text(Math.floor(size / GROWTH)), text(size))) found.push(name)
  return found
}

/**
 * Compares the CPU times of the two texts. Each time is the shortest of several runs, because other
 * work on the machine can only make a run longer.
 */
async function growsTooFast(
  parse: (text: string) => unknown,
  small: string,
  large: string,
): Promise<boolean> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    least.large = Math.min(least.large, await cpuMs(parse, large))
    if (least.large <= IGNORED_MS) return false
    least.small = Math.min(least.small, await cpuMs(parse, small), await cpuMs(parse, small))
    if (least.large <= least.small * GROWTH_OF_COST_MAX) return false
  }
  return true
}

/**
 * Measures one call in milliseconds. An error of the parser counts as an answer, except an
 * exhausted call stack, which is thrown.
 */
async function cpuMs(parse: (text: string) => unknown, text: string): Promise<number> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  try {
    const answer = parse(text)
    if (answer instanceof Promise) await answer
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack')) throw error
  }
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return Math.min(wallMs, (user + system) / 1000)
}
