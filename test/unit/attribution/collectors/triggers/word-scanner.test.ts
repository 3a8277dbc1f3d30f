import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldCase } from '../../../../../shared/attribution/collectors/page/triggers/letter-case.ts'
import { hasGroup, WordScanner } from '../../../../../shared/attribution/collectors/page/triggers/word-scanner.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' '), minLength: 1, maxLength: 7 })
const groups = fc.array(fc.array(word, { maxLength: 4 }), { minLength: 1, maxLength: 40 })
const latin = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', ' ', 'x'), maxLength: 60 })

describe('search for words', () => {
  it('finds exactly the groups of which a Latin text contains a short word', () => {
    fc.assert(
      fc.property(groups, latin, (sets, text) => {
        const found = new WordScanner(sets).scan(text)
        sets.forEach((words, group) => {
          expect(hasGroup(found, group)).toBe(words.some((one) => foldCase(text).includes(one)))
        })
      }),
    )
  })

  it('misses no word of any script and length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(foldCase), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.string({ unit: 'binary' }),
        fc.nat(),
        (words, text, chosen) => {
          const index = chosen % words.length
          const found = new WordScanner(words.map((one) => [one])).scan(`${text}${words[index]}${text}`)
          expect(hasGroup(found, index)).toBe(true)
        },
      ),
    )
  })

  it('finds nothing for a group without words', () => {
    expect(hasGroup(new WordScanner([[], ['owner']]).scan('the owner'), 0)).toBe(false)
    expect(hasGroup(new WordScanner([[], ['owner']]).scan('the OWNER'), 1)).toBe(true)
  })
})
