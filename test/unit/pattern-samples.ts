import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** One sample for each class of characters, such as letters, spaces or digits. */
const CLASS_SAMPLES = ['x', ' ', '1', '.', '(', ',', '会', '|', '-']

/**
 * Returns texts that a pattern matches. Together they use every alternative of the pattern. Every
 * quantifier has its lowest count, and lookarounds are left out.
 */
export function samplesOf(pattern: RegExp): string[] {
  const { pattern: root } = new RegExpParser().parseLiteral(`/${pattern.source}/${pattern.flags}`)
  return alternativesOf(root.alternatives)
}

const alternativesOf = (alternatives: readonly AST.Alternative[]): string[] =>
  alternatives.flatMap(({ elements }) => sequenceOf(elements.map(elementSamples)))

/**
 * Varies one element and keeps the first sample of all others, because the product of all
 * alternatives is too large.
 */
function sequenceOf(parts: readonly string[][]): string[] {
  const first = parts.map(([text = '']) => text)
  const varied = parts.flatMap((texts, index) =>
    texts.slice(1).map((text) => first.toSpliced(index, 1, text).join('')),
  )
  return [first.join(''), ...varied]
}

function elementSamples(element: AST.Element): string[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return alternativesOf(element.alternatives)
    case 'Quantifier':
      return element.min === 0
        ? ['']
        : elementSamples(element.element).map((text) => text.repeat(element.min))
    case 'Character':
      return [String.fromCodePoint(element.value)]
    case 'CharacterClass':
    case 'CharacterSet': {
      const one = new RegExp(`^${element.raw}$`, 'u')
      return [CLASS_SAMPLES.find((text) => one.test(text)) ?? firstOf(element)]
    }
    default:
      return ['']
  }
}

function firstOf(element: AST.CharacterClass | AST.CharacterSet): string {
  const [first] = element.type === 'CharacterClass' ? element.elements : []
  if (first?.type === 'Character') return String.fromCodePoint(first.value)
  if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value)
  return ''
}
