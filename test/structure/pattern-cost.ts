import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse, type Report } from 'scslre'
import { HOSTILE_SHAPES } from '../unit/hostile-texts.ts'

/** Size of an attack, and the time above which its growth is measured. */
export interface AttackLimits {
  characters: number
  ms: number
}

/** A quadratic pattern needs more time when V8 interprets it, as `npm run lint` asks for. */
const INTERPRETED: AttackLimits = { characters: 4_096, ms: 8 }
const RUNS = 5
const GROWTH = 8
/** Between the 8 times of a linear cost and the 64 times of a quadratic one. */
const GROWTH_OF_COST_MAX = 20
const WORDS_MAX = 6
const WORD_CHARACTERS_MAX = 400
// The numbers grow slowly at first, so that an exponential pattern is found before it runs for
// hours.
const SMALL_SIZES = [16, 22, 28, 34, 40, 64, 128]
const MIDDLE_SIZE = 512
const ENDS = ['', '\u0000', 'x', '\n']
const CHARACTERS = [...' \t\naAb01.-_,:;/\\|@&=?#+*"\'`<>()[]{}©–’é中\u00a0']

/**
 * Returns the reasons why a regular expression can cost more than linear time on a text that an
 * attacker writes. A static analysis finds runs of one character. Attacks that repeat parts of the
 * pattern, and the hostile texts of the parser tests, find repeated words.
 */
export function reasonsAgainst(source: string, flags: string, limits = INTERPRETED): string[] {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  const reasons = new Set(analyse(literal).reports.map(describe))
  // One object for all attacks, because each new object compiles the pattern again.
  const pattern = new RegExp(source, flags.replace('y', 'g'))
  const attack = attacksOn(literal.pattern, flags).find((candidate) =>
    isCostly(pattern, candidate, limits),
  )
  if (attack !== undefined) reasons.add(`${attack.name} costs more than ${limits.ms} ms`)
  return [...reasons]
}

function describe(report: Report): string {
  const run = `a run of ${JSON.stringify(report.character.pick)}`
  switch (report.type) {
    case 'Move':
      return `${report.quant.raw} is tried at each position of ${run}`
    case 'Self':
      return `${report.quant.raw} divides ${run} in many ways`
    case 'Trade':
      return `${report.startQuant.raw} and ${report.endQuant.raw} share ${run} in many ways`
    default:
      throw report satisfies never
  }
}

/** Hostile texts that repeat a word. The static analysis finds runs of one character. */
const WORD_SHAPES = HOSTILE_SHAPES.filter(
  ({ name, text }) => name.includes(', then ') && !/^(.)\1+.$/su.test(text(9)),
)

interface Attack {
  name: string
  text: (characters: number) => string
}

function attacksOn(pattern: AST.Pattern, flags: string): Attack[] {
  const attacks: Attack[] = []
  const add = (prefix: string, unit: string) => {
    if (unit === '') return
    for (const end of ENDS) {
      const name = `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} repeated + ${JSON.stringify(end)}`
      attacks.push({
        name,
        text: (count) => prefix + unit.repeat(Math.ceil(count / unit.length)) + end,
      })
    }
  }
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max < 2) return
      const before = wordBefore(quantifier, flags)
      const inside = wordsOf(quantifier.element, flags)
      for (const word of inside) {
        add('', word)
        add(before, word)
        add('', before + word)
      }
      add('', before)
      add('', inside.join(''))
    },
  })
  return attacks.length === 0 ? [] : [...attacks, ...WORD_SHAPES]
}

/**
 * A pattern with a large constant is slow and still linear. Therefore the growth counts, not only
 * the time.
 */
function isCostly(pattern: RegExp, { text }: Attack, limits: AttackLimits): boolean {
  const cost = (attack: string): number => {
    const cpu = process.cpuUsage()
    const start = performance.now()
    attack.replace(pattern, '')
    const ms = performance.now() - start
    if (ms <= limits.ms) return ms
    const { user, system } = process.cpuUsage(cpu)
    return Math.min(ms, (user + system) / 1_000)
  }
  const least = new Map<number, number>()
  const leastCost = (characters: number): number => {
    const now = Math.min(cost(text(characters)), least.get(characters) ?? Number.POSITIVE_INFINITY)
    least.set(characters, now)
    return now
  }
  const isTooFast = (size: number): boolean =>
    leastCost(size) > limits.ms && leastCost(size) > leastCost(size / GROWTH) * GROWTH_OF_COST_MAX
  for (let run = 0; run < RUNS; run++) {
    const explodes = SMALL_SIZES.some((size) => leastCost(size) > limits.ms)
    if (!explodes && !isTooFast(MIDDLE_SIZE) && !isTooFast(limits.characters)) return false
  }
  return true
}

/**
 * A text that leads a match to this node: one word for each element that precedes it on the way
 * from the root.
 */
function wordBefore(node: AST.Node, flags: string): string {
  const { parent } = node
  if (parent === null) return ''
  if (parent.type !== 'Alternative') return wordBefore(parent, flags)
  const earlier = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
  return (
    wordBefore(parent, flags) + earlier.map((element) => wordsOf(element, flags)[0] ?? '').join('')
  )
}

/** A few words that the node matches. An assertion matches the empty word. */
function wordsOf(node: AST.Element, flags: string): string[] {
  switch (node.type) {
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .map(({ elements }) => elements.map((element) => wordsOf(element, flags)[0] ?? '').join(''))
        .concat(
          node.alternatives.flatMap(({ elements }) =>
            elements.length === 1 ? wordsOf(elements[0] as AST.Element, flags) : [],
          ),
        )
        .slice(0, WORDS_MAX * 4)
    case 'Quantifier': {
      const words = wordsOf(node.element, flags)
      const times = Math.min(Math.max(node.min, 1), WORD_CHARACTERS_MAX)
      return words.map((word) => word.repeat(times))
    }
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
    case 'CharacterSet': {
      const single = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/gu, ''))
      return CHARACTERS.filter((character) => single.test(character)).slice(0, WORDS_MAX)
    }
    case 'Assertion':
    case 'Backreference':
      return ['']
    default:
      throw node satisfies never
  }
}
