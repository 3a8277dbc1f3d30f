/**
 * A family of hostile texts: `text(size)` is one of exactly `size` UTF-16 units, the same for the
 * same size.
 */
export interface HostileShape {
  name: string
  text: (size: number) => string
}

const NESTING_DEPTH_MAX = 100_000
const SHAPES_PER_PARSER = 40

const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))

const WHITE_SPACE = '\t¦\n¦\r¦\v¦\f¦\u0085¦\u00a0¦\u1680¦\u2003¦\u2028¦\u2029¦\u3000'.split('¦')

const OTHER_CHARACTERS =
  '\u0000¦\u001b¦\u00ad¦\u200b¦\u202e¦\ufeff¦\u0301¦\u00e9¦\u00a9¦\u2013'.split('¦')

const WIDE_CHARACTERS = '\u0130¦\u4e2d¦\u0627¦\ufdfa¦\ud800¦\u{1f600}'.split('¦')

const WORDS = "a b¦a ¦A ¦a. ¦a.¦A. ¦a-¦a, ¦a,¦a;¦a/¦a'¦a&¦a & ¦1.¦1 ¦1-¦Ab ¦A B Inc. ".split('¦')

const LEGAL =
  'GmbH ¦Ltd. ¦ and ¦the ¦of ¦ by ¦\u00a9 2020 ¦\u00a9 A 2020 ¦(c) ¦operated by A ¦we, A, '.split(
    '¦',
  )

const LINES =
  '\r\n¦ \n¦\n\n¦a\n¦a\r\n¦key: ¦key:¦key: a\n¦a: b: ¦:\n¦   key: a\n¦% \n¦# \n¦- \n¦[a]\n'.split(
    '¦',
  )

const ADDRESSES =
  'a@¦@a¦a@b.¦a@b.de ¦http://¦http://a¦https://a.de/ ¦//¦/a¦../¦?a¦#a¦::¦xn--¦1.1.¦%41¦%¦%e2'.split(
    '¦',
  )

const RECORDS =
  'a=b&¦a=b; ¦a="b", ¦"a",¦""¦"a""¦\\"¦\\u¦\\n¦{"a":1},¦[],¦"\\¦a, DIRECT, b\n¦\'\' '.split('¦')

const TAGS = '<a¦<a>¦</a>¦<a b¦<a b=¦<a b="¦<script>¦</script¦<p>a¦<br>¦<!¦<?'.split('¦')

const MARKUP = '<!--¦-->¦<![CDATA[¦]]>¦&a¦&amp;¦&#¦&#x¦/*¦*/¦{{¦}}'.split('¦')

const NESTED: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['\u00ab', '\u00bb'],
  ['\u201c', '\u201d'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
  ['{"@graph":[', ']}'],
  ['{"entities":[', ']}'],
  ['<div>', '</div>'],
  ['<b>', ''],
  ['<p itemprop="a">', '</p>'],
  ['<i itemscope>', '</i>'],
  ['<table><tr><td>', ''],
]

/**
 * Runs of one character, repeated words and pairs nested to 100,000 deep, each with and without an
 * end that differs.
 */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  ...[
    ...PRINTABLE_ASCII,
    ...WHITE_SPACE,
    ...OTHER_CHARACTERS,
    ...WIDE_CHARACTERS,
    ...WORDS,
    ...LEGAL,
    ...LINES,
    ...ADDRESSES,
    ...RECORDS,
    ...TAGS,
    ...MARKUP,
  ].flatMap(repeated),
  ...NESTED.flatMap(([open, close]) => nested(open, close)),
]

function repeated(unit: string): HostileShape[] {
  const end = unit.includes('x') ? '!' : 'x'
  return [
    { name: JSON.stringify(unit), text: (size) => fill(unit, size) },
    { name: `${JSON.stringify(unit)}, then ${end}`, text: (size) => fill(unit, size - 1) + end },
  ]
}

/** Beyond the depth limit, the innermost text grows in place of the depth. */
function nested(open: string, close: string): HostileShape[] {
  const pair = `${open} … ${close}`
  const depthOf = (size: number) =>
    Math.min(NESTING_DEPTH_MAX, Math.floor(size / (open.length + close.length)))
  const closed = (size: number) => {
    const depth = depthOf(size)
    const inside = fill('1', size - depth * (open.length + close.length))
    return open.repeat(depth) + inside + close.repeat(depth)
  }
  return [
    { name: `${pair} nested`, text: closed },
    { name: `${pair} nested, then x`, text: (size) => `${closed(size - 1)}x` },
  ]
}

function fill(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
}

/**
 * All shapes with `LINEAR_COST=full`, else a sample of them that is always the same for one name.
 */
export function shapesFor(name: string, count = SHAPES_PER_PARSER): readonly HostileShape[] {
  if (process.env.LINEAR_COST === 'full') return HOSTILE_SHAPES
  let state = 0
  for (const character of name) state = (Math.imul(state, 31) + character.charCodeAt(0)) >>> 0
  const ranked = HOSTILE_SHAPES.map((shape) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { shape, rank: state }
  })
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ shape }) => shape)
}
