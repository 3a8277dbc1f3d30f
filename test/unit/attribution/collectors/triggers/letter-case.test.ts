import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foldCase,
  foldedPattern,
  SMALL_LETTERS,
} from '../../../../../shared/attribution/collectors/page/triggers/letter-case.ts'

const units = Array.from({ length: 0xd800 }, (_, unit) => unit).concat(
  Array.from({ length: 0x2000 }, (_, n) => 0xe000 + n),
)
const letters = units
  .map((unit) => String.fromCharCode(unit))
  .filter((letter) => letter.toLowerCase() !== letter || letter.toUpperCase() !== letter)

describe('small letters', () => {
  it('are equal for all letters that a regular expression with the flag i treats as equal', () => {
    const all = letters.join('')
    for (const letter of letters)
      for (const [equal] of all.matchAll(new RegExp(letter, 'giu')))
        expect(SMALL_LETTERS[equal.charCodeAt(0)], `${letter} ${equal}`).toBe(SMALL_LETTERS[letter.charCodeAt(0)])
  })

  it('are their own small letters', () => {
    for (const unit of units) expect(SMALL_LETTERS[SMALL_LETTERS[unit] ?? 0]).toBe(SMALL_LETTERS[unit])
  })

  it('keep the length of a text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldCase(text).length === text.length))
  })

  it('let a folded pattern match where the pattern with the flag i matches', () => {
    const sources = ['betreiber(?:in)?\\s{0,2}:', '\\bΕκδ[όο]της', '(?<!\\p{L})owner\\S', 'künye|unvan[ıi]']
    const texts = ['Die BETREIBERIN : Kork', 'ΕΚΔΟΤΗΣ', 'εκδότης', 'xOwner! OWNER:', 'KÜNYE', 'UNVANI', 'unvani']
    for (const source of sources)
      for (const text of texts)
        expect(foldedPattern(source).exec(foldCase(text))?.index).toBe(new RegExp(source, 'iu').exec(text)?.index)
  })
})
