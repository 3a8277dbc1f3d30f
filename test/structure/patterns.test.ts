import { describe, expect, test } from 'vitest'
import {
  builtPatternPlaces,
  builtPatterns,
  literalPatterns,
  reasonsAgainst,
} from './pattern-sources.ts'

const refused: readonly [name: string, pattern: RegExp][] = [
  ['white space around an optional character before the end', /\s*x?\s*$/u],
  ['white space behind the end of a comment', /(?:-->|\]\]>)\s*;?\s*$/u],
  ['white space before the end', /\s+$/u],
  ['white space before a separator', /\s*[|:]/u],
  ['a long name in front of a sign', /\p{L}+:/u],
  ['two classes that overlap', /^[\w.]+\.[\w.]+$/u],
  ['a lookahead that reads to the end from each position', /a(?=.*b)/u],
  ['a repetition of a repetition', /^(?:a+)+$/u],
]

const accepted: readonly [name: string, pattern: RegExp][] = [
  ['white space at the end, tried only where it begins', /(?<!\s)\s+$/u],
  ['white space at the start', /^\s+/u],
  ['a limited repetition', /\s{0,3}[|:]\s{0,3}$/u],
  ['a class without the sign that follows', /^[^:]*:/u],
  ['all text to the end', /\|.*/su],
]

describe('the check of regular expressions', () => {
  test.each(refused)('refuses %s', (_, pattern) => {
    expect(reasonsAgainst(pattern)).not.toEqual([])
  })

  test.each(accepted)('accepts %s', (_, pattern) => {
    expect(reasonsAgainst(pattern)).toEqual([])
  })

  test('finds literals, and expressions that are built while a module loads', async () => {
    const path = 'shared/attribution/names/owner-words.ts'
    const text = "const a = /a\\/b/gu\nconst b = new RegExp('c')\nconst c = RegExp(`d`)\n"
    expect(literalPatterns({ path, text, imports: [] })).toEqual([
      { at: `${path}:1`, source: 'a\\/b', flags: 'gu' },
    ])
    expect(builtPatternPlaces({ path, text, imports: [] })).toEqual([`${path}:2`, `${path}:3`])
    expect((await builtPatterns([`${path}?fresh`])).map(({ flags }) => flags)).toEqual([
      'iu',
      'u',
      'u',
      'iu',
      'iu',
    ])
  })
})
