import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldCase } from '../../../../../shared/attribution/collectors/page/triggers/letter-case.ts'
import { requiredWords } from '../../../../../shared/attribution/collectors/page/triggers/required-words.ts'
import { propertyRuns } from '../../../../property-runs.ts'

/** A random pattern and a text that it matches. */
interface Sample {
  source: string
  match: string
}

const plain = fc.constantFrom('a', 'B', 'é', 'Σ', ' ', '-', '公')
const sample: fc.Arbitrary<Sample> = fc.letrec<{ part: Sample; sequence: Sample }>((tie) => ({
  sequence: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => ({
    source: parts.map((part) => part.source).join(''),
    match: parts.map((part) => part.match).join(''),
  })),
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    plain.map((letter) => ({ source: letter, match: letter })),
    fc.constantFrom(
      { source: '\\s{0,3}', match: ' ' },
      { source: '\\d{2}', match: '27' },
      { source: '[oa]', match: 'a' },
      { source: '[^.:]{0,9}?', match: 'xy' },
      { source: '[\\p{L} -]+', match: 'ж' },
      { source: '\\p{Lu}', match: 'Q' },
      { source: '\\u00e9', match: 'é' },
      { source: '\\.', match: '.' },
      { source: '.', match: '*' },
      { source: '(?=)', match: '' },
      { source: '(?<!zzz)', match: '' },
      { source: '\\B', match: '' },
    ),
    fc
      .tuple(fc.array(tie('sequence'), { minLength: 1, maxLength: 4 }), fc.nat(), fc.constantFrom('(', '(?:', '(?<n>'))
      .map(([choices, chosen, opening]) => ({
        source: `${opening === '(?<n>' ? '(?:' : opening}${choices.map(({ source }) => source).join('|')})`,
        match: choices[chosen % choices.length]?.match ?? '',
      })),
    fc
      .tuple(
        tie('sequence'),
        fc.constantFrom(['?', 0], ['?', 1], ['*', 2], ['+', 1], ['{2}', 2], ['{0,3}?', 3], ['{1,2}', 1]),
      )
      .map(([{ source, match }, [quantifier, times]]) => ({
        source: `(?:${source})${quantifier}`,
        match: match.repeat(Number(times)),
      })),
  ),
})).sequence

describe('words that a match must contain', () => {
  it('gives sets of which each match of a random pattern contains a word', () => {
    fc.assert(
      fc.property(sample, fc.boolean(), ({ source, match }, isCapital) => {
        const text = foldCase(isCapital ? match.toUpperCase() : match)
        for (const words of requiredWords(new RegExp(source, 'iu')))
          expect(words.some((word) => text.includes(word))).toBe(true)
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  it.each<[RegExp, readonly (readonly string[])[]]>([
    [/\bbelongs\s{1,3}to\s{1,3}/iu, [['belongs'], ['to']]],
    [/(?:owned|run) by/iu, [['owned by', 'run by']]],
    [/\b(?:is|are)\s+(?:an?\s+)?part\s+of\b/iu, [['part'], ['of']]],
    [/registr(?:ar|y)?\d+/iu, [['registr', 'registrar', 'registry'], [...'0123456789']]],
    [/©|\(c\)|copyright/iu, [['©', '(c)', 'copyright']]],
    [/\s+|owner/iu, []],
    [/(?:owner)?/iu, []],
  ])('gives the words of %s', (pattern, words) => {
    expect(requiredWords(pattern)).toEqual(words)
  })
})
